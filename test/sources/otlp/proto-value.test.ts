import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageMemory, withoutMemory, type PlacedMessage } from "../../../src/sources/otlp/message-memory.ts";
import { readAttribute } from "../../../src/sources/otlp/proto-value.ts";
import { Fields, WireError } from "../../../src/sources/otlp/wire.ts";
import type { AnyValue } from "../../../src/sources/span.ts";
import { MAX_DEPTH } from "../../../src/sources/values/json-value.ts";
import { bareObject } from "../../../src/sources/values/bare-object.ts";
import { bytes, varint } from "./write-proto.ts";

/** What the `KeyValue` in a field is read as, and whether anything is found behind it; the error's name where it is none. */
function read({ bytes: held, from, to, memory }: PlacedMessage): unknown {
  const fields = new Fields(held, from, to, memory);
  const attributes = bareObject<AnyValue>();
  try {
    fields.next();
    readAttribute(fields, attributes);
    return [Object.entries(attributes), fields.next()];
  } catch (error) {
    if (error instanceof WireError) return error.name;
    throw error;
  }
}

const memory = new MessageMemory();

/** Most attributes are read at once in a program's memory; in none each is read step by step. */
function expectTheSame(pair: Uint8Array): void {
  const field = bytes(9, Buffer.from(pair));
  expect(read(memory.place(field))).toEqual(read(withoutMemory(field)));
}

const text = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("", "ü", "x\0", "k".repeat(48), "k".repeat(49)),
    fc.constantFrom(...[123, 124, 125, 126, 127, 128, 130, 300].map((length) => "x".repeat(length))),
  )
  .map((value) => Buffer.from(value));
const some = (maxLength: number): fc.Arbitrary<Buffer> => fc.uint8Array({ maxLength, size: "max" }).map((content) => Buffer.from(content));
/** A text behind a length that is written in two bytes, though one would do. */
const lengthened = (field: number) => (content: Buffer) =>
  Buffer.concat([Buffer.from([8 * field + 2, (content.length & 0x7f) | 0x80, content.length >> 7]), content]);
const value = fc.oneof(
  { weight: 3, arbitrary: text.map((content) => bytes(1, content)) },
  text.map((content) => Buffer.concat([bytes(1, content), varint(3, 5n)])),
  text.map((content) => Buffer.concat([bytes(1, content), bytes(1, "again")])),
  text.map((content) => bytes(7, content)),
  text.map(lengthened(1)),
  fc.constantFrom(Buffer.alloc(0), varint(3, 5n), varint(2, 1n)),
  some(20),
);
const part = fc.oneof(
  text.map((content) => bytes(1, content)),
  text.map(lengthened(1)),
  value.map((content) => bytes(2, content)),
  value.map((content) => bytes(3, content)),
  some(6),
);
const pair = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(text, value).map(([key, content]) => Buffer.concat([bytes(1, key), bytes(2, content)])) },
  { weight: 2, arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => Buffer.concat(parts)) },
  some(200),
);

describe("an attribute in protobuf", () => {
  it("is the same whether it is read at once or step by step", () => {
    fc.assert(fc.property(pair, expectTheSame), { numRuns: 3000 });
  });

  it("is that where the length of its key takes two bytes, and what follows fits one", () => {
    const flags = Buffer.concat(Array.from({ length: 5 }, () => varint(2, 1n)));
    const long = Buffer.concat([bytes(1, `${"k".repeat(137)}\x12`), bytes(2, flags), bytes(15, Buffer.alloc(5))]);
    expectTheSame(long);
    expect(read(memory.place(bytes(9, long)))).toEqual([[[`${"k".repeat(137)}\x12`, true]], false]);
    const fitting = Buffer.concat([Buffer.from([0x12, 5, 0x0a, 3]), Buffer.from("odd")]);
    const before = Buffer.concat([Buffer.from([0x0a, 0x81, 0x00]), Buffer.from("k"), bytes(2, bytes(1, "value"))]);
    for (let padding = 90; padding < 130; padding++)
      expectTheSame(Buffer.concat([before, bytes(3, Buffer.concat([Buffer.alloc(padding, 1), fitting]))]));
  });

  it("is that where the lengths of the value and of its text take more than a byte, and taken for one they fit", () => {
    for (let length = 2; length < 256; length++)
      expectTheSame(Uint8Array.from([0x0a, 1, 0x6b, 0x12, length, 0x0a, ...Array.from({ length: length - 1 }, () => length - 2)]));
  });

  it("is that where only its value, or only the text in that, ends where it does", () => {
    for (const [length, inner] of [
      [2, 5],
      [7, 4],
      [7, 6],
      [8, 5],
    ])
      expectTheSame(Uint8Array.from([0x0a, 1, 0x6b, 0x12, length!, 0x0a, inner!, 1, 2, 3, 4, 5]));
  });

  it("is that as deep as values are read, and below", () => {
    let value: Buffer = bytes(1, "text");
    for (let depth = 0; depth < MAX_DEPTH + 3; depth++) {
      expectTheSame(Buffer.concat([bytes(1, "key"), bytes(2, value)]));
      value = bytes(6, bytes(1, Buffer.concat([bytes(1, "key"), bytes(2, value)])));
    }
  });
});
