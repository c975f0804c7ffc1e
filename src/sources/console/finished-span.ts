import { bareObject } from "../values/bare-object.ts";
import type { DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import type { AnyValue, SpanAttributes, SpanEvent, SpanRecord } from "../span.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { countFrom } from "../values/integer.ts";
import { anyValueFrom, isObject, listFrom, nameOf, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { statusFrom } from "../values/status.ts";
import { timeFromPair } from "../values/time.ts";

/** Whether it is a span that the SDK for JavaScript finished, as JSON has it. */
export function isFinishedSpan(value: unknown): boolean {
  return isObject(value) && contextOf(value) !== undefined && Array.isArray(value["startTime"]);
}

/**
 * A finished span, in the process or as JSON; undefined, with a warning, where it has no ids.
 *
 * Taken by shape, so that a reader loads no SDK: `ReadableSpan` of SDK 2 (`parentSpanContext`, `instrumentationScope`)
 * and of SDK 1 (`parentSpanId`, `instrumentationLibrary`).
 */
export function decodeFinishedSpan(value: unknown, origin: DocumentOrigin): SpanRecord | undefined {
  const span = objectFrom(value);
  const context = contextOf(span);
  const traceId = traceIdFrom(context?.["traceId"]);
  const spanId = spanIdFrom(context?.["spanId"]);
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  const parent = span["parentSpanContext"];
  const status = objectFrom(span["status"]);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(isObject(parent) ? parent["spanId"] : span["parentSpanId"]),
    name: textFrom(span["name"]) ?? "",
    startTime: timeFromPair(span["startTime"]),
    endTime: timeFromPair(span["endTime"]),
    attributes: attributesFrom(span["attributes"]),
    status: statusFrom(status["code"], status["message"]),
    events: listFrom(span["events"]).filter(isObject).map(eventFrom),
    droppedAttributes: countFrom(span["droppedAttributesCount"]),
    scope: nameOf(span["instrumentationScope"] ?? span["instrumentationLibrary"]),
    source: origin.source,
    position: origin.position,
  };
}

/**
 * A live span has a method; of one that was written as JSON only the field behind it is left, or what a writer copied of it. Into
 * the files of GitHub Copilot the ids are copied alone.
 */
function contextOf(span: JsonObject): JsonObject | undefined {
  const context: unknown =
    typeof span["spanContext"] === "function"
      ? (span["spanContext"] as () => unknown).call(span)
      : (span["_spanContext"] ?? span["spanContext"]);
  if (isObject(context)) return context;
  return typeof span["traceId"] === "string" && typeof span["spanId"] === "string" ? span : undefined;
}

/** An attribute that is `undefined` is left out, as the exporters do. */
function attributesFrom(value: unknown): SpanAttributes {
  const attributes = bareObject<AnyValue>();
  for (const [key, item] of Object.entries(objectFrom(value))) if (item !== undefined) attributes[key] = anyValueFrom(item);
  return attributes;
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["name"]) ?? "", attributes: attributesFrom(event["attributes"]) };
}
