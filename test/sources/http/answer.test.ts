import { describe, expect, it } from "vitest";
import { parseStreamed } from "../../../src/sources/http/answer.ts";

describe("the body of an answer", () => {
  it.each<[what: string, body: string, values: readonly unknown[], isCut: boolean]>([
    ["one value, with every digit", '{"a":\n9007199254740993}', [{ a: 9_007_199_254_740_993n }], false],
    ["a value a line", '{"a":1}\n\n{"a":9007199254740993}\n', [{ a: 1 }, { a: 9_007_199_254_740_993n }], false],
    ["what breaks off behind its first value", '{"a":1}\n{"a":', [{ a: 1 }], true],
    ["no JSON", "<html>\n", [], false],
    ["nothing", "", [], false],
  ])("is %s", (_what, body, values, isCut) => {
    expect(parseStreamed(body)).toEqual({ values, isCut });
  });
});
