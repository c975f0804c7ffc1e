import { describe, expect, it } from "vitest";
import { workAhead } from "../../../src/sources/http/ahead.ts";

const tick = async (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe("work that is done ahead", () => {
  it("comes in order, so many at once and no more", async () => {
    let running = 0;
    let most = 0;
    const results: number[] = [];
    const work = async (item: number): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      await tick(item % 3);
      running -= 1;
      return item * 10;
    };
    for await (const result of workAhead([1, 2, 3, 4, 5, 6, 7], 3, work)) results.push(result);
    expect(results).toEqual([10, 20, 30, 40, 50, 60, 70]);
    expect(most).toBe(3);
  });

  it("is not begun any more when nobody takes it", async () => {
    const begun: number[] = [];
    for await (const result of workAhead([1, 2, 3, 4, 5, 6], 2, async (item) => begun.push(item))) {
      if (result === 1) break;
    }
    expect(begun).toEqual([1, 2]);
  });

  it("fails where it failed, and nowhere else", async () => {
    const work = async (item: number): Promise<number> => {
      if (item === 2) throw new Error("two");
      return item;
    };
    const results: number[] = [];
    const reading = (async () => {
      for await (const result of workAhead([1, 2, 3], 3, work)) results.push(result);
    })();
    await expect(reading).rejects.toThrow("two");
    expect(results).toEqual([1]);
  });
});
