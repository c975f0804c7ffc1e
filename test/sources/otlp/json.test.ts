import { describe, expect, it } from "vitest";
import type { LogRecord, SpanRecord } from "../../../src/sources/span.ts";
import { otlpJson } from "../../../src/sources/otlp/json.ts";
import { attributes } from "../../helpers/spans.ts";
import { readBytes } from "../read.ts";

const BARE = { traceId: "5b8efff798038103d269b633813fc60c", spanId: "eee19b7ec3c1b174" };

/** The span that a document with this one span gives. */
async function read(span: object, keys: readonly [string, string] = ["resourceSpans", "scopeSpans"]): Promise<SpanRecord> {
  const named = { ...BARE, ...span, attributes: [kind, ...((span as { attributes?: object[] }).attributes ?? [])] };
  const { records, warnings } = await readBytes(
    JSON.stringify({ [keys[0]]: [{ [keys[1]]: [{ scope: { name: "demo" }, spans: [named] }] }] }),
  );
  expect(warnings).toEqual([]);
  expect(records).toHaveLength(1);
  return records[0] as SpanRecord;
}

const kind = { key: "activation.kind", value: { stringValue: "hook" } };

describe("OTLP/JSON", () => {
  it.each<[what: string, value: object, read: unknown]>([
    ["text", { stringValue: "a" }, "a"],
    ["text that is empty", { stringValue: "" }, ""],
    ["a boolean", { boolValue: false }, false],
    ["an integer as text", { intValue: "7" }, 7],
    ["an integer as a number", { intValue: 7 }, 7],
    ["an integer that no number holds", { intValue: "9223372036854775807" }, 9_223_372_036_854_775_807n],
    ["a double", { doubleValue: 0.5 }, 0.5],
    ["a double that is no number", { doubleValue: "NaN" }, Number.NaN],
    ["a double without end", { doubleValue: "-Infinity" }, Number.NEGATIVE_INFINITY],
    ["bytes", { bytesValue: "AAEC/w==" }, "AAEC/w=="],
    ["a list", { arrayValue: { values: [{ stringValue: "a" }, { intValue: 1 }] } }, ["a", 1]],
    ["a list without values", { arrayValue: {} }, []],
    ["a map", { kvlistValue: { values: [{ key: "__proto__", value: { stringValue: "a" } }] } }, attributes({ ["__proto__"]: "a" })],
    ["nothing", {}, null],
    ["what nobody knows", { newValue: 1 }, null],
    ["snake_case", { string_value: "a" }, "a"],
    ["a Go struct", { Value: { StringValue: "a" } }, "a"],
    ["a list in a Go struct", { Value: { ArrayValue: { values: [{ Value: { IntValue: 1 } }] } } }, [1]],
    ["an empty Go struct", { Value: null }, null],
  ])("reads a value that is %s", async (_what, value, expected) => {
    expect((await read({ attributes: [{ key: "x", value }] })).attributes["x"]).toEqual(expected);
  });

  it("reads an integer that stands as a number with all its digits", async () => {
    const text = JSON.stringify({
      resourceSpans: [
        { scopeSpans: [{ spans: [{ ...BARE, startTimeUnixNano: 7, attributes: [kind, { key: "x", value: { intValue: 8 } }] }] }] },
      ],
    });
    const { records } = await readBytes(text.replace(":7,", ":1756720800000000123,").replace(":8}", ":-9223372036854775807}"));
    expect(records[0]).toMatchObject({ startTime: [1_756_720_800, 123], attributes: { x: -9_223_372_036_854_775_807n } });
  });

  it.each<[what: string, span: object, read: Partial<SpanRecord>]>([
    ["ids in capital letters", { traceId: BARE.traceId.toUpperCase() }, { traceId: BARE.traceId }],
    [
      "ids in base64",
      { traceId: "W47/95gDgQPSabYzgT/GDA==", spanId: "APBnqgupArc=" },
      { traceId: BARE.traceId, spanId: "00f067aa0ba902b7" },
    ],
    ["a trace id without its zeros", { traceId: "a7890b687652000e" }, { traceId: "0000000000000000a7890b687652000e" }],
    ["no parent", {}, { parentSpanId: undefined }],
    ["an empty parent", { parentSpanId: "" }, { parentSpanId: undefined }],
    ["a parent of zeros", { parentSpanId: "0000000000000000" }, { parentSpanId: undefined }],
    ["a parent", { parentSpanId: "00F067AA0BA902B7" }, { parentSpanId: "00f067aa0ba902b7" }],
    ["a status as a number", { status: { code: 2, message: "broken" } }, { status: { code: "error", message: "broken" } }],
    ["a status as a name", { status: { code: "STATUS_CODE_OK" } }, { status: { code: "ok", message: undefined } }],
    ["no status", {}, { status: { code: "unset", message: undefined } }],
    [
      "times",
      { startTimeUnixNano: "1756720800000000123", endTimeUnixNano: "1756720800000000124" },
      { startTime: [1_756_720_800, 123], endTime: [1_756_720_800, 124] },
    ],
    ["times that are not there", {}, { startTime: [0, 0] }],
    ["times that are nonsense", { startTimeUnixNano: "soon", endTimeUnixNano: -1 }, { startTime: [0, 0], endTime: [0, 0] }],
    ["attributes that were dropped", { droppedAttributesCount: 3 }, { droppedAttributes: 3 }],
    [
      "snake_case",
      { start_time_unix_nano: "1756720800000000123", parent_span_id: "00f067aa0ba902b7", dropped_attributes_count: 2 },
      { startTime: [1_756_720_800, 123], parentSpanId: "00f067aa0ba902b7", droppedAttributes: 2 },
    ],
    ["nonsense in place of everything", { events: 7, status: [], name: {}, links: "x", unknown: null }, { events: [], name: "" }],
  ])("reads a span with %s", async (_what, span, expected) => {
    expect(await read(span)).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ["resourceSpans", "scopeSpans"],
    ["resource_spans", "scope_spans"],
    ["resourceSpans", "instrumentationLibrarySpans"],
    ["resource_spans", "instrumentation_library_spans"],
  ])("finds spans in %s and %s", async (...keys) => {
    expect(await read({}, keys)).toMatchObject({ spanId: BARE.spanId, scope: "demo" });
  });

  it("leaves out a span without ids, with a warning that says where", async () => {
    const { records, warnings, summary } = await readBytes(
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ attributes: [kind] }] }] }] }),
    );
    expect(records).toEqual([]);
    expect(warnings).toMatchObject([{ code: "invalid_record", position: "line 1" }]);
    expect(summary.lostRecords).toBe(true);
  });

  it("counts log records, and gives them where they are asked for", async () => {
    const log = {
      timeUnixNano: "1756720800000000123",
      eventName: "tool",
      body: { stringValue: "done" },
      attributes: [{ key: "a", value: { intValue: 1 } }],
    };
    const document = JSON.stringify({
      resourceSpans: [{ scopeSpans: [{ spans: [{ ...BARE, attributes: [kind] }] }] }],
      resourceLogs: [
        {
          resource: { attributes: [{ key: "service.name", value: { stringValue: "demo" } }] },
          scopeLogs: [{ scope: { name: "logs" }, logRecords: [log] }],
        },
      ],
    });
    const asked = await readBytes(document, { query: { logs: true } });
    expect(asked.summary).toMatchObject({ spans: 1, logs: 1 });
    expect(asked.records[1]).toEqual<LogRecord>({
      type: "log",
      traceId: undefined,
      spanId: undefined,
      time: [1_756_720_800, 123],
      eventName: "tool",
      body: "done",
      attributes: attributes({ a: 1 }),
      resource: attributes({ "service.name": "demo" }),
      scope: "logs",
      source: "traces",
      position: "line 1",
    });
    expect((await readBytes(document)).records).toHaveLength(1);
  });

  it("passes over metrics without a word", async () => {
    const { records, warnings, summary } = await readBytes('{"resourceMetrics":[{"scopeMetrics":[{"metrics":[]}]}]}');
    expect({ records, warnings, spans: summary.spans }).toEqual({ records: [], warnings: [], spans: 0 });
  });

  it.each([null, 1, "x", [], {}, { resourceSpans: {} }, { resourceSpans: null }])("does not recognise %j", (value) => {
    expect(otlpJson.recognises(value)).toBe(false);
  });
});
