import { describe, expect, it } from "vitest";
import { clickhouse } from "../../src/sources/clickhouse/format.ts";
import { consoleSpans } from "../../src/sources/console/format.ts";
import { flatSpans } from "../../src/sources/console/flat.ts";
import { goSpans } from "../../src/sources/console/go.ts";
import { Formats } from "../../src/sources/content/formats.ts";
import { grafana } from "../../src/sources/grafana/format.ts";
import { jaeger } from "../../src/sources/jaeger/format.ts";
import { finishedRecords } from "../../src/sources/console/finished.ts";
import { otlpJson } from "../../src/sources/otlp/json.ts";
import { tempo } from "../../src/sources/tempo/format.ts";
import { zipkin } from "../../src/sources/zipkin/format.ts";
import { legacyAnswer, legacyTrace, resourceSpans, v3Answer, v3Error } from "./jaeger/samples.ts";
import { exploreDownload, oldAnswer, partialAnswer, searchAnswer, v1Answer, v2Answer } from "./tempo/samples.ts";

const FORMATS = [otlpJson, finishedRecords, consoleSpans, goSpans, flatSpans, jaeger, tempo, grafana, zipkin, clickhouse];

describe("at most one format recognises a document", () => {
  it.each([
    ["jaeger", legacyAnswer],
    ["jaeger", legacyTrace],
    ["jaeger", [legacyTrace]],
    ["jaeger", v3Answer],
    ["jaeger", v3Error],
    ["tempo", v1Answer],
    ["tempo", v2Answer],
    ["tempo", oldAnswer],
    ["tempo", partialAnswer],
    ["tempo", searchAnswer],
    ["tempo", { batches: [] }],
    ["grafana", exploreDownload],
    ["grafana", { batches: [{ scopeSpans: [{ spans: [{ startTimeUnixNano: 1_756_720_800_000_000_000 }] }] }] }],
    ["tempo", { batches: [{ scopeSpans: [{ spans: [{ startTimeUnixNano: "1756720800000000000" }] }] }] }],
    ["zipkin", [{ traceId: "a", id: "b" }]],
    ["clickhouse", { TraceId: "a", SpanId: "b" }],
    ["clickhouse", { meta: [], data: [] }],
    ["otlp-json", { resourceSpans }],
    ["otlp-json", { resourceLogs: [] }],
    ["otlp-json", { resourceSpans: null }],
    ["otlp-json", { scopeSpans: [] }],
    ["otlp-json", { traceId: "a", spanId: "b", startTimeUnixNano: "1", attributes: {} }],
    ["memory", { context: { trace_id: "a", span_id: "b" } }],
    ["memory", { traceId: "a", id: "b", attributes: {} }],
    ["memory", { scopes: [{ spans: [{ context: { trace_id: "a", span_id: "b" } }] }] }],
    ["memory", { spanContext: { traceId: "a", spanId: "b" }, startTime: [0, 0] }],
    ["memory", { traceId: "a", spanId: "b", name: "c", startTime: [0, 0], attributes: {} }],
    ["memory", { hrTime: [0, 0], attributes: {}, spanContext: { traceId: "a", spanId: "b" } }],
    ["memory", { type: "metric", name: "a", dataPoints: [] }],
    ["memory", { data: [{ context: { trace_id: "a", span_id: "b" } }], next_cursor: null }],
    ["memory", { Name: "c", SpanContext: { TraceID: "a", SpanID: "b" } }],
    ["spans", { trace_id: "a", span_id: "b", name: "c", start_time: "d", attributes: {} }],
    ["spans", [{ traceId: "a", spanId: "b", name: "c", startTime: 5, attributes: [] }]],
    ["zipkin", { traceId: "a", id: "b", timestamp: 5, binaryAnnotations: [] }],
    [undefined, { traceId: "a", id: "b", startTime: "2026-01-05T09:00:00Z", metadata: {} }],
    [undefined, { traceId: "a", id: "b", timestamp: "2026-01-05T09:00:00Z", tags: ["c"] }],
    [undefined, { traceId: "a", spanId: "b", attributes: {}, body: "c", timestamp: 5 }],
    [undefined, {}],
    [undefined, { hello: "world" }],
    [undefined, []],
  ])("%s, and no other (%#)", async (name, document) => {
    expect(FORMATS.filter((format) => format.recognises(document)).map((format) => format.name)).toEqual(name === undefined ? [] : [name]);
    expect((await new Formats().find(document))?.name).toBe(name);
  });
});
