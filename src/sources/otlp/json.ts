import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { countFrom } from "../values/integer.ts";
import { isObject, listFrom, nameOf, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import type { HrTime, LogRecord, SpanAttributes, SpanEvent, SpanRecord } from "../span.ts";
import { statusFrom } from "../values/status.ts";
import { timeFromNanosOrIso } from "../values/time.ts";
import { attributesFromOtlp, valueFromOtlp } from "./value.ts";

/**
 * OTLP/JSON as parsed values (opentelemetry-proto 1.x; the specification's "JSON Protobuf Encoding").
 *
 * Read leniently: snake_case beside camelCase, enums as number or name, ids as hex or base64, 64-bit integers as
 * text or number, and `instrumentationLibrarySpans`, which OTLP had before 0.15. A list of requests, as `jq -s` makes of
 * lines, is read too; and so are the parts of a request where they stand alone: the `ResourceSpans` that the Java SDK's
 * logging exporter prints, `ScopeSpans`, and spans.
 */
export const otlpJson: DocumentFormat = {
  name: "otlp-json",
  row: { traceId: ["traceId", "trace_id"], spanId: ["spanId", "span_id"], nests: (key) => NESTED_IN_SPAN.has(key) },
  recognises(value) {
    const outer: unknown = Array.isArray(value) ? value[0] : value;
    return isPart(Array.isArray(outer) ? outer[0] : outer);
  },
  *decode(value, origin) {
    for (const part of Array.isArray(value) ? value.flat(1) : [value]) yield* decodePart(part, origin);
  },
};

const NESTED_IN_SPAN = new Set(["attributes", "status", "events", "links"]);

function isPart(value: unknown): boolean {
  return isObject(value) && (isRequest(value) || isResource(value) || isScope(value) || isSpan(value));
}

function* decodePart(part: unknown, origin: DocumentOrigin): Iterable<SpanRecord | LogRecord> {
  if (!isPart(part)) {
    if (!isObject(part) || Object.keys(part).length > 0) origin.warn("unknown_format", "an item of a list that is no OTLP was passed over");
    return;
  }
  const object = part as JsonObject;
  if (isRequest(object)) {
    yield* decodeResourceSpans(either(object, "resourceSpans", "resource_spans"), origin);
    yield* decodeResourceLogs(either(object, "resourceLogs", "resource_logs"), origin);
  } else if (isResource(object)) {
    yield* decodeResourceSpans([object], origin);
    yield* decodeResourceLogs([object], origin);
  } else yield* decodeResourceSpans([{ scopeSpans: [isScope(object) ? object : alone(object)] }], origin);
}

/** A span that stands alone can have its scope in itself. */
function alone(span: JsonObject): JsonObject {
  return { scope: span["scope"] ?? span["instrumentationScope"], spans: [span] };
}

function isRequest(value: JsonObject): boolean {
  return SIGNAL_KEYS.some((key) => Array.isArray(value[key]) || value[key] === null);
}

function isResource(value: JsonObject): boolean {
  return RESOURCE_KEYS.some((key) => Array.isArray(value[key]));
}

function isScope(value: JsonObject): boolean {
  const first = listFrom(value["spans"])[0];
  return isObject(first) && isSpan(first);
}

function isSpan(value: JsonObject): boolean {
  const [traceId, spanId] = [either(value, "traceId", "trace_id"), either(value, "spanId", "span_id")];
  return (
    typeof traceId === "string" && typeof spanId === "string" && either(value, "startTimeUnixNano", "start_time_unix_nano") !== undefined
  );
}

const SIGNAL_KEYS = [
  "resourceSpans",
  "resource_spans",
  "resourceLogs",
  "resource_logs",
  "resourceMetrics",
  "resource_metrics",
  "resourceProfiles",
  "resource_profiles",
];

/** The names under which a resource holds its scopes: today's, and those of OTLP before 0.15. */
const SCOPE_LISTS = ["scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans"];

const RESOURCE_KEYS = [...SCOPE_LISTS, "scopeLogs", "scope_logs", "scopeMetrics", "scope_metrics"];

/** The spans of a list of `ResourceSpans`, whatever the list's name was (`resourceSpans`, Tempo's `batches`). */
export function* decodeResourceSpans(list: unknown, origin: DocumentOrigin): Iterable<SpanRecord> {
  for (const resource of listFrom(list)) {
    if (!isObject(resource)) continue;
    for (const name of SCOPE_LISTS) {
      for (const group of listFrom(resource[name])) {
        if (!isObject(group)) continue;
        const scope = scopeName(group);
        for (const span of listFrom(group["spans"])) {
          const record = decodeSpan(span, scope, origin);
          if (record !== undefined) yield record;
        }
      }
    }
  }
}

/** The log records of a list of `ResourceLogs`. */
export function* decodeResourceLogs(list: unknown, origin: DocumentOrigin): Iterable<LogRecord> {
  for (const group of listFrom(list)) {
    if (!isObject(group)) continue;
    const resource = attributesFromOtlp(objectFrom(group["resource"])["attributes"]);
    for (const scopeLogs of listFrom(either(group, "scopeLogs", "scope_logs") ?? group["instrumentationLibraryLogs"])) {
      if (!isObject(scopeLogs)) continue;
      const scope = scopeName(scopeLogs);
      for (const log of listFrom(either(scopeLogs, "logRecords", "log_records") ?? scopeLogs["logs"])) {
        if (!isObject(log)) continue;
        yield {
          type: "log",
          traceId: traceIdFrom(either(log, "traceId", "trace_id")),
          spanId: spanIdFrom(either(log, "spanId", "span_id")),
          time: timeOfLog(log),
          eventName: textFrom(either(log, "eventName", "event_name")) || undefined,
          body: valueFromOtlp(log["body"]),
          attributes: attributesFromOtlp(log["attributes"]),
          resource,
          scope,
          source: origin.source,
          position: origin.position,
        };
      }
    }
  }
}

/** The name of the scope of a `ScopeSpans` or `ScopeLogs`; empty where it has none. */
export function scopeName(group: JsonObject): string {
  return nameOf(group["scope"] ?? either(group, "instrumentationLibrary", "instrumentation_library"));
}

/** One span; undefined, with a warning, where it has no ids. Its attributes can have been read before. */
export function decodeSpan(span: unknown, scope: string, origin: DocumentOrigin, attributes?: SpanAttributes): SpanRecord | undefined {
  if (!isObject(span)) return leftOut(origin);
  const traceId = traceIdFrom(either(span, "traceId", "trace_id"));
  const spanId = spanIdFrom(either(span, "spanId", "span_id"));
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  const status = objectFrom(span["status"]);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(either(span, "parentSpanId", "parent_span_id")),
    name: textFrom(span["name"]) ?? "",
    startTime: timeFromNanosOrIso(either(span, "startTimeUnixNano", "start_time_unix_nano")),
    endTime: timeFromNanosOrIso(either(span, "endTimeUnixNano", "end_time_unix_nano")),
    attributes: attributes ?? attributesFromOtlp(span["attributes"]),
    status: statusFrom(status["code"], status["message"]),
    events: listFrom(span["events"]).filter(isObject).map(eventFrom),
    droppedAttributes: countFrom(either(span, "droppedAttributesCount", "dropped_attributes_count")),
    scope,
    source: origin.source,
    position: origin.position,
  };
}

function either(object: JsonObject, camel: string, snake: string): unknown {
  return object[camel] ?? object[snake];
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["name"]) ?? "", attributes: attributesFromOtlp(event["attributes"]) };
}

function timeOfLog(log: JsonObject): HrTime {
  const own = timeFromNanosOrIso(either(log, "timeUnixNano", "time_unix_nano"));
  return own[0] === 0 && own[1] === 0 ? timeFromNanosOrIso(either(log, "observedTimeUnixNano", "observed_time_unix_nano")) : own;
}
