import type { DocumentFormat } from "../document.ts";
import { spanIdFrom, traceIdFrom } from "../identifier.ts";
import { anyValueFrom, isObject, listFrom, textFrom, type JsonObject } from "../json-value.ts";
import { placeIn } from "../place.ts";
import type { AnyValue, HrTime, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "../span.ts";
import { integerFrom } from "../integer.ts";
import { later, NO_TIME, timeFromNanos } from "../time.ts";

/**
 * Rows of the table `otel_traces` that the Collector's ClickHouse exporter writes, as `FORMAT JSONEachRow` (one row a
 * line) or `FORMAT JSON` gives them. Attributes are a `Map(String, String)`: every value is text, lists are JSON text.
 * Where the exporter is set to JSON columns, values keep their types and dotted names come as nested objects.
 */
export const clickhouse: DocumentFormat = {
  name: "clickhouse",
  recognises(value) {
    return isRow(value) || (isObject(value) && Array.isArray(value["meta"]) && Array.isArray(value["data"]));
  },
  *decode(value, origin) {
    if (isRow(value)) {
      const record = decodeRow(value, origin.source, origin.position);
      if (record === undefined) origin.warn("invalid_record", INVALID_ROW);
      else yield record;
      return;
    }
    let number = 0;
    for (const row of isObject(value) ? listFrom(value["data"]) : []) {
      number += 1;
      const position = placeIn(origin, `row ${number}`);
      const record = isRow(row) ? decodeRow(row, origin.source, position) : undefined;
      if (record === undefined) origin.warn("invalid_record", INVALID_ROW, position);
      else yield record;
    }
  },
};

const INVALID_ROW = "a row without TraceId and SpanId was left out; select every column of otel_traces";

function isRow(value: unknown): value is JsonObject {
  return isObject(value) && typeof value["TraceId"] === "string" && typeof value["SpanId"] === "string" && value["Body"] === undefined;
}

/** One row of `otel_traces`; undefined where its ids are none. `timestamp`: in any of the forms that {@link timeFrom} knows. */
export function decodeRow(
  row: JsonObject,
  source: string,
  position: string,
  timestamp: unknown = row["Timestamp"],
): SpanRecord | undefined {
  const traceId = traceIdFrom(row["TraceId"]);
  const spanId = spanIdFrom(row["SpanId"]);
  if (traceId === undefined || spanId === undefined) return undefined;
  const startTime = timeFrom(timestamp);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(row["ParentSpanId"]),
    name: textFrom(row["SpanName"]) ?? "",
    startTime,
    endTime: later(startTime, integerFrom(row["Duration"]) ?? 0n),
    attributes: attributesFrom(row["SpanAttributes"]),
    status: statusFrom(row),
    events: eventsFrom(row),
    droppedAttributes: 0,
    scope: textFrom(row["ScopeName"]) ?? "",
    source,
    position,
  };
}

/**
 * `2026-01-05 09:00:00.000000321`, ISO 8601 with a zone, seconds with a fraction, or whole nanoseconds. Text without a
 * zone is the server's own time zone and is taken for UTC.
 */
function timeFrom(value: unknown): HrTime {
  const nanos = integerFrom(value);
  if (nanos !== undefined) return timeFromNanos(nanos);
  const text = textFrom(value) ?? "";
  const seconds = /^(\d{1,12})\.(\d{1,9})$/.exec(text);
  if (seconds !== null) return [Number(seconds[1]), Number((seconds[2] ?? "").padEnd(9, "0"))];
  const date = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (date === null) return NO_TIME;
  const millis = Date.parse(`${date[1]}T${date[2]}${date[4] ?? "Z"}`);
  return Number.isNaN(millis) || millis < 0 ? NO_TIME : [millis / 1000, Number((date[3] ?? "").padEnd(9, "0"))];
}

function attributesFrom(column: unknown): SpanAttributes {
  const attributes: Record<string, AnyValue> = Object.create(null);
  if (isObject(column)) flattenInto(attributes, column, "", 0);
  return attributes;
}

const MAX_DEPTH = 32;

function flattenInto(attributes: Record<string, AnyValue>, object: JsonObject, prefix: string, depth: number): void {
  for (const [key, value] of Object.entries(object)) {
    if (isObject(value) && depth < MAX_DEPTH) flattenInto(attributes, value, `${prefix}${key}.`, depth + 1);
    else if (value !== null) attributes[prefix + key] = anyValueFrom(value);
  }
}

/** `Error`, and `STATUS_CODE_ERROR` of older versions. */
function statusFrom(row: JsonObject): SpanStatus {
  const code = (textFrom(row["StatusCode"]) ?? "").toLowerCase().replace("status_code_", "");
  const message = textFrom(row["StatusMessage"]);
  return { code: code === "error" || code === "ok" ? code : "unset", message: message === "" ? undefined : message };
}

/** Columns beside one another (`Events.Name`, `Events.Attributes`), or one list where the table was made with `flatten_nested = 0`. */
function eventsFrom(row: JsonObject): readonly SpanEvent[] {
  const attributes = listFrom(row["Events.Attributes"]);
  const beside = listFrom(row["Events.Name"]).map((name, index) => ({ Name: name, Attributes: attributes[index] }));
  return [...beside, ...listFrom(row["Events"]).filter(isObject)].map((event: JsonObject) => ({
    name: textFrom(event["Name"]) ?? "",
    attributes: attributesFrom(event["Attributes"]),
  }));
}
