import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unescaped } from "../../../src/sources/clickhouse/escapes.ts";
import { parseLiteral } from "../../../src/sources/clickhouse/literal.ts";
import { expectBare } from "../expect-bare.ts";
import { escaped, literal } from "./write-text.ts";

/** What a column can hold: maps and lists of text. */
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.constantFrom("'", "\\", "''", "\\'", '"', "\t\n\r\0\b\f", "{}", "],["),
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: false }),
  ),
})).value;

describe("a literal of ClickHouse", () => {
  it("says what was written", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(comparable(parseLiteral(literal(value)))).toEqual(comparable(value));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[text: string, value: unknown]>([
    ["{}", {}],
    ["[ ]", []],
    ["{'a' : 'b' , 'c':'d'}", { a: "b", c: "d" }],
    ["{'a':'1','a':'2'}", { a: "2" }],
    ["('2026-01-05 09:00:00',1,-2.5,NULL,true)", ["2026-01-05 09:00:00", 1, -2.5, null, true]],
    ["[18446744073709551615]", [18_446_744_073_709_551_615n]],
    ["[nan]", ["nan"]],
    ["'it''s'", "it's"],
    ["'it\\''", "it'"],
    ["'\\\\'''", "\\'"],
    ["'\\xe2\\x82\\xac \\x41'", "€ A"],
    ["'100\\% \\d'", "100\\% \\d"],
    ["'a\\Nb'", "ab"],
  ])("%s is read", (text, value) => {
    expect(comparable(parseLiteral(text))).toEqual(value);
  });

  it.each([
    ["nothing", ""],
    ["a string that is not closed", "'a"],
    ["a string that ends with a backslash", "'a\\'"],
    ["a map that is cut off", "{'a':'b'"],
    ["a map without a value", "{'a'}"],
    ["a map whose key is a list", "{['a']:'b'}"],
    ["a list that is closed as a map", "['a'}"],
    ["a comma at the end", "['a',]"],
    ["more than one", "['a']['b']"],
    ["100,000 levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ])("%s is none", (_what, text) => {
    expect(parseLiteral(text)).toBeUndefined();
  });

  it("is read in a time that grows with its length alone, whatever stands in it", () => {
    const began = performance.now();
    for (const part of ["'", "''", "\\", "\\x", "[", "{", "{'a':", "('", "\\'"]) {
      for (const before of ["", "'", "['"]) parseLiteral(before + part.repeat(200_000));
    }
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it("cannot change a prototype", () => {
    const map = parseLiteral("{'__proto__':'x','constructor':'y'}") as object;
    expectBare(map);
    expect(Object.keys(map)).toEqual(["__proto__", "constructor"]);
  });
});

describe("escapes", () => {
  it("are undone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(unescaped(escaped(text))).toBe(text);
      }),
    );
  });

  it("leave two quotes of a field two", () => {
    expect(unescaped("''\\'")).toBe("'''");
  });
});

/** With prototypes, and 0 for -0: text does not tell them apart. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, comparable(item)]));
}
