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

  it("and what is cut off in it is said", async () => {
    const { records, warnings, summary } = await readBytes(docker([lines[0]!, lines[1]!.slice(0, 900)], 700));
    expect(records.length).toBeLessThan(WANTED.length);
    expect(warnings).toMatchObject([{ code: "truncated_record" }]);
    expect(summary.lostRecords).toBe(true);
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
