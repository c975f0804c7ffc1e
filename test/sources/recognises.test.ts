import { describe, expect, it } from "vitest";
import { clickhouse } from "../../src/sources/clickhouse/format.ts";
import { consoleSpans } from "../../src/sources/console/format.ts";
import { Formats } from "../../src/sources/content/formats.ts";
import { grafana } from "../../src/sources/grafana/format.ts";
import { jaeger } from "../../src/sources/jaeger/format.ts";
import { memoryDump } from "../../src/sources/memory.ts";
import { otlpJson } from "../../src/sources/otlp/json.ts";
import { tempo } from "../../src/sources/tempo/format.ts";
import { zipkin } from "../../src/sources/zipkin/format.ts";
import { legacyAnswer, legacyTrace, resourceSpans, v3Answer, v3Error } from "./jaeger/samples.ts";
import { exploreDownload, oldAnswer, partialAnswer, searchAnswer, v1Answer, v2Answer } from "./tempo/samples.ts";

const FORMATS = [otlpJson, memoryDump, consoleSpans, jaeger, tempo, grafana, zipkin, clickhouse];

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
    [undefined, {}],
    [undefined, { hello: "world" }],
    [undefined, []],
  ])("%s, and no other (%#)", async (name, document) => {
    expect(FORMATS.filter((format) => format.recognises(document)).map((format) => format.name)).toEqual(name === undefined ? [] : [name]);
    expect((await new Formats().find(document))?.name).toBe(name);
  });
});
