import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessageMemory, withoutMemory, type PlacedMessage } from "../../../src/sources/otlp/message-memory.ts";
import { Names } from "../../../src/sources/otlp/names.ts";

const NAMES = ["activation.kind", "execute_tool"];
const PIECES = [...NAMES, "activation.kin", "activ", "ation.kind", "execute_too", "l", "c", "caaaataao", "\0", "ü", " ".repeat(40)];
const message = fc.array(fc.constantFrom(...PIECES), { maxLength: 60, size: "max" }).map((pieces) => Buffer.from(pieces.join("")));

/** Where one begins at or behind `from`, the plain way. */
function next(bytes: Buffer, from: number): number {
  return Math.min(...NAMES.map((name) => bytes.indexOf(name, from)).map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)));
}

const memory = createMessageMemory()!;

describe.each<[where: string, place: (bytes: Buffer) => PlacedMessage]>([
  ["in a program's memory", (bytes) => memory.place(bytes)],
  ["in none", withoutMemory],
])("Names of a message %s", (_where, place) => {
  it("are where a plain search finds them, from wherever it is asked for", () => {
    fc.assert(
      fc.property(message, fc.array(fc.nat(40), { minLength: 1, maxLength: 40, size: "max" }), (bytes, steps) => {
        const placed = place(bytes);
        const names = new Names(placed);
        let at = 0;
        for (const step of steps) {
          at = Math.min(at + step, bytes.length);
          expect(names.nextFrom(placed.from + at) - placed.from).toBe(next(bytes, at));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("are none that begin in the message and end in what was left behind it", () => {
    place(Buffer.from(`${" ".repeat(100)}activation.kind`));
    for (let length = 100; length < 115; length++) {
      const bytes = Buffer.from(`${" ".repeat(100)}activation.kind`).subarray(0, length);
      const placed = place(bytes);
      expect(new Names(placed).nextFrom(placed.from)).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it("are found in time where one of them is in every span and the other in none", () => {
    const bytes = Buffer.alloc(1 << 20, "execute_tool    ");
    const placed = place(bytes);
    const names = new Names(placed);
    const began = performance.now();
    for (let at = 0; at < bytes.length; at += 16) expect(names.nextFrom(placed.from + at)).toBe(placed.from + at);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
