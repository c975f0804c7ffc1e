import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { countFrom, integerFrom } from "../values/integer.ts";
import { isObject, listFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import type { HrTime, LogRecord, SpanEvent, SpanRecord, SpanStatus } from "../span.ts";
import { NO_TIME, timeFromIso, timeFromNanos } from "../values/time.ts";
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
    const resource = attributesFromOtlp(isObject(group["resource"]) ? group["resource"]["attributes"] : undefined);
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
  const scope = group["scope"] ?? either(group, "instrumentationLibrary", "instrumentation_library");
  return isObject(scope) ? (textFrom(scope["name"]) ?? "") : "";
}

/** One span; undefined, with a warning, where it has no ids. */
export function decodeSpan(span: unknown, scope: string, origin: DocumentOrigin): SpanRecord | undefined {
  if (!isObject(span)) return invalid("a span that is no object was left out", origin);
  const traceId = traceIdFrom(either(span, "traceId", "trace_id"));
  const spanId = spanIdFrom(either(span, "spanId", "span_id"));
  if (traceId === undefined || spanId === undefined) return invalid("a span without a valid trace id and span id was left out", origin);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(either(span, "parentSpanId", "parent_span_id")),
    name: textFrom(span["name"]) ?? "",
    startTime: time(either(span, "startTimeUnixNano", "start_time_unix_nano")),
    endTime: time(either(span, "endTimeUnixNano", "end_time_unix_nano")),
    attributes: attributesFromOtlp(span["attributes"]),
    status: status(span["status"]),
    events: listFrom(span["events"]).filter(isObject).map(eventFrom),
    droppedAttributes: countFrom(either(span, "droppedAttributesCount", "dropped_attributes_count")),
    scope,
    source: origin.source,
    position: origin.position,
  };
}

function invalid(message: string, origin: DocumentOrigin): undefined {
  origin.warn("invalid_record", message, origin.position);
}

function either(object: JsonObject, camel: string, snake: string): unknown {
  return object[camel] ?? object[snake];
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["name"]) ?? "", attributes: attributesFromOtlp(event["attributes"]) };
}

function status(value: unknown): SpanStatus {
  if (!isObject(value)) return UNSET;
  const message = textFrom(value["message"]) || undefined;
  switch (codeOf(value["code"])) {
    case 1:
    case "OK":
      return { code: "ok", message };
    case 2:
    case "ERROR":
      return { code: "error", message };
    default:
      return message === undefined ? UNSET : { code: "unset", message };
  }
}

/** Some write the names without their prefix, as AWS does in CloudWatch, and in any case. */
function codeOf(code: unknown): unknown {
  return typeof code === "string" ? code.toUpperCase().replace("STATUS_CODE_", "") : code;
}

const UNSET: SpanStatus = { code: "unset", message: undefined };

function timeOfLog(log: JsonObject): HrTime {
  const own = time(either(log, "timeUnixNano", "time_unix_nano"));
  return own[0] === 0 && own[1] === 0 ? time(either(log, "observedTimeUnixNano", "observed_time_unix_nano")) : own;
}

/** Nanoseconds since the epoch: text, or a number, which a writer in JavaScript has rounded. Some write ISO 8601. */
function time(value: unknown): HrTime {
  if (typeof value === "string" && NANOSECONDS.test(value)) return [Number(value.slice(0, -9)), Number(value.slice(-9))];
  const nanos = integerFrom(value);
  if (nanos !== undefined) return timeFromNanos(nanos);
  const rounded = typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
  if (typeof rounded === "number") return Number.isFinite(rounded) ? timeFromNanos(BigInt(Math.trunc(rounded))) : NO_TIME;
  return (typeof value === "string" ? timeFromIso(value) : undefined) ?? NO_TIME;
}

/** The usual width of a time of this century, read without a bigint. */
const NANOSECONDS = /^\d{19}$/;

/** A number that was written with a fraction or an exponent, as some languages write a double. */
const DECIMAL = /^\d{1,25}(?:\.\d{1,25})?(?:e\+?\d{1,2})?$/i;
