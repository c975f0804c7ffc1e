import { Fields, WIRE, WireError } from "./wire.ts";

/** By depth, the fields that hold what is looked into: resource, scope, record, attribute, value. */
const NESTED: readonly ReadonlySet<number>[] = [new Set([1]), new Set([2]), new Set([2]), new Set([6, 9]), new Set([2])];

/**
 * Whether a message is protobuf as deep as OTLP nests: of one that is cut off, and filled up with what follows it, the outer
 * lengths are right all the same.
 */
export function isWholeOtlp(message: Buffer): boolean {
  try {
    walk(message, 0, message.length, 0);
    return true;
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

function walk(bytes: Buffer, from: number, to: number, depth: number): void {
  const fields = new Fields(bytes, from, to);
  while (fields.next()) {
    if (fields.type === WIRE.bytes && NESTED[depth]?.has(fields.field) === true) walk(bytes, fields.from, fields.to, depth + 1);
  }
}
