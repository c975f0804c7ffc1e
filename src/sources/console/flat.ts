import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import { attributesFromOtlp } from "../otlp/value.ts";
import { flatAttributes } from "../values/attributes.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { integerFrom } from "../values/integer.ts";
import { isObject, listFrom, nameOf, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { placed } from "../values/place.ts";
import { statusFrom } from "../values/status.ts";
import type { HrTime, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "../span.ts";
import { later, NO_TIME, timeFromAnyUnit, timeFromIso } from "../values/time.ts";

/**
 * Spans as stores and programs of their own write OpenTelemetry's, an object each: ids, a name, a start and attributes beside one
 * another, in camelCase or snake_case. So do Elasticsearch's and OpenSearch's documents, rows of Logfire, and exporters that
 * somebody wrote for a file. One, or a list of them.
 *
 * Only what has all four is one: a log record can have ids and attributes as well.
 */
export const flatSpans: DocumentFormat = {
  name: "spans",
  recognises(value) {
    return isFlatSpan(Array.isArray(value) ? value[0] : value);
  },
  *decode(value, origin) {
    for (const [span, place] of placed(Array.isArray(value) ? value : [value], origin)) {
      const record = isFlatSpan(span) ? decodeSpan(span, place) : leftOut(place);
      if (record !== undefined) yield record;
    }
  },
};

const TRACE_ID = ["traceId", "trace_id"];
const SPAN_ID = ["spanId", "span_id"];
const PARENT_ID = ["parentSpanId", "parent_span_id", "parentId", "parent_id"];
const NAME = ["name", "spanName", "span_name"];
const START = ["startTime", "start_time", "startTimestamp", "start_timestamp"];
const END = ["endTime", "end_time", "endTimestamp", "end_timestamp"];
/** A time of anything; that of a span's start only beside how long it lasted. */
const TIMESTAMP = ["@timestamp", "timestamp"];
const NANOSECONDS = ["durationNano", "duration_nano", "durationInNanos", "duration_ns"];
const DURATION = [...NANOSECONDS, "duration", "duration_ms"];

/** A start of OTLP's own makes a span of OTLP, one of two numbers a span of the SDK for JavaScript. */
function isFlatSpan(value: unknown): value is JsonObject {
  if (!isObject(value) || typeof first(value, TRACE_ID) !== "string" || typeof first(value, SPAN_ID) !== "string") return false;
  if (typeof first(value, NAME) !== "string" || "startTimeUnixNano" in value || "start_time_unix_nano" in value) return false;
  const { attributes } = value;
  // What has none is a span by its end.
  return (
    isTime(startOf(value)) && (attributes === undefined ? isTime(first(value, END)) : isObject(attributes) || Array.isArray(attributes))
  );
}

function isTime(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}

function startOf(span: JsonObject): unknown {
  return first(span, START) ?? (first(span, DURATION) === undefined ? undefined : first(span, TIMESTAMP));
}

function decodeSpan(span: JsonObject, origin: DocumentOrigin): SpanRecord | undefined {
  const traceId = traceIdFrom(first(span, TRACE_ID));
  const spanId = spanIdFrom(first(span, SPAN_ID));
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  const startTime = time(startOf(span)) ?? NO_TIME;
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(first(span, PARENT_ID)),
    name: textFrom(first(span, NAME)) ?? "",
    startTime,
    endTime: time(first(span, END)) ?? later(startTime, durationOf(span)),
    attributes: attributesFrom(span["attributes"]),
    status: statusOf(span),
    events: listFrom(span["events"]).filter(isObject).map(eventFrom),
    droppedAttributes: 0,
    scope: nameOf(span["instrumentationScope"] ?? span["scope"]),
    source: origin.source,
    position: origin.position,
  };
}

/** Elasticsearch's documents have nanoseconds in `duration`; the unit of anybody else's is not known. */
function durationOf(span: JsonObject): bigint {
  return integerFrom(first(span, NANOSECONDS) ?? (span["@timestamp"] === undefined ? undefined : span["duration"])) ?? 0n;
}

/** ISO 8601, or a number, whose size tells its unit. */
function time(value: unknown): HrTime | undefined {
  return typeof value === "string" && !/^\d+$/.test(value) ? timeFromIso(value) : timeFromAnyUnit(value);
}

function attributesFrom(value: unknown): SpanAttributes {
  return isObject(value) ? flatAttributes(value) : attributesFromOtlp(value);
}

/** An object with a code, or the code itself, beside the span's name or in it. */
function statusOf(span: JsonObject): SpanStatus {
  const { status } = span;
  const held = objectFrom(status);
  const code = held["code"] ?? held["status_code"] ?? first(span, ["statusCode", "status_code", "otel_status_code"]) ?? status;
  const message = first(span, ["statusMessage", "status_message", "otel_status_message"]) ?? held["message"] ?? held["description"];
  return statusFrom(code, message);
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["name"]) ?? "", attributes: attributesFrom(event["attributes"]) };
}

/** What stands under the first of these names that is there. */
function first(object: JsonObject, names: readonly string[]): unknown {
  for (const name of names) if (object[name] !== undefined && object[name] !== null) return object[name];
  return undefined;
}
