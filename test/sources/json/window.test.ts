import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ByteReader } from "../../../src/sources/bytes/byte-reader.ts";
import { ScalarScanner } from "../../../src/sources/json/scalar-scanner.ts";
import { Window } from "../../../src/sources/json/window.ts";

const READ_LENGTH = 64;

/** Gives `text` in pieces so long, over and over, and then fails where it is to. */
function readerOf(text: Buffer, pieces: readonly number[], failure?: Error): ByteReader {
  let at = 0;
  let reads = 0;
  return {
    async read(target) {
      await Promise.resolve();
      const count = text.copy(target, 0, at, Math.min(at + pieces[reads++ % pieces.length]!, at + target.length));
      at += count;
      if (count === 0 && failure !== undefined) throw failure;
      return count;
    },
    close: async () => {},
  };
}

const text = fc.uint8Array({ minLength: 0, maxLength: 4000 }).map((bytes) => Buffer.from(bytes));
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
  it("holds what was kept and what was read behind it, side by side", async () => {
    await fc.assert(
      fc.asyncProperty(text, pieces, steps, async (bytes, lengths, shares) => {
        const window = new Window(readerOf(bytes, lengths), new ScalarScanner(), READ_LENGTH);
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
      }),
      { numRuns: 1000 },
    );
  });

  it("gives all before what cannot be read, and then why", async () => {
    const bytes = Buffer.from("abc".repeat(100));
    const failure = new Error("the disk is gone");
    const window = new Window(readerOf(bytes, [50], failure), new ScalarScanner(), READ_LENGTH);
    while (!window.atEnd) await window.fill(0);
    expect(window.slice(0, window.end).toString()).toBe(bytes.toString());
    expect(window.failure).toBe(failure);
  });

  it("has spaces behind the end", async () => {
    const scanner = new ScalarScanner();
    const window = new Window(readerOf(Buffer.from("x".repeat(70)), [40, 30]), scanner, READ_LENGTH);
    while (!window.atEnd) await window.fill(window.end);
    const behind = window.end - window.origin;
    expect(Buffer.from(scanner.bytes.subarray(behind, behind + 64)).toString()).toBe(" ".repeat(64));
  });
});
