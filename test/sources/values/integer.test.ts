import { describe, expect, it } from "vitest";
import { countFrom } from "../../../src/sources/values/integer.ts";

describe("a count", () => {
  it.each([
    [3, 3],
    ["3", 3],
    [3n, 3],
    [0, 0],
    [-1, 0],
    [1.5, 0],
    [Number.NaN, 0],
    [1e300, 0],
    [2n ** 70n, 0],
    ["99999999999999999999", 0],
    [null, 0],
    [undefined, 0],
  ])("%s is %d", (value, count) => {
    expect(countFrom(value)).toBe(count);
  });
});
