import { bareObject } from "../values/bare-object.ts";
import type { DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { anyValueFrom, isObject, listFrom, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { placeIn } from "../values/place.ts";
import type { AnyValue, SpanAttributes, SpanEvent, SpanRecord } from "../span.ts";
import { countFrom, integerFrom } from "../values/integer.ts";
import { later, nanosFromMicros, timeFromMicros } from "../values/time.ts";
import { eventFromFields, statusFromTags, TRANSLATED, without } from "./translated.ts";

/**
 * Jaeger's own JSON, as `/api/traces` answers and the UI downloads (jaeger internal/uimodel, 1.x and 2.x): times in
 * microseconds, typed tags, lists as JSON text, and the OpenTelemetry fields that Jaeger's model lacks as tags.
 */

/** A trace in Jaeger's own JSON: its spans beside their processes. */
export function isLegacyTrace(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value["spans"]) && (typeof value["traceID"] === "string" || isObject(value["processes"]));
}

/** The spans of one trace. */
export function* decodeLegacyTrace(trace: JsonObject, place: string, origin: DocumentOrigin): Iterable<SpanRecord> {
  let number = 0;
  for (const span of listFrom(trace["spans"])) {
    number += 1;
    const position = placeIn(origin, place, `span ${number}`);
    const record = decodeSpan(objectFrom(span), trace["traceID"], { ...origin, position });
    if (record !== undefined) yield record;
  }
}

function decodeSpan(span: JsonObject, idOfTrace: unknown, origin: DocumentOrigin): SpanRecord | undefined {
  const traceId = traceIdFrom(span["traceID"] ?? idOfTrace);
  const spanId = spanIdFrom(span["spanID"]);
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  const tags = attributesFrom(span["tags"]);
  const startTime = timeFromMicros(span["startTime"]);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: parentOf(span, traceId),
    name: textFrom(span["operationName"]) ?? "",
    startTime,
    endTime: later(startTime, nanosFromMicros(span["duration"]) ?? 0n),
    attributes: without(TRANSLATED, tags),
    status: statusFromTags(tags),
    events: listFrom(span["logs"]).filter(isObject).map(eventFrom),
    droppedAttributes: countFrom(tags["otel.dropped_attributes_count"]),
    scope: textFrom(tags["otel.scope.name"]) ?? textFrom(tags["otel.library.name"]) ?? "",
    source: origin.source,
    position: origin.position,
  };
}

/** The first `CHILD_OF` in the same trace; links of OTLP are `FOLLOWS_FROM`. */
function parentOf(span: JsonObject, traceId: string): string | undefined {
  for (const reference of listFrom(span["references"])) {
    if (!isObject(reference) || reference["refType"] !== "CHILD_OF") continue;
    const parent = spanIdFrom(reference["spanID"]);
    if (parent !== undefined && (traceIdFrom(reference["traceID"]) ?? traceId) === traceId) return parent;
  }
  return spanIdFrom(span["parentSpanID"]);
}

function attributesFrom(tags: unknown): SpanAttributes {
  const attributes = bareObject<AnyValue>();
  for (const tag of listFrom(tags)) {
    if (isObject(tag) && typeof tag["key"] === "string") attributes[tag["key"]] = valueOf(tag);
  }
  return attributes;
}

/** Jaeger writes an `int64` beyond what JavaScript holds as text, `binary` as base64. */
function valueOf(tag: JsonObject): AnyValue {
  const value = tag["value"];
  if (typeof value !== "string") return anyValueFrom(value);
  switch (tag["type"]) {
    case "int64":
      return numberFrom(value) ?? value;
    case "bool":
      return value === "true" || (value === "false" ? false : value);
    case "float64":
      return value.trim() === "" || Number.isNaN(Number(value)) ? value : Number(value);
    default:
      return value;
  }
}

function numberFrom(text: string): number | bigint | undefined {
  const integer = integerFrom(text);
  return integer !== undefined && Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
}

function eventFrom(log: JsonObject): SpanEvent {
  return eventFromFields(attributesFrom(log["fields"]));
}
