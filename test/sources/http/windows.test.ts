import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitRange, walkWindows, type TimeWindow } from "../../../src/sources/http/windows.ts";

describe("windows of time", () => {
  it("reach everything that a limit lets be reached, and tell where it does not", async () => {
    const times = fc.array(fc.bigInt({ min: 0n, max: 999n }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 5 }), fc.bigInt({ min: 1n, max: 400n }), async (times, limit, longest) => {
        const found = new Set<number>();
        const full: TimeWindow[] = [];
        const items = times.map((time, id) => ({ time, id }));
        const read = async function* (window: TimeWindow): AsyncGenerator<number, boolean> {
          const inside = items.filter(({ time }) => time >= window.from && time < window.to);
          for (const { id } of inside.slice(0, limit)) yield id;
          return inside.length >= limit;
        };
        for await (const id of walkWindows(splitRange({ from: 0n, to: 1000n }, longest), 1n, read, (window) => full.push(window)))
          found.add(id);
        for (const { time, id } of items) {
          const told = full.some((window) => time >= window.from && time < window.to);
          expect(found.has(id) || told).toBe(true);
        }
        // Only what stands closer together than the smallest window is told of.
        for (const window of full)
          expect(items.filter(({ time }) => time >= window.from && time < window.to).length).toBeGreaterThanOrEqual(limit);
      }),
    );
  });

  it("are split without a gap and without overlap", () => {
    expect(splitRange({ from: 5n, to: 26n }, 10n)).toEqual([
      { from: 5n, to: 15n },
      { from: 15n, to: 25n },
      { from: 25n, to: 26n },
    ]);
    expect(splitRange({ from: 5n, to: 5n }, 10n)).toEqual([]);
  });
});
