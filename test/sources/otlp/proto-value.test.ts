import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAttribute } from "../../../src/sources/otlp/proto-value.ts";
import { Fields, WireError } from "../../../src/sources/otlp/wire.ts";

/** A field with a length, whatever its content. */
function field(tag: number, content: Uint8Array): Buffer {
  const length = content.length < 0x80 ? [content.length] : [(content.length & 0x7f) | 0x80, content.length >> 7];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** What one `KeyValue` is read as; the error's name where it is none. */
function read(pair: Uint8Array): unknown {
  const fields = new Fields(field(0x4a, pair));
  const attributes: Record<string, unknown> = Object.create(null);
  try {
    fields.next();
    readAttribute(fields, attributes as Record<string, never>);
    return [Object.entries(attributes), fields.next()];
  } catch (error) {
    if (error instanceof WireError) return error.name;
    throw error;
  }
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom("", "ü", "x".repeat(124), "x".repeat(125), "x".repeat(127), "x".repeat(130)),
);
const content = text.map((value) => Buffer.from(value));
const value = fc.oneof(
  content.map((bytes) => field(0x0a, bytes)),
  content.map((bytes) => Buffer.concat([field(0x0a, bytes), Buffer.from([0x18, 5])])),
  fc.constantFrom(Buffer.from([]), Buffer.from([0x18, 5]), Buffer.from([0x10, 1])),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
);
const part = fc.oneof(
  content.map((bytes) => field(0x0a, bytes)),
  value.map((bytes) => field(0x12, bytes)),
  value.map((bytes) => field(0x1a, bytes)),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
);
const pair = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(content, value).map(([key, bytes]) => Buffer.concat([field(0x0a, key), field(0x12, bytes)])) },
  { weight: 1, arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => Buffer.concat(parts)) },
);

describe("an attribute in protobuf", () => {
  it("is the same whether it is read at once or step by step", () => {
    fc.assert(
      fc.property(pair, (bytes) => {
        // A field that nobody knows makes it one that is read step by step.
        expect(read(bytes)).toEqual(read(Buffer.concat([Buffer.from([0x78, 1]), bytes])));
      }),
      { numRuns: 3000 },
    );
  });

  it("is that too where the end of a long key, and what follows, could be taken for a short one", () => {
    const key = `${"k".repeat(137)}\x12`;
    const flags = Buffer.from([0x10, 1, 0x10, 1, 0x10, 1, 0x10, 1, 0x10, 1]);
    const bytes = Buffer.concat([field(0x0a, Buffer.from(key)), field(0x12, flags), field(0x7a, Buffer.alloc(5))]);
    expect(read(bytes)).toEqual([[[key, true]], false]);
  });
});
