import fc from "fast-check";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { clickhouse } from "../../../src/sources/clickhouse/format.ts";
import { asText, DOCUMENTS, jsonEachRow, textOf } from "./write-text.ts";
import { streamSource } from "../../../src/sources/files/file.ts";
import { isWanted } from "../../../src/sources/wanted.ts";
import { itIsASource } from "../conformance.ts";
import { readBytes } from "../read.ts";
import { RUN } from "../run.ts";
import { hardRows, rowOf } from "./rows.ts";
import { decode, expectSound, mutated } from "../hostile.ts";

/** A row as `FORMAT JSONEachRow` gives it. */
const row = {
  Timestamp: "2026-01-05 09:00:00.005000321",
  TraceId: "5b8efff798038103d269b633813fc60c",
  SpanId: "00f067aa0ba902b7",
  ParentSpanId: "",
  SpanName: "execute_hook guard",
  ServiceName: "agent",
  ResourceAttributes: { "service.name": "agent" },
  ScopeName: "extension-activation",
  SpanAttributes: { "activation.kind": "hook", "activation.hook.mutated": '["a","b,c"]', "process.exit.code": "2" },
  Duration: "4000000",
  StatusCode: "Error",
  StatusMessage: "it broke",
  "Events.Timestamp": ["2026-01-05 09:00:00.006000321"],
  "Events.Name": ["exception"],
  "Events.Attributes": [{ "exception.type": "Error" }],
};

const table = { meta: [{ name: "Timestamp", type: "DateTime64(9)" }], data: [row, row], rows: 2 };

/** The table in which each row is a list, and every value is text. */
const compact = { meta: Object.keys(row).map((name) => ({ name })), data: [Object.values(row), Object.values(row).map(textOf)] };

/** A row of `otel_logs`. */
const log = {
  Timestamp: "2026-01-05 09:00:00.005000321",
  TimestampTime: "2026-01-05 09:00:00",
  TraceId: "5b8efff798038103d269b633813fc60c",
  SpanId: "00f067aa0ba902b7",
  TraceFlags: 1,
  SeverityText: "INFO",
  SeverityNumber: 9,
  ServiceName: "agent",
  Body: "a tool was called",
  ResourceSchemaUrl: "",
  ResourceAttributes: { "service.name": "agent" },
  ScopeName: "agent.events",
  ScopeAttributes: {},
  LogAttributes: { "session.id": "s-1" },
  EventName: "agent.tool_result",
};

describe("a query of ClickHouse that failed behind its first rows", () => {
  const ERROR = "Code: 241. DB::Exception: Memory limit (total) exceeded (MEMORY_LIMIT_EXCEEDED)";
  const rows = `${JSON.stringify(row)}\n`.repeat(2);
  it.each([
    ["behind rows", `${rows}${ERROR}\n`],
    ["behind rows, as it is written since 25.11", `${rows}\r\n__exception__\r\nabcdefgh\r\n${ERROR}\r\n80 abcdefgh\r\n__exception__\r\n`],
    ["as a row", `${rows}${JSON.stringify({ exception: ERROR })}\n`],
    ["as a row of a list", JSON.stringify([row, row, { exception: ERROR }])],
    ["in a document", JSON.stringify({ ...table, exception: ERROR })],
  ])("is told where its error stands %s", async (_where, content) => {
    for (const chunk of [undefined, 7]) {
      const { records, warnings } = await readBytes(content, {}, chunk);
      expect(records).toHaveLength(2);
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: "partial_answer", message: expect.stringContaining("ended before its end") }),
      );
    }
  });

  it("is none of the traces of a program that logs such an error", async () => {
    const span = {
      traceId: row.TraceId,
      spanId: row.SpanId,
      name: "x",
      attributes: [{ key: "activation.kind", value: { stringValue: "hook" } }],
    };
    const traces = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const { records, warnings } = await readBytes(`${traces}\n${ERROR}\n{"level":"error","exception":"${ERROR}"}\n${traces}\n`);
    expect(records).toHaveLength(2);
    expect(warnings.map(({ code }) => code)).not.toContain("partial_answer");
  });
});

describe("rows of ClickHouse's otel_traces", () => {
  it("become spans, one a row", () => {
    expect(clickhouse.recognises(row)).toBe(true);
    const { spans, warnings } = decode(clickhouse, row, "line 3");
    expect(warnings).toEqual([]);
    expect(spans).toMatchObject([
      {
        traceId: "5b8efff798038103d269b633813fc60c",
        parentSpanId: undefined,
        startTime: [1_767_603_600, 5_000_321],
        endTime: [1_767_603_600, 9_000_321],
        status: { code: "error", message: "it broke" },
        scope: "extension-activation",
        attributes: { "activation.kind": "hook", "activation.hook.mutated": '["a","b,c"]', "process.exit.code": "2" },
        events: [{ name: "exception", attributes: { "exception.type": "Error" } }],
        position: "line 3",
      },
    ]);
  });

  it("are read from FORMAT JSON too", () => {
    expect(clickhouse.recognises(table)).toBe(true);
    expect(decode(clickhouse, table).spans.map(({ position }) => position)).toEqual(["row 1", "row 2"]);
  });

  it("are the same where every value is text, or a row is a list", () => {
    const [span] = decode(clickhouse, row).spans;
    expect(decode(clickhouse, asText(row))).toEqual({ spans: [span], warnings: [] });
    for (const list of [compact, [row, row]]) expect(clickhouse.recognises(list)).toBe(true);
    const both = [
      { ...span, position: "row 1" },
      { ...span, position: "row 2" },
    ];
    expect(decode(clickhouse, compact)).toEqual({ spans: both, warnings: [] });
    expect(decode(clickhouse, [row, row])).toEqual({ spans: both, warnings: [] });
  });

  it.each([
    ["SpanAttributes", "{'activation.kind':'ho"],
    ["SpanAttributes", '{"activation":{"kind":"ho'],
    ["Events.Name", "['exception'"],
    ["Events.Attributes", "[{'exception.type'}]"],
  ])("whose column %s is broken text are left out, and it is said", (column, text) => {
    const { spans, warnings } = decode(clickhouse, { ...row, [column]: text }, "line 3");
    expect(spans).toEqual([]);
    expect(warnings).toEqual([
      { code: "invalid_record", message: `a row was left out: the text of its column ${column} is broken`, position: "line 3" },
    ]);
  });

  it.each([
    ["2026-01-05 09:00:00", [1_767_603_600, 0]],
    ["2026-01-05T09:00:00.000000001Z", [1_767_603_600, 1]],
    ["2026-01-05 10:00:00.5+01:00", [1_767_603_600, 500_000_000]],
    ["1767603600.000000321", [1_767_603_600, 321]],
    ["1767603600000000321", [1_767_603_600, 321]],
    [1_767_603_600_000_000_321n, [1_767_603_600, 321]],
    ["1969-12-31 23:59:59", [0, 0]],
    ["yesterday", [0, 0]],
    [null, [0, 0]],
  ])("have their time from %s", (Timestamp, time) => {
    expect(decode(clickhouse, { ...row, Timestamp }).spans[0]?.startTime).toEqual(time);
  });

  it.each([
    ["Unset", "unset"],
    ["Ok", "ok"],
    ["STATUS_CODE_ERROR", "error"],
    ["", "unset"],
  ])("have their status from %s", (StatusCode, code) => {
    expect(decode(clickhouse, { ...row, StatusCode, StatusMessage: "" }).spans[0]?.status).toEqual({ code, message: undefined });
  });

  it("of JSON columns keep their types, and get their dotted names back", () => {
    const SpanAttributes = {
      activation: { kind: "hook", hook: { mutated: ["a", "b,c"] }, sequence: 2, protected: true },
      "plain.key": "x",
      gone: null,
    };
    expect({ ...decode(clickhouse, { ...row, SpanAttributes }).spans[0]?.attributes }).toEqual({
      "activation.kind": "hook",
      "activation.hook.mutated": ["a", "b,c"],
      "activation.sequence": 2,
      "activation.protected": true,
      "plain.key": "x",
    });
  });

  it("have their events from one column where nested columns are not flattened", () => {
    const { "Events.Name": _name, "Events.Attributes": _attributes, ...rest } = row;
    const Events = [{ Timestamp: "x", Name: "exception", Attributes: { "exception.type": "Error" } }];
    expect(decode(clickhouse, { ...rest, Events }).spans[0]?.events).toMatchObject([
      { name: "exception", attributes: { "exception.type": "Error" } },
    ]);
    for (const events of [[["x", "exception", { "exception.type": "Error" }]], "[('x','exception',{'exception.type':'Error'})]"]) {
      expect(decode(clickhouse, { ...rest, Events: events }).spans[0]?.events).toEqual(decode(clickhouse, row).spans[0]?.events);
    }
  });

  it("without their times or attributes are said to say nothing", () => {
    const { Timestamp: _time, SpanAttributes: _attributes, ...rest } = row;
    expect(decode(clickhouse, rest, "line 3").warnings).toMatchObject([
      {
        code: "invalid_record",
        message: expect.stringContaining("the columns Timestamp, SpanAttributes are missing") as string,
        position: "line 3",
      },
    ]);
  });

  it("without ids are left out, and said", () => {
    expect(decode(clickhouse, { ...row, TraceId: "" }).warnings).toMatchObject([{ code: "invalid_record" }]);
    const { spans, warnings } = decode(clickhouse, { ...table, data: [5, row, { TraceId: "x", SpanId: "y" }] });
    expect(spans).toHaveLength(1);
    expect(warnings.map(({ position }) => position)).toEqual(["row 1", "row 3"]);
  });

  it.each([[{}], [[]], [null], [{ TraceId: "a", SpanId: "b", Body: "a log" }], [{ data: [row] }], [{ meta: [] }]])(
    "are not %j",
    (document) => {
      expect(clickhouse.recognises(document)).toBe(false);
    },
  );

  it("never throw, and give sound spans only", () => {
    fc.assert(
      fc.property(mutated([row, table, compact, [row, row], asText(row), log]), (document) => expectSound(clickhouse, document)),
      { numRuns: 500 },
    );
  });
});

describe("rows of ClickHouse's otel_logs", () => {
  const read = (document: unknown): readonly unknown[] => [
    ...clickhouse.decode(document, { source: "saved.json", position: "line 3", warn: () => expect.unreachable() }),
  ];

  it("become log records", () => {
    expect(clickhouse.recognises(log)).toBe(true);
    expect(read(log)).toEqual([
      {
        type: "log",
        traceId: "5b8efff798038103d269b633813fc60c",
        spanId: "00f067aa0ba902b7",
        time: [1_767_603_600, 5_000_321],
        eventName: "agent.tool_result",
        body: "a tool was called",
        attributes: Object.assign(Object.create(null), { "session.id": "s-1" }),
        resource: Object.assign(Object.create(null), { "service.name": "agent" }),
        scope: "agent.events",
        source: "saved.json",
        position: "line 3",
      },
    ]);
  });

  it("are the same where every value is text, or a row is a list", () => {
    const [record] = read(log) as [object];
    expect(read(asText(log))).toEqual([record]);
    const list = { meta: Object.keys(log).map((name) => ({ name })), data: [Object.values(log)] };
    expect(read(list)).toEqual([{ ...record, position: "line 3, row 1" }]);
  });

  it("have a body of any type", () => {
    expect(read({ ...log, Body: { text: "a", list: [1] } })).toMatchObject([{ body: { text: "a", list: [1] } }]);
    expect(read({ ...log, Body: null })).toMatchObject([{ body: null }]);
  });

  it("may be outside of any trace, and of a version without EventName", () => {
    const { EventName: _name, ...older } = log;
    expect(read({ ...older, TraceId: "", SpanId: "" })).toMatchObject([{ traceId: undefined, spanId: undefined, eventName: undefined }]);
  });
});

describe.each(Object.entries(DOCUMENTS))("rows in %s", (_format, write) => {
  it("are the records that JSONEachRow gives of them, whatever stands in them", async () => {
    await fc.assert(
      fc.asyncProperty(hardRows, async (rows) => {
        const expected = await readBytes(jsonEachRow(rows), { query: { others: true } });
        const { records, warnings, summary } = await readBytes(write(rows), { query: { others: true } });
        expect(warnings).toEqual([]);
        expect(records.map((record) => ({ ...record, position: "" }))).toEqual(
          expected.records.map((record) => ({ ...record, position: "" })),
        );
        expect(summary).toEqual(expected.summary);
      }),
      { numRuns: 30, interruptAfterTimeLimit: 5000 },
    );
  });
});

for (const [format, write] of Object.entries(DOCUMENTS)) {
  itIsASource(`ClickHouse's ${format}`, {
    open: () => streamSource(Readable.from([Buffer.from(write(RUN.map(rowOf)))])),
    format: "clickhouse",
    spans: RUN.length,
    expected: RUN.map(rowOf).flatMap((row) => decode(clickhouse, row).spans.filter(isWanted)),
    onlyOnce: "a stream is gone when it was read",
  });
}
