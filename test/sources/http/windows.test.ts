import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitRange, walkWindows, type TimeWindow, type WindowAnswer } from "../../../src/sources/http/windows.ts";

describe("windows of time", () => {
  it("reach everything that a limit lets be reached, and tell where it does not", async () => {
    const times = fc.array(fc.bigInt({ min: 0n, max: 999n }), { maxLength: 60, size: "max" });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 5 }), fc.bigInt({ min: 1n, max: 400n }), async (times, limit, longest) => {
        const found = new Set<number>();
        const full: TimeWindow[] = [];
        const items = times.map((time, id) => ({ time, id }));
        const read = async function* (window: TimeWindow): AsyncGenerator<number, WindowAnswer> {
          const inside = items.filter(({ time }) => time >= window.from && time < window.to);
          const isNew = inside.slice(0, limit).some(({ id }) => !found.has(id));
          for (const { id } of inside.slice(0, limit)) yield id;
          return { full: inside.length >= limit, isNew };
        };
        const windows = splitRange({ from: 0n, to: 1000n }, longest);
        const inVain = (): never => expect.unreachable("Every answer went by its time.");
        for await (const id of walkWindows(windows, 1n, read, (window) => full.push(window), inVain)) found.add(id);
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

  it("are left where every answer is full of the same, whatever time is asked for", async () => {
    let asked = 0;
    let told = 0;
    const read = async function* (): AsyncGenerator<number, WindowAnswer> {
      asked += 1;
      yield asked;
      return { full: true, isNew: asked === 1 };
    };
    const month = { from: 0n, to: 30n * 86_400_000_000_000n };
    const found: number[] = [];
    for await (const id of walkWindows(
      [month],
      1_000_000n,
      read,
      () => {},
      () => (told += 1),
    ))
      found.push(id);
    expect(found).toHaveLength(asked);
    expect(told).toBe(1);
    expect(asked).toBeLessThan(100);
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
