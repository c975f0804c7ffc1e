import { describe, expect, it } from "vitest";
import { readBytes } from "../read.ts";

const trace = "5b8efff798038103d269b633813fc60c";
const span = "00f067aa0ba902b7";
const hook = { "activation.kind": "hook" };

const SAVED: readonly [what: string, document: object, message: RegExp][] = [
  ["Datadog's tracers", [[{ trace_id: 1, span_id: 2, parent_id: 0, resource: "GET /", meta: hook }]], /spans of Datadog's tracers/],
  ["Datadog's API", { data: [{ type: "spans", attributes: { resource_name: "x", custom: hook } }] }, /an answer of Datadog/],
  ["Honeycomb", [{ time: "2026-01-05T09:00:00Z", data: { "trace.trace_id": trace, ...hook } }], /events of Honeycomb/],
  ["Elastic APM", { processor: { event: "span" }, trace: { id: trace }, span: { id: span } }, /documents of Elastic APM/],
  ["a search", { hits: { hits: [{ _source: { message: "x" } }] } }, /an answer of Elasticsearch.*jq -c '\.hits/],
  ["Jaeger in Elasticsearch", { traceID: trace, spanID: span, startTimeMillis: 1, tags: [] }, /Jaeger's documents.*jaeger\+http/],
  ["OpenSearch", { traceId: trace, spanId: span, traceGroup: "x", durationInNanos: 1 }, /documents of OpenSearch's trace analytics/],
  ["X-Ray", { id: span, trace_id: "1-5b8efff7-98038103d269b633813fc60c", start_time: 1.5, annotations: hook }, /segments of AWS X-Ray/],
  [
    "Cloud Trace",
    { projectId: "x", traceId: trace, spans: [{ spanId: "1", name: "x", startTime: "2026-01-05T09:00:00Z", labels: hook }] },
    /Google Cloud Trace/,
  ],
  [
    "Phoenix's tables",
    { "context.trace_id": trace, "context.span_id": span, "attributes.activation": {} },
    /table of Phoenix.*\/v1\/projects/,
  ],
  ["the Agents SDK", { data: [{ object: "trace.span", id: "span_1", trace_id: "trace_1", span_data: {} }] }, /OpenAI's Agents SDK/],
  ["Braintrust", [{ span_id: "a", root_span_id: "a", span_attributes: { name: "x" } }], /spans of Braintrust/],
  ["Weave", { id: "a", trace_id: "a", op_name: "x", attributes: {} }, /calls of Weave/],
  ["LangSmith", { id: "a", trace_id: "a", run_type: "llm", dotted_order: "a" }, /runs of LangSmith/],
  [
    "Langfuse",
    { id: span, traceId: trace, name: "x", startTime: "2026-01-05T09:00:00Z", parentObservationId: null, metadata: { attributes: hook } },
    /observations of Langfuse/,
  ],
  ["MLflow", { info: {}, data: { spans: [{ trace_id: "x", attributes: { "mlflow.spanType": '"LLM"' } }] } }, /traces of MLflow/],
  ["New Relic", [{ common: {}, spans: [{ "trace.id": trace, id: span }] }], /spans of New Relic/],
  ["Application Insights", { tables: [{ columns: [{ name: "operation_Id" }] }] }, /Application Insights/],
  ["Sentry", { type: "transaction", contexts: { trace: {} }, start_timestamp: 1 }, /transactions of Sentry/],
  ["Chrome", [{ name: "x", ph: "B", ts: 1 }], /a profile/],
  ["an answer without a trace", { data: [], total: 0 }, /is an answer without a trace/],
  ["names of services", { data: ["frontend"], total: 1 }, /a list of names/],
  ["OTLP inside of a record", [{ time: "x", record: { resourceSpans: [] } }], /OTLP inside of other JSON.*jq -c/],
  [
    "Jaeger's gRPC",
    { spans: [{ traceId: "AQ==", spanId: "Ag==", operationName: "x", references: [], tags: [] }] },
    /Jaeger's own model.*jaeger\+http/,
  ],
  [
    "Splunk",
    { time: 1, host: "x", event: { trace_id: trace, span_id: span, name: "x", start_time: 1, end_time: 2 } },
    /events of Splunk.*jq -c/,
  ],
  ["spans inside of an answer", { spans: [{ trace_id: trace, span_id: span, attributes: hook }] }, /spans inside of other JSON.*jq -c/],
];

const PRINTED: readonly [what: string, text: string, message: RegExp][] = [
  ["Rust", `Spans\nResource\n\t ->  service.name=String("x")\nSpan #0\n\tTraceId : ${trace}\n`, /stdout exporter for Rust/],
  ["C++", `{\n  name          : x\n  trace_id      : ${trace}\n  span_id       : ${span}\n}\n`, /for C\+\+/],
  ["Ruby", '#<struct OpenTelemetry::SDK::Trace::SpanData\n name="x",\n attributes={"a"=>"b"}>\n', /for Ruby/],
  ["Erlang", "*SPANS FOR DEBUG*\n{span,1,2,[],\n undefined}\n", /Erlang and Elixir/],
  ["protobuf's text", 'resource_spans {\n  scope_spans {\n    spans {\n      name: "x"\n    }\n  }\n}\n', /protobuf as text/],
  [
    "the Collector's debug exporter, in a line",
    '2026-01-05T09:00:00Z\tinfo\tTraces\t{"otelcol.component.id": "debug", "spans": 2}\n',
    /debug exporter prints.*file exporter/,
  ],
];

describe("of traces in a format that is not read, an error says whose they are and what to do", () => {
  it.each(SAVED)("%s", async (_what, document, message) => {
    await expect(readBytes(JSON.stringify(document))).rejects.toThrow(message);
    await expect(readBytes(JSON.stringify(document, null, 2))).rejects.toThrow(message);
  });

  it.each(PRINTED)("what is printed by %s", async (_what, text, message) => {
    await expect(readBytes(text)).rejects.toThrow(message);
  });

  it("and what cannot be read once it is taken out is not said to be readable so", async () => {
    const text = JSON.stringify({ spans: [{ trace_id: trace, span_id: span, labels: hook }] });
    await expect(readBytes(text)).rejects.toThrow(/holds no traces in a format that explain reads/);
  });

  it("and nothing is said of what merely speaks of them", async () => {
    const text = JSON.stringify({ message: 'sends "trace.trace_id" and "dotted_order" to "resourceSpans"' });
    await expect(readBytes(text)).rejects.toThrow(/holds no traces in a format that explain reads/);
  });
});
