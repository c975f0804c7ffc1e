import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import { flatAttributes } from "../values/attributes.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { isObject, listFrom, nameOf, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { placed } from "../values/place.ts";
import { statusFrom } from "../values/status.ts";
import type { SpanEvent, SpanRecord } from "../span.ts";
import { later, nanosFromMicros, timeFromMicros, timeFromNanosOrIso } from "../values/time.ts";

/**
 * Finished spans as the console exporters of the OpenTelemetry SDKs write them as JSON: Python's (`Span.to_json`: ids behind
 * `0x`, times in ISO 8601), PHP's (spans below `scopes`, times in nanoseconds), and the fields of JavaScript's (times in
 * microseconds). One, or a list of them. What is dropped of a span none of them says. Phoenix saves and answers with spans that
 * look like Python's, in its answers below `data`.
 */
export const consoleSpans: DocumentFormat = {
  name: "memory",
  recognises(value) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(first) && (isSpan(first) || spansOf(first)?.some(isSpan) === true);
  },
  *decode(value, origin) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const spans: readonly unknown[] = items.flatMap((item): readonly unknown[] =>
      isObject(item) && !isSpan(item) ? (spansOf(item) ?? [item]) : [item],
    );
    for (const [span, place] of placed(spans, origin)) {
      const record = decodeSpan(objectFrom(span), place);
      if (record !== undefined) yield record;
    }
  },
};

/** What PHP's exporter writes in one go, and an answer of Phoenix; undefined where the value is neither. */
function spansOf(value: JsonObject): readonly JsonObject[] | undefined {
  const { scopes, data } = value;
  if (Array.isArray(data)) return data.filter(isObject);
  if (!Array.isArray(scopes)) return undefined;
  return scopes.filter(isObject).flatMap((scope) =>
    listFrom(scope["spans"])
      .filter(isObject)
      .map((span) => ({ instrumentationScope: scope, ...span })),
  );
}

function isSpan(value: JsonObject): boolean {
  const { context } = value;
  if (isObject(context)) return typeof context["trace_id"] === "string" && typeof context["span_id"] === "string";
  return typeof value["traceId"] === "string" && typeof value["id"] === "string" && isObject(value["attributes"]);
}

function decodeSpan(span: JsonObject, origin: DocumentOrigin): SpanRecord | undefined {
  const context = objectFrom(span["context"]);
  const traceId = traceIdFrom(context["trace_id"] ?? span["traceId"]);
  const spanId = spanIdFrom(context["span_id"] ?? span["id"]);
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  const status = objectFrom(span["status"]);
  const parent = span["parentSpanContext"];
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(isObject(parent) ? parent["spanId"] : (span["parent_id"] ?? span["parent_span_id"] ?? span["parentId"])),
    name: textFrom(span["name"]) ?? "",
    ...timesOf(span),
    attributes: flatAttributes(objectFrom(span["attributes"])),
    status: statusFrom(
      status["status_code"] ?? status["code"] ?? span["status_code"],
      status["description"] ?? status["message"] ?? span["status_message"],
    ),
    events: listFrom(span["events"]).filter(isObject).map(eventFrom),
    droppedAttributes: 0,
    scope: nameOf(span["instrumentationScope"] ?? span["instrumentationLibrary"]),
    source: origin.source,
    position: origin.position,
  };
}

function timesOf(span: JsonObject): Pick<SpanRecord, "startTime" | "endTime"> {
  if (span["timestamp"] !== undefined) {
    const startTime = timeFromMicros(span["timestamp"]);
    return { startTime, endTime: later(startTime, nanosFromMicros(span["duration"]) ?? 0n) };
  }
  return {
    startTime: timeFromNanosOrIso(span["start_time"] ?? span["start"]),
    endTime: timeFromNanosOrIso(span["end_time"] ?? span["end"]),
  };
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["name"]) ?? "", attributes: flatAttributes(objectFrom(event["attributes"])) };
}
