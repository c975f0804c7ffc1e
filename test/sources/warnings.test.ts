import { describe, expect, it } from "vitest";
import { Warnings } from "../../src/sources/warnings.ts";
import { v3Error } from "./jaeger/samples.ts";
import { jsonDocument } from "./otlp/write-json.ts";
import { readBytes } from "./read.ts";
import { RUN } from "./run.ts";
import { searchAnswer } from "./tempo/samples.ts";

const whole = `${JSON.stringify(jsonDocument(RUN))}\n`;

describe("a record is lost", () => {
  it.each<[what: string, beside: string, code: string]>([
    ["is cut off", whole.slice(0, 300), "truncated_record"],
    ["is no JSON", '{"a":,"b":"c"}\n', "invalid_record"],
    ["is not there, since a backend answered with an error in its place,", JSON.stringify(v3Error), "backend_error"],
    ["is only named, in an answer to a search,", JSON.stringify(searchAnswer), "summary_only"],
  ])("where it %s", async (_what, beside, code) => {
    const { warnings, summary } = await readBytes(whole + beside);
    expect(warnings.map((warning) => warning.code)).toContain(code);
    expect(summary.lostRecords).toBe(true);
  });

  it.each<[what: string, beside: string, code: string]>([
    ["text of somebody else stands beside them", "listening on 4318\n", "other_text"],
    ["NUL bytes stand beside them", "\0\0\0\0\n", "nul_bytes"],
    ["a document of no known format stands beside them", '{"level":"info"}\n', "unknown_format"],
  ])("by nothing, where %s", async (_what, beside, code) => {
    const { warnings, summary } = await readBytes(whole + beside + whole);
    expect(warnings.map((warning) => warning.code)).toContain(code);
    expect(summary.lostRecords).toBe(false);
  });
});

it("what is wrong with a line is said once, also where other lines come between", () => {
  const told: (string | undefined)[] = [];
  const warnings = new Warnings("traces", { onWarning: ({ position }) => void told.push(position), onSummary: () => {} });
  for (const line of [1, 2, 1, 2, 3, 1]) warnings.add("invalid_record", "broken", `line ${line}`);
  warnings.end();
  expect(told).toEqual(["line 1", "line 2", "line 3"]);
});

it("an error of ClickHouse among its rows is said once, whatever else stands in the file", async () => {
  const row = { Timestamp: "2026-01-05 09:00:00", TraceId: "a".repeat(32), SpanId: "b".repeat(16), SpanAttributes: {} };
  const error = "Code: 241. DB::Exception: Memory limit exceeded\n";
  for (const chunk of [20, 300, 5000]) {
    const { warnings, summary } = await readBytes(whole + error + `${JSON.stringify(row)}\n` + error, {}, chunk);
    expect(warnings.filter(({ code }) => code === "partial_answer")).toMatchObject([{ position: "line 2" }]);
    expect(summary.lostRecords).toBe(true);
  }
});
