import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_MESSAGE } from "../../../src/sources/bytes/limits.ts";
import { PullBuffer, TruncatedError } from "../../../src/sources/bytes/pull-buffer.ts";
import { readerOf } from "./pieces.ts";

const step = fc.record({
  do: fc.constantFrom("take" as const, "peek" as const, "peekUpTo" as const, "skip" as const, "skipZeros" as const),
  length: fc.integer({ min: 1, max: 90 }),
});

describe("bytes that are taken by exact lengths", () => {
  it("are those of the input, however it comes and however much is asked for", async () => {
    const content = fc
      .uint8Array({ maxLength: 400, size: "max" })
      .map((bytes) => Buffer.from(bytes.map((byte) => (byte < 128 ? 0 : byte))));
    const pieces = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(content, pieces, fc.array(step, { maxLength: 30, size: "max" }), async (bytes, lengths, steps) => {
        const input = new PullBuffer(readerOf(bytes, lengths), { readLength: 16 });
        let at = 0;
        for (const { do: what, length } of steps) {
          const next = bytes.subarray(at, at + length);
          const isWhole = next.length === length;
          expect(input.offset).toBe(at);
          if (what === "peekUpTo") {
            expect(Buffer.from(await input.peekUpTo(length))).toEqual(next);
          } else if (what === "skipZeros") {
            const zeros = bytes.subarray(at).findIndex((byte) => byte !== 0);
            const words = Math.floor((zeros < 0 ? bytes.length - at : zeros) / 4);
            expect(await input.skipZeros(4)).toBe(4 * words);
            at += 4 * words;
          } else if (!isWhole) {
            await expect(input[what](length)).rejects.toThrow(TruncatedError);
            return;
          } else if (what === "skip") {
            await input.skip(length);
            at += length;
          } else {
            const taken = await input[what](length);
            // What is read ahead leaves alone what was given.
            await new Promise(setImmediate);
            expect(Buffer.from(taken)).toEqual(next);
            if (what === "take") at += length;
          }
        }
        expect(await input.isAtEnd()).toBe(at === bytes.length);
      }),
    );
  });

  it("are as many as are asked for, also more than a message may be long", async () => {
    const input = new PullBuffer({ read: async (target) => Math.min(target.length, 1 << 18), close: async () => {} });
    const length = MAX_MESSAGE + (1 << 20);
    expect((await input.peekUpTo(length)).length).toBe(length);
  });

  it("are said to be too few by how many are missing", async () => {
    for (const what of ["take", "peek", "skip"] as const)
      await expect(new PullBuffer(readerOf(Buffer.from("abcdef"), [4]), { readLength: 16 })[what](10)).rejects.toThrow(
        "ends 4 bytes too early",
      );
  });

  it("are given before the error behind them", async () => {
    const input = new PullBuffer(readerOf(Buffer.from("abcdef"), [4], new Error("gone")), { readLength: 16 });
    expect((await input.take(6)).toString()).toBe("abcdef");
    await expect(input.take(1)).rejects.toThrow("gone");
  });
});
