import { describe, expect, it } from "vitest";
import { adviceOnExport } from "../../../src/sources/clickhouse/advice.ts";
import { headerOf } from "../../../src/sources/clickhouse/header.ts";
import { parseLiteral } from "../../../src/sources/clickhouse/literal.ts";
import { adviceOnContent } from "../../../src/sources/content/advice.ts";
import { jsonIn, wasToHaveSpans } from "../../../src/sources/content/envelope.ts";
import { PrintedLines } from "../../../src/sources/content/printed-lines.ts";
import { tryParseJson } from "../../../src/sources/json/parse.ts";

/** Takes milliseconds where each character is gone over a few times, and seconds where it is for each of the others. */
const LENGTH = 60_000;
const MOST_MILLISECONDS = 600;

const many = (piece: string): string => piece.repeat(LENGTH / piece.length);

/** What a search that begins anew at each place can be made slow with. */
const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["empty lines", `x${many("\n")}{ x`],
  ["blanks", `x${many(" ")}{ x`],
  ["blanks behind a comma", `[1,${many(" ")}]`],
  ["blanks before a comma", `[1${many(" ")},]x`],
  ["brackets", `${many("[")} {`],
  ["braces", `${many("{")} [`],
  ["escaped quotes in a string that is not closed", `{"a":1,} "${many('\\"')}`],
  ["quotes", `{"a":1,}${many('"')}`],
  ["digits", `[1,] ${many("1")}.`],
  ["digits, parted", `[1,] ${many("1".repeat(20) + ".")}`],
  ["letters of base64", `${many("QUJD")}!`],
  ["lines of base64", `${many("QUJD\n")}!`],
  ["words that tell a printer", many("Traces\t{")],
  ["more words that tell a printer", many("Spans\nSpan #x ResourceSpans ")],
  ["words that tell a format", `{${many('"trace_id" : "span_id" : "data" : [ ')}`],
  ["carriage returns", `${many("\r")}x`],
  ["commas", `[1,]${many(", ")}`],
  ["names of columns", `${many("TraceId x")}\u0001`],
  ["quotes of a literal", `['${many("''")}`],
  ["what opens a literal", `[${many("{'a':[(")}`],
];

describe.each(TEXTS)("%s are looked at in a time that grows with their length", (_what, text) => {
  it.each<[by: string, look: () => unknown]>([
    ["the parser of JSON", () => tryParseJson(text)],
    ["what puts printed lines together", () => [...new PrintedLines().texts("", [text, ...text.split("\n")])]],
    ["who looks for JSON in a line of a log", () => [jsonIn(text), wasToHaveSpans(text)]],
    ["who says what a file is instead", () => [adviceOnContent(Buffer.from(text)), adviceOnExport(Buffer.from(text))]],
    ["who reads the names of columns", () => headerOf(text)],
    ["who reads a literal", () => parseLiteral(text)],
  ])("by %s", (_by, look) => {
    const begin = performance.now();
    look();
    expect(performance.now() - begin).toBeLessThan(MOST_MILLISECONDS);
  });
});
