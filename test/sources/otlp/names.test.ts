import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFinder, Names, portableFinder } from "../../../src/sources/otlp/names.ts";

const NAMES = ["activation.kind", "execute_tool"];
const PIECES = [...NAMES, "activation.kin", "activ", "ation.kind", "execute_too", "l", "c", "caaaataao", "\0", "ü", " ".repeat(40)];
const message = fc.array(fc.constantFrom(...PIECES), { maxLength: 60, size: "max" }).map((pieces) => Buffer.from(pieces.join("")));

/** Where one begins at or behind `from`, the plain way. */
function next(bytes: Buffer, from: number): number {
  return Math.min(...NAMES.map((name) => bytes.indexOf(name, from)).map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)));
}

describe("Names", () => {
  it("finds what a plain search finds, whatever spans it is asked for", () => {
    fc.assert(
      fc.property(message, fc.array(fc.nat(40), { minLength: 1, maxLength: 40, size: "max" }), (bytes, lengths) => {
        const names = new Names(bytes);
        let from = 0;
        for (const length of lengths) {
          const to = Math.min(from + length, bytes.length);
          expect(names.within(from, to)).toBe(next(bytes, from) < to);
          from = to;
        }
      }),
      { numRuns: 500 },
    );
  });

  it("finds a name wherever the search moves on to the next stretch of a long message", () => {
    for (const name of NAMES) {
      for (let at = (1 << 18) - 40; at < (1 << 18) + 40; at++) {
        const bytes = Buffer.alloc((1 << 18) + 200, "c");
        bytes.write(name, at);
        const names = new Names(bytes);
        expect(names.within(0, at)).toBe(false);
        expect(names.within(at, at + 1)).toBe(true);
        expect(names.within(at + 1, bytes.length)).toBe(false);
      }
    }
  });

  it("keeps messages apart that are searched by turns", () => {
    const [some, none] = [Buffer.from(`${" ".repeat(500)}execute_tool`), Buffer.alloc(512, " ")];
    const [first, second] = [new Names(some), new Names(none)];
    expect(first.within(0, 10)).toBe(false);
    expect(second.within(0, 512)).toBe(false);
    expect(first.within(10, 512)).toBe(true);
  });
});

it("both finders find the same in any bytes", () => {
  const fast = createFinder();
  const portable = portableFinder(fast.window.length);
  fc.assert(
    fc.property(message, fc.nat(300), (bytes, from) => {
      for (const { window } of [fast, portable]) {
        window.fill(0);
        window.set(bytes);
      }
      const ends = [fast, portable].map((finder) => Math.min(finder.find(from, bytes.length), bytes.length));
      expect(ends[0]).toBe(ends[1]);
    }),
    { numRuns: 500 },
  );
});
