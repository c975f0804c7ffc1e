import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flatSpans } from "../../../src/sources/console/flat.ts";
import { attributes } from "../../helpers/spans.ts";
import { decode, expectSound, mutated } from "../hostile.ts";
import { readBytes } from "../read.ts";
import { VALUES, expectThePrintedSpan } from "./printed.ts";

const camel = {
  name: "execute_hook guard",
  kind: "Internal",
  traceId: "5b8efff798038103d269b633813fc60c",
  spanId: "00f067aa0ba902b7",
  parentSpanId: "eee19b7ec3c1b174",
  startTime: "2025-09-01T10:00:00.000007Z",
  endTime: "2025-09-01T10:00:00.000009Z",
  status: { code: "Error", message: "it broke" },
  resource: { "service.name": "agent" },
  instrumentationScope: { name: "demo" },
  attributes: VALUES,
  events: [{ name: "exception", attributes: { "exception.message": "broken" } }],
};

const snake = {
  trace_id: "5b8efff798038103d269b633813fc60c",
  span_id: "00f067aa0ba902b7",
  parent_span_id: "eee19b7ec3c1b174",
  span_name: "execute_hook guard",
  start_timestamp: "2025-09-01T10:00:00.000007Z",
  end_timestamp: "2025-09-01T10:00:00.000009Z",
  otel_status_code: "ERROR",
  otel_status_message: "it broke",
  scope: { name: "demo" },
  // A store of JSON takes the dots of a name apart.
  attributes: { activation: { kind: "hook", sequence: 2, hook: { mutated: ["path", "a,b"] } } },
  events: [{ name: "exception", attributes: { exception: { message: "broken" } } }],
};

const elastic = {
  "@timestamp": "2025-09-01T10:00:00.000007Z",
  data_stream: { type: "traces", dataset: "generic.otel" },
  trace_id: "5b8efff798038103d269b633813fc60c",
  span_id: "00f067aa0ba902b7",
  parent_span_id: "eee19b7ec3c1b174",
  name: "execute_hook guard",
  duration: 2000,
  status: { code: "STATUS_CODE_ERROR", message: "it broke" },
  scope: { name: "demo" },
  attributes: VALUES,
  events: [{ name: "exception", attributes: { "exception.message": "broken" } }],
};

const ofAWriter = {
  ...camel,
  startTime: 1_756_720_800_000_007n,
  endTime: 1_756_720_800_000_009n,
  status: "ERROR",
  status_message: "it broke",
  attributes: [
    { key: "activation.kind", value: { stringValue: "hook" } },
    { key: "activation.sequence", value: { intValue: "2" } },
    { key: "activation.hook.mutated", value: ["path", "a,b"] },
  ],
};

describe("a span whose fields stand beside one another", () => {
  it.each<[writer: string, document: object]>([
    ["camelCase", camel],
    ["snake_case, with nested attributes", snake],
    ["Elasticsearch's documents", elastic],
    ["numbers for times and pairs for attributes", ofAWriter],
  ])("is read from %s", (_writer, document) => {
    expectThePrintedSpan(flatSpans, document);
  });

  it("is read without attributes, where it has an end", () => {
    expect(decode(flatSpans, { ...snake, attributes: undefined }).spans).toMatchObject([{ attributes: attributes({}) }]);
  });

  it("is counted on lines, where it is nothing that is wanted", async () => {
    const other = { ...snake, attributes: { "http.method": "GET" } };
    const { records, warnings, summary } = await readBytes([snake, other, other].map((span) => `${JSON.stringify(span)}\n`).join(""));
    expect(records).toMatchObject([{ position: "line 1" }]);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: "spans", spans: 3, lostRecords: false });
  });

  it("is left out with a warning where its ids are none", () => {
    expect(decode(flatSpans, { ...snake, trace_id: "trace-1" })).toMatchObject({
      spans: [],
      warnings: [{ code: "invalid_record", message: "a span without a valid trace id and span id was left out" }],
    });
  });

  it("that lasted so long in a unit that is not known ends when it began", () => {
    const { end_timestamp: _end, ...rest } = snake;
    expect(decode(flatSpans, { ...rest, duration: 2 }).spans[0]?.endTime).toEqual([1_756_720_800, 7000]);
    expect(decode(flatSpans, { ...rest, duration_ns: 2 }).spans[0]?.endTime).toEqual([1_756_720_800, 7002]);
  });

  const { name: _name, ...nameless } = camel;
  const { startTime: _start, ...timeless } = camel;
  it.each([
    ["a log record", { ...timeless, timestamp: "2025-09-01T10:00:00Z", body: "x" }],
    ["a log record without a name", { ...nameless, timestamp: "2025-09-01T10:00:00Z" }],
    ["a span of the SDK for JavaScript", { ...camel, startTime: [1, 2] }],
    ["a span of OTLP", { ...timeless, startTimeUnixNano: "1" }],
    ["what has neither attributes nor an end", { ...camel, attributes: undefined, endTime: undefined }],
    ["a span whose attributes are text", { ...camel, attributes: "{}" }],
    ["a span of Datadog", { ...snake, trace_id: 1234, span_id: 5678 }],
    ["nothing", []],
  ])("is not %s", (_what, document) => {
    expect(flatSpans.recognises(document)).toBe(false);
  });

  it("is decoded without an error, whatever stands in it", () => {
    fc.assert(fc.property(mutated([camel, snake, elastic, [ofAWriter]]), (document) => expectSound(flatSpans, document)));
  });
});
