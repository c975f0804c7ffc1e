import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OwnRoom, Window } from "../../../src/sources/bytes/window.ts";
import { readerOf } from "./pieces.ts";

const READ_LENGTH = 64;

const text = fc.nat(4000).map((length) => Buffer.from(Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 251)));
const pieces = fc.array(fc.integer({ min: 1, max: 2 * READ_LENGTH }), { minLength: 1, maxLength: 8 });
/** How much of what is held is given up before each read: mostly nearly all, as between two lines, or nothing, as in a long one. */
const steps = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.constant(1),
    fc.nat(100).map((percent) => percent / 100),
  ),
  {
    minLength: 1,
    maxLength: 12,
  },
);

describe("Window", () => {
  it("holds what was kept and what was read behind it, side by side, and spaces behind the end", async () => {
    await fc.assert(
      fc.asyncProperty(text, pieces, steps, async (bytes, lengths, shares) => {
        const room = new OwnRoom();
        const window = new Window(readerOf(bytes, lengths), { room, readLength: READ_LENGTH });
        let kept = 0;
        for (let step = 0; !window.atEnd; step++) {
          kept += Math.floor((window.end - kept) * shares[step % shares.length]!);
          const { end } = window;
          expect(await window.fill(kept)).toBe(true);
          expect(window.base).toBeLessThanOrEqual(kept);
          expect(window.end > end || window.atEnd).toBe(true);
          expect(window.slice(kept, window.end).equals(bytes.subarray(kept, window.end))).toBe(true);
        }
        expect(window.end).toBe(bytes.length);
        expect(behind(window, room)).toBe(" ".repeat(64));
      }),
      { numRuns: 1000 },
    );
  });

  it("gives all before what cannot be read, and then why", async () => {
    const bytes = Buffer.from("abc".repeat(100));
    const failure = new Error("the disk is gone");
    const window = new Window(readerOf(bytes, [50], failure), { readLength: READ_LENGTH });
    while (!window.atEnd) await window.fill(0);
    expect(window.slice(0, window.end).toString()).toBe(bytes.toString());
    expect(window.failure).toBe(failure);
  });
});

/** What a scan that looks ahead sees at the end. */
function behind({ end, origin }: Window, { bytes }: OwnRoom): string {
  return Buffer.from(bytes.subarray(end - origin, end - origin + 64)).toString();
}
