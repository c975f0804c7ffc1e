import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessageMemory, giveBack, MessageMemory } from "../../../src/sources/otlp/message-memory.ts";
import { readAttribute } from "../../../src/sources/otlp/proto-value.ts";
import { Fields, WIRE, WireError } from "../../../src/sources/otlp/wire.ts";
import { bytes, varint } from "./write-proto.ts";

/** Pieces that are alike: of one length, with one end, not ASCII, no UTF-8, at the length from which on none is kept. */
const PIECES = [
  "a.b.reason.code",
  "c.b.reason.code",
  "A.b.reason.code",
  "ü.reason.code",
  "",
  "x",
  "y",
  "x\0",
  "1234567",
  "12345678",
  "12345678 12345678",
  "12345678_12345678",
  "k".repeat(48),
  "k".repeat(49),
].map((text) => Buffer.from(text));
const piece = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.uint8Array({ maxLength: 60, size: "max" }).map((content) => Buffer.from(content)),
);

describe("texts in a message", () => {
  it("are what decoding gives, whatever was met before", () => {
    const memory = new MessageMemory();
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60, size: "max" }), fc.nat(9), (pieces, before) => {
        for (const content of pieces) {
          const { from } = memory.place(Buffer.concat([Buffer.alloc(before, "e"), content, Buffer.from("behind")]));
          expect(memory.textAt(from + before, from + before + content.length)).toBe(content.toString("utf8"));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("are kept apart where more are met than are kept", () => {
    const memory = new MessageMemory();
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 20_000; number++) {
        const text = `session-${number}`;
        const { from, to } = memory.place(Buffer.from(text));
        expect(memory.textAt(from, to)).toBe(text);
      }
    }
  });
});

describe("attributes in a message", () => {
  const lengthened = (content: Buffer): Buffer => Buffer.from([content.length | 0x80, content.length >> 7]);
  const value = fc.oneof(
    piece.map((text) => bytes(1, text)),
    piece.map((text) => Buffer.concat([bytes(1, text), bytes(1, "again")])),
    fc.nat().map((number) => varint(3, BigInt(number))),
    piece.map((content) => bytes(7, content)),
    fc.constant(Buffer.alloc(0)),
    fc.uint8Array({ maxLength: 20 }).map((content) => Buffer.from(content)),
  );
  const pair = fc.oneof(
    fc.tuple(piece, value).map(([key, content]) => Buffer.concat([bytes(1, key), bytes(2, content)])),
    fc.tuple(piece, value).map(([key, content]) => Buffer.concat([bytes(2, content), bytes(1, key)])),
    fc.tuple(piece, value).map(([key, content]) => Buffer.concat([bytes(1, key), bytes(2, content), bytes(3, "unknown")])),
    fc.tuple(piece, piece).map(([key, content]) => Buffer.concat([bytes(3, key), bytes(2, bytes(1, content))])),
    fc.tuple(piece, piece).map(([key, content]) => Buffer.concat([bytes(1, key), bytes(3, bytes(1, content))])),
    piece.map((key) => Buffer.concat([Buffer.from([0x0a]), lengthened(key), key, bytes(2, bytes(1, "a"))])),
    fc.uint8Array({ maxLength: 200, size: "max" }).map((content) => Buffer.from(content)),
  );

  it("are not mistaken where the key's length takes two bytes and behind it stands what would fit one", () => {
    const memory = new MessageMemory();
    const fitting = Buffer.concat([Buffer.from([0x12, 5, 0x0a, 3]), Buffer.from("odd")]);
    const before = Buffer.concat([Buffer.from([0x0a, 0x81, 0x00]), Buffer.from("k"), bytes(2, bytes(1, "value"))]);
    for (let padding = 90; padding < 130; padding++) {
      const content = bytes(9, Buffer.concat([before, bytes(3, Buffer.concat([Buffer.alloc(padding, 1), fitting]))]));
      const { bytes: held, from, to } = memory.place(content);
      expect(read(new Fields(held, from, to, memory))).toEqual([["k", "value"]]);
    }
  });

  it("are not mistaken where the lengths of the value and of its text take more than a byte, and taken for one they fit", () => {
    const memory = new MessageMemory();
    for (let length = 2; length < 256; length++) {
      const content = bytes(9, Buffer.from([0x0a, 1, 0x6b, 0x12, length, 0x0a, ...Array.from({ length: length - 1 }, () => length - 2)]));
      const { bytes: held, from, to } = memory.place(content);
      expect(read(new Fields(held, from, to, memory))).toEqual(read(new Fields(content)));
    }
  });

  it("are read as they are in no program's memory", () => {
    const memory = new MessageMemory();
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => {
        for (const content of pairs) {
          const { bytes: held, from, to } = memory.place(bytes(9, content));
          expect(read(new Fields(held, from, to, memory))).toEqual(read(new Fields(bytes(9, content))));
        }
      }),
      { numRuns: 1000 },
    );
  });

  function read(fields: Fields): unknown {
    const attributes: Record<string, never> = {};
    try {
      fields.next();
      readAttribute(fields, attributes);
      return Object.entries(attributes);
    } catch (error) {
      expect(error).toBeInstanceOf(WireError);
      return "broken";
    }
  }
});

describe("what is passed over in a message", () => {
  const field = fc.oneof(
    fc.integer({ min: 0, max: 300 }).map((length) => bytes(2, Buffer.alloc(length, 7))),
    fc.constantFrom(1 << 14, (1 << 14) - 1, 1 << 21, (1 << 21) - 1).map((length) => bytes(2, Buffer.alloc(length, 7))),
    fc.constantFrom(bytes(1, "scope"), varint(3, 300n), Buffer.from([0x12, 0x85, 0x00, 1, 2, 3, 4, 5])),
  );

  it("is what going through it field by field passes by, and no more than ends before the place", () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 6 }), fc.nat(6), fc.integer({ min: -3, max: 3 }), fc.nat(9), (fields, until, more, cut) => {
        const memory = createMessageMemory()!;
        const whole = Buffer.concat(fields);
        const message = whole.subarray(0, Math.max(0, whole.length - cut));
        const { bytes: held, from, to } = memory.place(message);
        const place = Math.max(0, Buffer.concat(fields.slice(0, until)).length + more);
        const cursor = new Fields(held, from, to, memory);
        const passed = cursor.passOver({ nextFrom: () => from + place });
        const plain = new Fields(message);
        for (let count = 0; count < passed; count++) {
          expect(plain.next()).toBe(true);
          expect([plain.field, plain.type]).toEqual([2, WIRE.bytes]);
          expect(plain.to).toBeLessThanOrEqual(place);
        }
        expect(rest(cursor).map(([start, end]) => [start! - from, end! - from])).toEqual(rest(plain));
        giveBack(memory);
      }),
      { numRuns: 500 },
    );
  });

  it("is all that is not wanted", () => {
    const memory = new MessageMemory();
    const message = Buffer.concat(Array.from({ length: 5000 }, (_, index) => bytes(2, Buffer.alloc(index, 7))));
    const { bytes: held, from, to } = memory.place(message.subarray(0, 4_000_000));
    expect(new Fields(held, from, to, memory).passOver({ nextFrom: () => Number.POSITIVE_INFINITY })).toBeGreaterThan(2500);
  });

  function rest(fields: Fields): number[][] {
    const places: number[][] = [];
    try {
      while (fields.next()) places.push([fields.from, fields.to]);
    } catch (error) {
      expect(error).toBeInstanceOf(WireError);
    }
    return places;
  }
});

it("a message in the room that it was read into stays there, one that is too long to be copied is read where it is", () => {
  const memory = new MessageMemory();
  memory.reserve(1 << 20);
  const inside = Buffer.from(memory.bytes.buffer, memory.bytes.byteOffset + 1000, 10);
  const placed = memory.place(inside);
  expect([placed.from, placed.to]).toEqual([inside.byteOffset, inside.byteOffset + 10]);
  const long = Buffer.alloc((1 << 22) + 1);
  expect(memory.place(long).bytes === long).toBe(true);
  memory.reserve(1 << 24);
  expect(memory.place(Buffer.from("abc")).bytes.toString("utf8", memory.bytes.byteOffset, memory.bytes.byteOffset + 3)).toBe("abc");
});
