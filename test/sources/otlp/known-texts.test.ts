import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KnownTexts } from "../../../src/sources/otlp/known-texts.ts";

/** Pieces that are alike: of one length, with one end, not ASCII, no UTF-8, longer than what is kept. */
const PIECES = ["a.b.reason.code", "c.b.reason.code", "A.b.reason.code", "ü.reason.code", "", "x", "y", "k".repeat(48), "k".repeat(49)].map(
  (text) => Buffer.from(text),
);
const piece = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.uint8Array({ maxLength: 60, size: "max" }).map((bytes) => Buffer.from(bytes)),
);

describe("KnownTexts", () => {
  it("gives what decoding gives, whatever was met before", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60, size: "max" }), fc.nat(9), (pieces, before) => {
        const texts = new KnownTexts();
        for (const bytes of pieces) {
          const held = Buffer.concat([Buffer.alloc(before, "e"), bytes, Buffer.from("behind")]);
          expect(texts.at(held, before, before + bytes.length)).toBe(bytes.toString("utf8"));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
