/**
 * A 64-bit integer as JSON carries it: a number, a bigint, decimal text, or the two halves into which the JavaScript
 * libraries for protobuf split it, `{"low": -1, "high": 0}`. undefined for anything else.
 */
export function integerFrom(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value === "string") return /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined;
  return fromHalves(value as Halves | null | undefined);
}

interface Halves {
  readonly low?: unknown;
  readonly high?: unknown;
}

function fromHalves(halves: Halves | null | undefined): bigint | undefined {
  const { low, high } = halves ?? {};
  if (!Number.isInteger(low) || !Number.isInteger(high)) return undefined;
  return BigInt.asIntN(64, (BigInt(high as number) << 32n) | BigInt.asUintN(32, BigInt(low as number)));
}

/** A count, as a number, a bigint or decimal text: OTLP's uint32. What is none, or no count that a span can have, is 0. */
export function countFrom(value: unknown): number {
  const count = integerFrom(value);
  return count !== undefined && count > 0n && count < 1n << 32n ? Number(count) : 0;
}
