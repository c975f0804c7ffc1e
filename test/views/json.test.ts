import fc from "fast-check";
import { expect, test } from "vitest";
import { json } from "../../src/views/json.ts";
import { REPORTS } from "./reports.ts";

const printed = (value: object): string => [...json.render(value, { all: true, colour: true, columns: 80 })].join("");

test.each(Object.entries(REPORTS))("the report %s reads back as the same value", (_, report) => {
  expect(JSON.parse(printed(report))).toEqual(JSON.parse(JSON.stringify(report)));
});

test("any value reads back, and nothing in it steers a terminal", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" })), (value) => {
      const text = printed(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text).not.toMatch(/[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("a __proto__ key is a key like any other", () => {
  const value: object = JSON.parse('{"extra": {"__proto__": {"polluted": true}}, "__proto__": [1]}');
  expect(printed(value)).toContain('"__proto__": {\n      "polluted": true');
  expect(Object.keys(JSON.parse(printed(value)))).toEqual(["extra", "__proto__"]);
});

test("it is indented by two, like JSON.stringify", () => {
  const value = { a: 1, b: [], c: [{ d: [1, { e: "x" }] }, "y"], f: {} };
  expect(printed(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
  expect(printed({})).toBe("{}\n");
});

test("rows come one at a time, so that a report longer than a string can be is printed", () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({ i }));
  const longest = Math.max(...[...json.render({ rows }, { all: true, colour: false, columns: undefined })].map((piece) => piece.length));
  expect(longest).toBeLessThan(100);
});
