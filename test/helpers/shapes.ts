import { gzipSync } from "node:zlib";
import type { AnyValue, HrTime, SpanAttributes, SpanRecord } from "../../src/sources/span.ts";
import { rowOf } from "../sources/clickhouse/rows.ts";
import { DOCUMENTS, jsonEachRow, NAMED } from "../sources/clickhouse/write-text.ts";
import { jsonDocument } from "../sources/otlp/write-json.ts";
import { framed, protoMessage } from "../sources/otlp/write-proto.ts";
import { zstdFrame } from "../sources/zstd-frame.ts";

/** A form in which programs save traces, and what of a span it cannot hold. */
export interface Shape {
  /** As `sources[].format` has it. */
  readonly format: string;
  readonly write: (spans: readonly SpanRecord[]) => string | Buffer;
  /** The nearest that it can hold of a time, in nanoseconds. */
  readonly time?: (nanos: bigint) => bigint;
  /** Codes of the warnings that say what it lost. */
  readonly says?: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const micros = (nanos: bigint): bigint => (nanos / 1000n) * 1000n;
/** The digits that JavaScript writes of the number nearest to it. */
const asNumber = (nanos: bigint): bigint => BigInt(String(Number(nanos)));

export const SHAPES: Readonly<Record<string, Shape>> = {
  "OTLP/JSON, one document": { format: "otlp-json", write: json },
  "OTLP/JSON, pretty-printed, UTF-16": {
    format: "otlp-json",
    write: (spans) => Buffer.from(`\ufeff${JSON.stringify(jsonDocument(spans), null, 2)}`, "utf16le"),
  },
  "OTLP/JSON, a line a span": { format: "otlp-json", write: (spans) => spans.map((span) => `${json([span])}\r\n`).join("") },
  "OTLP/JSON, snake_case": { format: "otlp-json", write: (spans) => JSON.stringify(renamed(jsonDocument(spans), snake)) },
  "OTLP/JSON, before 0.15": { format: "otlp-json", write: (spans) => JSON.stringify(renamed(jsonDocument(spans), old)) },
  "OTLP/JSON, gzip": { format: "otlp-json+gzip", write: (spans) => gzipSync(json(spans)) },
  "OTLP/JSON, zstd": { format: "otlp-json+zstd", write: (spans) => zstdFrame(Buffer.from(json(spans))) },
  "OTLP/JSON, a zstd frame a message": {
    format: "otlp-json+zstd+framed",
    write: (spans) => framed(...spans.map((span) => zstdFrame(Buffer.from(json([span]))))),
  },
  "OTLP protobuf": { format: "otlp-proto", write: (spans) => protoMessage(spans) },
  "OTLP protobuf, framed": { format: "otlp-proto+framed", write: (spans) => framed(...spans.map((span) => protoMessage([span]))) },
  "OTLP protobuf, a zstd frame a message": {
    format: "otlp-proto+zstd+framed",
    write: (spans) => framed(...spans.map((span) => zstdFrame(protoMessage([span])))),
  },
  "Jaeger, API v3": { format: "jaeger", write: (spans) => JSON.stringify({ result: jsonDocument(spans) }) },
  "Jaeger, its own JSON": { format: "jaeger", write: (spans) => JSON.stringify(jaeger(spans)), time: micros },
  "Tempo, v1": {
    format: "tempo",
    write: (spans) => JSON.stringify({ batches: renamed(jsonDocument(spans).resourceSpans, (key) => key, base64) }),
  },
  "Tempo, v2": { format: "tempo", write: (spans) => JSON.stringify({ trace: renamed(jsonDocument(spans), (key) => key, base64) }) },
  "Grafana's download": {
    format: "grafana",
    write: (spans) => JSON.stringify({ batches: renamed(jsonDocument(spans).resourceSpans, old, numeric) }),
    time: asNumber,
    says: ["precision_lost"],
  },
  Zipkin: { format: "zipkin", write: (spans) => JSON.stringify(spans.map(zipkin)), time: micros, says: ["lists_as_text"] },
  "ClickHouse, JSONEachRow": { format: "clickhouse", write: (spans) => jsonEachRow(spans.map(rowOf)) },
  ...Object.fromEntries(
    Object.entries({ ...NAMED, ...DOCUMENTS }).map(([name, write]) => [
      `ClickHouse, ${name}`,
      { format: "clickhouse", write: (spans: readonly SpanRecord[]) => write(spans.map(rowOf)) },
    ]),
  ),
};

function json(spans: readonly SpanRecord[]): string {
  return JSON.stringify(jsonDocument(spans));
}

/** The same with other keys and other values. */
function renamed(
  value: unknown,
  key: (name: string) => string,
  change: (name: string, value: unknown) => unknown = (_, same) => same,
): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, key, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [key(name), renamed(change(name, item), key, change)]));
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const old = (name: string): string => ({ scopeSpans: "instrumentationLibrarySpans", scope: "instrumentationLibrary" })[name] ?? name;

function base64(name: string, value: unknown): unknown {
  return /^(?:trace|span|parentSpan)Id$/.test(name) ? Buffer.from(value as string, "hex").toString("base64") : value;
}

function numeric(name: string, value: unknown): unknown {
  return name.endsWith("TimeUnixNano") || name === "timeUnixNano" ? Number(value) : value;
}

export function nanosOf([seconds, nanos]: HrTime): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
}

/** A list or an object as the text that stores without them keep. */
function text(value: AnyValue): string {
  return typeof value === "string" ? value : JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item));
}

function jaeger(spans: readonly SpanRecord[]): Json {
  const traces = new Map<string, SpanRecord[]>();
  for (const span of spans) traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
  const data = [...traces].map(([traceID, members]) => ({ traceID, spans: members.map(jaegerSpan), processes: {}, warnings: null }));
  return { data, total: 0, limit: 0, offset: 0, errors: null };
}

function jaegerSpan(span: SpanRecord): Json {
  const start = nanosOf(span.startTime) / 1000n;
  const status = span.status.code === "unset" ? {} : { "otel.status_code": span.status.code.toUpperCase() };
  const message = span.status.message === undefined ? {} : { "otel.status_description": span.status.message };
  const references = [{ refType: "CHILD_OF", traceID: span.traceId, spanID: span.parentSpanId }];
  return {
    traceID: span.traceId,
    spanID: span.spanId,
    operationName: span.name,
    references: span.parentSpanId === undefined ? [] : references,
    startTime: Number(start),
    duration: Number(nanosOf(span.endTime) / 1000n - start),
    tags: tags({ ...span.attributes, ...status, ...message, "otel.scope.name": span.scope }),
    logs: span.events.map(({ name, attributes }) => ({ timestamp: Number(start), fields: tags({ event: name, ...attributes }) })),
    processID: "p1",
    warnings: null,
  };
}

function tags(attributes: SpanAttributes): readonly Json[] {
  return Object.entries(attributes).map(([key, value]) => {
    if (typeof value === "boolean") return { key, type: "bool", value };
    if (typeof value === "bigint") return { key, type: "int64", value: String(value) };
    if (typeof value === "number") return { key, type: Number.isInteger(value) ? "int64" : "float64", value };
    return { key, type: "string", value: text(value) };
  });
}

/** As the SDK for JavaScript exports it: all text, of a list its items with commas between. */
function zipkin(span: SpanRecord): Json {
  const start = nanosOf(span.startTime) / 1000n;
  const own = Object.entries(span.attributes).map(([key, value]) => [key, Array.isArray(value) ? String(value) : text(value)]);
  const error = span.status.code === "error" ? { error: span.status.message ?? "true" } : {};
  return {
    traceId: span.traceId,
    id: span.spanId,
    parentId: span.parentSpanId,
    name: span.name,
    timestamp: Number(start),
    duration: Number(nanosOf(span.endTime) / 1000n - start),
    localEndpoint: { serviceName: "demo" },
    tags: {
      ...Object.fromEntries(own),
      ...error,
      "otel.status_code": span.status.code.toUpperCase(),
      "otel.scope.name": span.scope,
      "service.name": "demo",
    },
    annotations: span.events.map(({ name, attributes }) => ({
      timestamp: Number(start),
      value: Object.keys(attributes).length === 0 ? name : `"${name}": ${JSON.stringify(attributes)}`,
    })),
  };
}
