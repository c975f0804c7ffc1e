import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessageMemory, giveBack, MessageMemory } from "../../../src/sources/otlp/message-memory.ts";
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
