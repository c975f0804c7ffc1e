import fc from "fast-check";

/**
 * A place in something long, as a share of its length, each as likely as any other. Of `fc.double` three in four lie so near
 * to 0 or 1 that they name the first byte or the last.
 */
export const SHARE: fc.Arbitrary<number> = fc.nat(9999).map((place) => place / 10_000);

/** Bytes that change, are lost, or come twice, as it happens to files. */
export type Damage = readonly (readonly [what: "flip" | "cut" | "repeat", where: number, amount: number])[];

export const DAMAGE: fc.Arbitrary<Damage> = fc.array(
  fc.tuple(fc.constantFrom("flip" as const, "cut" as const, "repeat" as const), SHARE, fc.nat(255)),
  { minLength: 1, maxLength: 6 },
);

export function damaged(content: Buffer, damage: Damage): Buffer {
  let bytes = content;
  for (const [what, where, amount] of damage) {
    const at = Math.floor(where * bytes.length);
    if (what === "flip") bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([amount]), bytes.subarray(at + 1)]);
    else if (what === "cut") bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + amount)]);
    else bytes = Buffer.concat([bytes.subarray(0, at + amount), bytes.subarray(at)]);
  }
  return bytes;
}
