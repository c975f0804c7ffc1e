import { describe, expect, it } from "vitest";
import { jsonDocument } from "../otlp/write-json.ts";
import { readBytes } from "../read.ts";
import { RUN, WANTED } from "../run.ts";

const lines = [RUN.slice(0, 3), RUN.slice(3)].map((half) => `${JSON.stringify(jsonDocument(half))}\n`);
const withNoise = [
  "starting the agent\n",
  lines[0]!,
  '{"level":"info","msg":"a {\\"resourceSpans\\" is spoken of"}\n',
  `[agent] INFO - ${lines[1]!}`,
];

/** What Docker's json-file driver makes of what is printed: entries of so many characters. */
function docker(printed: readonly string[], length = 16_384, stream = "stdout"): string {
  const pieces = printed.flatMap((line) => line.match(new RegExp(`[^]{1,${length}}`, "g")) ?? []);
  return pieces.map((log) => `${JSON.stringify({ log, stream, time: "2026-01-05T09:00:00Z" })}\n`).join("");
}

/** Line by line, as two streams that are written at once. */
function interleaved(one: string, other: string): string {
  const [first, second] = [one, other].map((text) => text.split("\n").filter((line) => line !== ""));
  return first!.map((line, at) => `${line}\n${second![at] === undefined ? "" : `${second![at]}\n`}`).join("");
}

describe("traces that a log system keeps as text are read", () => {
  it.each<[system: string, content: string]>([
    ["Docker", docker(withNoise)],
    ["Docker, where it has cut the lines", docker(withNoise, 700)],
    ["Docker, without a line feed at the end", docker([lines[0]!, lines[1]!.trim()], 700)],
    ["systemd's journal", withNoise.map((MESSAGE) => JSON.stringify({ __CURSOR: "s=1", MESSAGE, PRIORITY: "6" })).join("\n")],
    [
      "systemd's journal, as bytes",
      withNoise.map((text) => JSON.stringify({ __CURSOR: "s=1", MESSAGE: [...Buffer.from(text)] })).join("\n"),
    ],
    ["CloudWatch", JSON.stringify({ events: withNoise.map((message) => ({ timestamp: 1, message, ingestionTime: 2 })) }, null, 2)],
    [
      "CloudWatch Logs Insights",
      JSON.stringify({
        results: withNoise.map((value) => [
          { field: "@timestamp", value: "2026-01-05 09:00:00.000" },
          { field: "@message", value },
          { field: "@ptr", value: lines[0]! },
        ]),
        status: "Complete",
      }),
    ],
    ["kcat", withNoise.map((payload, offset) => JSON.stringify({ topic: "otlp_spans", partition: 0, offset, payload })).join("\n")],
    [
      "Loki",
      JSON.stringify({
        status: "success",
        data: { resultType: "streams", result: [{ stream: {}, values: withNoise.map((text) => ["1", text]) }] },
      }),
    ],
  ])("from %s", async (_system, content) => {
    const { records, warnings, summary } = await readBytes(content);
    expect(records).toHaveLength(WANTED.length);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: "otlp-json", spans: RUN.length, lostRecords: false });
  });

  const others = [lines[0]!, "an exception {\n", "    at main\n", `[agent] ${lines[1]!}`, "}\n"];
  const indented = (text: string): string[] =>
    JSON.stringify(JSON.parse(text), null, 4)
      .split("\n")
      .map((line) => `${line}\n`);
  const printed = ["starting {\n", ...indented(lines[0]!), "INFO spans: [\n", ...indented(`[${lines[1]!}]`).slice(1)];

  it.each<[system: string, content: string]>([
    ["Docker", docker(printed)],
    ["Docker, with the lines of the other stream between", interleaved(docker(printed), docker(["{\n", "  a: 1\n", "}\n"], 99, "stderr"))],
    ["Docker, with other lines between", docker(printed.flatMap((line) => [line, "noise\n"]))],
    ["systemd's journal", printed.map((line) => JSON.stringify({ __CURSOR: "s=1", MESSAGE: line.trimEnd() })).join("\n")],
    ["CloudWatch", JSON.stringify({ events: printed.map((message) => ({ timestamp: 1, message })) })],
    ["CloudWatch, many lines an event", JSON.stringify({ events: [{ timestamp: 1, message: printed.join("") }] })],
    ["CloudWatch, many lines behind a time", JSON.stringify({ events: [{ timestamp: 1, message: `[09:00] ${printed.join("")}` }] })],
    [
      "Loki, the newest line first",
      JSON.stringify({
        data: { resultType: "streams", result: [{ values: printed.map((text, at) => [`${10_000 + at}`, text]).toReversed() }] },
      }),
    ],
    ["Docker, where what opens is no document", docker(others)],
  ])("also where they are printed over many lines: from %s", async (_system, content) => {
    const { records, warnings, summary } = await readBytes(content);
    expect(records).toHaveLength(WANTED.length);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: "otlp-json", spans: RUN.length, lostRecords: false });
  });

  it.each([
    ["never ended", indented(lines[1]!).slice(0, -1)],
    ["broken by another", [...indented(lines[1]!).slice(0, -1), ...indented('{"a":1}')]],
  ])("and what is %s over many lines is said", async (_what, broken) => {
    const { records, warnings } = await readBytes(docker([lines[0]!, ...broken]));
    expect(records).toHaveLength(3);
    expect(warnings).toMatchObject([{ code: "truncated_record" }]);
  });

  it("and what is cut off in it is said", async () => {
    const { records, warnings, summary } = await readBytes(docker([lines[0]!, lines[1]!.slice(0, 900)], 700));
    expect(records.length).toBeLessThan(WANTED.length);
    expect(warnings).toMatchObject([{ code: "truncated_record" }]);
    expect(summary.lostRecords).toBe(true);
  });

  it.each([
    ["a span alone", '{"traceId":"5b","spanId":"00","name":"x","startTime":[1,', ["truncated_record"]],
    ["what Go prints", '{"Name":"x","SpanContext":{"TraceID":"5b', ["truncated_record"]],
    ["a log record", '{"level":"info","trace_id":"5b","span_id":"00","msg":"x', []],
    ["anything else", '{"startTime":1,"job":"x', []],
  ])("and of %s that is cut off as much is said as is lost", async (_what, text, codes) => {
    const { warnings } = await readBytes(docker([lines[0]!, `${text}\n`]));
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  it("and what the journal has left out is said", async () => {
    const { warnings } = await readBytes(`${lines[0]!}${JSON.stringify({ __CURSOR: "s=1", MESSAGE: null })}\n`);
    expect(warnings).toMatchObject([
      { code: "truncated_record", message: expect.stringContaining("journalctl --all"), position: "line 2" },
    ]);
  });

  it("but not from any other document: there a trace is only spoken of", async () => {
    const { records, warnings } = await readBytes(`${lines[0]!}${JSON.stringify({ role: "tool", output: lines[1]! })}\n`);
    expect(records).toHaveLength(3);
    expect(warnings).toMatchObject([{ code: "unknown_format", position: "line 2" }]);
  });
});
