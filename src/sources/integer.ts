/** A 64-bit integer as JSON carries it: a number, a bigint or decimal text. undefined for anything else. */
export function integerFrom(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === "string" && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined;
}

/** A count, as a number, a bigint or decimal text: OTLP's uint32. What is none, or no count that a span can have, is 0. */
export function countFrom(value: unknown): number {
  const count = integerFrom(value);
  return count !== undefined && count > 0n && count < 1n << 32n ? Number(count) : 0;
}
