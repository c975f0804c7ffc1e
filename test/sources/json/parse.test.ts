import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/sources/json/parse.ts";

/** Values without an integer that JSON.parse would round. */
const EXACT = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)));

describe("parseJson", () => {
  it.each<[text: string, value: unknown]>([
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740993", 9_007_199_254_740_993n],
    ["-9223372036854775808", -9_223_372_036_854_775_808n],
    ['{"a":[1756720800000000123 , 18446744073709551615]}', { a: [1_756_720_800_000_000_123n, 18_446_744_073_709_551_615n] }],
    ['{"a":12345678901234567.5}', { a: Number("12345678901234567.5") }],
    ['{"a":0.1234567890123456789}', { a: Number("0.1234567890123456789") }],
    ['{"a":1234567890123456789e2}', { a: Number("1234567890123456789e2") }],
    ['{"a":1e-1234567890123456789}', { a: 0 }],
    [String.raw`{"a":"b\\","c":1756720800000000123}`, { a: "b\\", c: 1_756_720_800_000_000_123n }],
    [String.raw`{"a":"x\":1756720800000000123,","b":1756720800000000123}`, { a: 'x":1756720800000000123,', b: 1_756_720_800_000_000_123n }],
  ])("reads %s with every digit", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it("is JSON.parse for every value that JSON.parse reads exactly", () => {
    fc.assert(
      fc.property(EXACT, fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }), (value, integer) => {
        const text = JSON.stringify(value);
        expect(parseJson(`{"big":${integer},"value":${text}}`)).toEqual({ big: integer, value: JSON.parse(text) as unknown });
      }),
    );
  });

  it.each<[text: string, value: unknown]>([
    ['{"a":[1,2,],"b":3,}', { a: [1, 2], b: 3 }],
    ['{"a":NaN,"b":[Infinity,-Infinity , 1756720800000000123]}', { a: "NaN", b: ["Infinity", "-Infinity", 1_756_720_800_000_000_123n] }],
    [String.raw`{"a":"x,] NaN \" ,} ,","b":1, }`, { a: String.raw`x,] NaN \" ,} ,`.replace(String.raw`\"`, '"'), b: 1 }],
  ])("reads %s, which is no JSON and can mean one thing only", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(["[,]", "[1,,]", "{ ,}", "[,]x", "[1,,2]", "{,}x", "NaNa", "[1 2,]", '{"a":-NaN}'])("does not guess what %s means", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it.each(["", "{", '{"a":1756720800000000123', "1756720800000000123x", '"1756720800000000123'])("throws SyntaxError on %j", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it("ends on text that nests very deep", () => {
    const deep = `${"[".repeat(100_000)}1756720800000000123${"]".repeat(100_000)}`;
    expect(() => parseJson(deep)).toThrow(RangeError);
  });
});
