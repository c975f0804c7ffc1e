import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogRecord, SpanRecord } from "../../../src/sources/span.ts";
import { otlpJson } from "../../../src/sources/otlp/json.ts";
import { attributes } from "../../helpers/spans.ts";
import { expectSound, mutated } from "../hostile.ts";
import { readBytes } from "../read.ts";

const BARE = { traceId: "5b8efff798038103d269b633813fc60c", spanId: "eee19b7ec3c1b174", startTimeUnixNano: "1756720800000000123" };

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
    ["an integer in two halves", { intValue: { low: -2, high: 1, unsigned: false } }, 8_589_934_590],
    ["an integer below zero in two halves", { intValue: { low: -7, high: -1, unsigned: false } }, -7],
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
    ["a status as a name without its prefix", { status: { code: "ERROR" } }, { status: { code: "error", message: undefined } }],
    ["a status as a name in lower case", { status: { code: "Ok" } }, { status: { code: "ok", message: undefined } }],
    ["no status", {}, { status: { code: "unset", message: undefined } }],
    [
      "times",
      { startTimeUnixNano: "1756720800000000123", endTimeUnixNano: "1756720800000000124" },
      { startTime: [1_756_720_800, 123], endTime: [1_756_720_800, 124] },
    ],
    ["an end that is not there", {}, { endTime: [0, 0] }],
    ["an end that is nonsense", { endTimeUnixNano: -1 }, { endTime: [0, 0] }],
    ["a time with a fraction", { endTimeUnixNano: "1756720800000000000.0" }, { endTime: [1_756_720_800, 0] }],
    ["a time with an exponent", { endTimeUnixNano: "1.7567208e18" }, { endTime: [1_756_720_800, 0] }],
    ["a time in two halves", { endTimeUnixNano: { low: -1_786_101_637, high: 409_018_434 } }, { endTime: [1_756_720_800, 123] }],
    ["a time in ISO 8601", { endTimeUnixNano: "2025-09-01T12:00:00.000000123+02:00" }, { endTime: [1_756_720_800, 123] }],
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

  it.each<[what: string, time: unknown]>([
    ["missing", undefined],
    ["nonsense", "soon"],
    ["in milliseconds", 1_756_720_800_000],
    ["1e999", "1e999"],
  ])("says so where a span's time is %s, and gives the span all the same", async (_what, startTimeUnixNano) => {
    const span = { ...BARE, startTimeUnixNano, attributes: [kind] };
    const { records, warnings, summary } = await readBytes(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));
    expect(records).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: "doubtful_time", position: "line 1" }]);
    expect(summary.lostRecords).toBe(false);
  });

  it.each<[what: string, attributes: unknown]>([
    ["an object", { "activation.kind": "hook", "activation.sequence": 7, "activation.hook.mutated": ["path"] }],
    [
      "an object of OTLP's values",
      {
        "activation.kind": { stringValue: "hook" },
        "activation.sequence": { intValue: "7" },
        "activation.hook.mutated": { arrayValue: { values: [{ stringValue: "path" }] } },
      },
    ],
    [
      "a list with plain values",
      [
        { key: "activation.kind", value: "hook" },
        { key: "activation.sequence", value: 7 },
        { key: "activation.hook.mutated", value: ["path"] },
      ],
    ],
  ])("reads attributes that are %s", async (_what, given) => {
    const { records } = await readBytes(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ ...BARE, attributes: given }] }] }] }));
    const expected = { "activation.kind": "hook", "activation.sequence": 7, "activation.hook.mutated": ["path"] };
    expect(records[0]?.attributes).toEqual(attributes(expected));
  });

  const span = { ...BARE, attributes: [kind] };
  const scope = { scope: { name: "demo" }, spans: [span] };
  it.each<[what: string, document: unknown, scope: string]>([
    ["a resource, as Java's logging exporter prints it", { resource: {}, scopeSpans: [scope] }, "demo"],
    ["a list of resources", [{ resource: {}, scopeSpans: [scope] }], "demo"],
    ["a scope", scope, "demo"],
    ["a span", span, ""],
    ["a span with its scope", { ...span, resource: {}, scope: { name: "demo" } }, "demo"],
    ["a span with its scope under the SDK's name", { ...span, instrumentationScope: { name: "demo" } }, "demo"],
    ["a list of spans", [span], ""],
    ["a list of lists", [[{ resourceSpans: [{ scopeSpans: [scope] }] }]], "demo"],
    ["a list whose first item holds nothing", [{ resourceSpans: null }, {}, { resourceSpans: [{ scopeSpans: [scope] }] }], "demo"],
  ])("reads %s that stands alone", async (_what, document, name) => {
    const { records, warnings, summary } = await readBytes(JSON.stringify(document));
    expect(records).toMatchObject([{ spanId: BARE.spanId, scope: name }]);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: "otlp-json", spans: 1 });
  });

  it("says that an item of a list is something else", async () => {
    const { records, warnings } = await readBytes(JSON.stringify([span, { hello: "world" }]));
    expect(records).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: "unknown_format" }]);
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

  it("is decoded without an error, whatever stands in it", () => {
    const document = { resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, events: [{ name: "x", attributes: [kind] }] }] }] }] };
    fc.assert(fc.property(mutated([document, [scope], span]), (value) => expectSound(otlpJson, value)));
  });

  it("is read where one of its values nests deeper than a program's stack is", async () => {
    const deep = `${'{"Value":'.repeat(100_000)}{"stringValue":"a"}${"}".repeat(100_000)}`;
    const text = JSON.stringify({ ...span, attributes: [kind, { key: "deep", value: "DEEP" }] }).replace('"DEEP"', deep);
    const { records, warnings } = await readBytes(`[${text},${JSON.stringify({ ...span, attributes: [kind] })}]`);
    expect(warnings).toEqual([]);
    expect(records).toMatchObject([{ attributes: { deep: null } }, {}]);
  });

  it("passes over metrics without a word", async () => {
    const { records, warnings, summary } = await readBytes('{"resourceMetrics":[{"scopeMetrics":[{"metrics":[]}]}]}');
    expect({ records, warnings, spans: summary.spans }).toEqual({ records: [], warnings: [], spans: 0 });
  });

  it.each([null, 1, "x", [], {}, [[]], { resourceSpans: {} }, { spans: [{}] }, { traceId: "1", spanId: "2" }])(
    "does not recognise %j",
    (value) => {
      expect(otlpJson.recognises(value)).toBe(false);
    },
  );
});
