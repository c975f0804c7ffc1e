import { describe, expect, it } from "vitest";
import type { AnyValue } from "../../src/activation/attribute.ts";
import { jsonAttributes } from "../../src/report/json.ts";
import { attributes } from "../helpers/spans.ts";

describe("attributes as JSON", () => {
  it.each([
    ["an integer that a double holds", 42n, 42],
    ["the largest such integer", 9_007_199_254_740_991n, 9_007_199_254_740_991],
    ["an integer beyond it", 9_007_199_254_740_993n, "9007199254740993"],
    ["a negative one", -9_007_199_254_740_993n, "-9007199254740993"],
    ["a fraction", 0.5, 0.5],
    ["a whole number beyond 2^53", 2 ** 60, "1152921504606846976"],
    ["NaN", Number.NaN, "NaN"],
    ["infinity", -Infinity, "-Infinity"],
    ["null", null, null],
    ["a list", [1n, "a", [true]], [1, "a", [true]]],
  ])("shows %s", (_, value, json) => {
    expect(jsonAttributes(attributes({ value }))["value"]).toEqual(json);
  });

  it("keeps a key that names the prototype as an ordinary key", () => {
    const hostile = attributes({ ["__proto__"]: "polluted", value: JSON.parse('{"__proto__":{"x":1}}') as AnyValue });
    const json = jsonAttributes(hostile);
    expect(JSON.stringify(json)).toBe('{"__proto__":"polluted","value":{"__proto__":{"x":1}}}');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("says where it stops at a hostile nesting", () => {
    let deep: AnyValue = "core";
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(JSON.stringify(jsonAttributes(attributes({ deep })))).toContain("nested deeper than 32 levels");
  });
});
