import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { attributesFromOtlp } from "../otlp/value.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { countFrom } from "../values/integer.ts";
import { isObject, listFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { placeIn } from "../values/place.ts";
import type { SpanEvent, SpanRecord, SpanStatus } from "../span.ts";
import { NO_TIME, timeFromIso } from "../values/time.ts";

/**
 * Finished spans as the exporter `stdouttrace` of OpenTelemetry Go prints them: JSON with the names of Go's fields, on a line
 * or over many. One, or a list of them. Early versions have the parent, the status and the events under other names.
 */
export const goSpans: DocumentFormat = {
  name: "memory",
  recognises(value) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(first) && isObject(first["SpanContext"]) && typeof first["SpanContext"]["TraceID"] === "string";
  },
  *decode(value, origin) {
    const spans: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const [index, span] of spans.entries()) {
      const position = spans.length === 1 ? origin.position : placeIn(origin, `span ${index + 1}`);
      const record = isObject(span) ? decodeSpan(span, { ...origin, position }) : undefined;
      if (record === undefined) origin.warn("invalid_record", "a span without a valid trace id and span id was left out", position);
      else yield record;
    }
  },
};

function decodeSpan(span: JsonObject, { source, position }: DocumentOrigin): SpanRecord | undefined {
  const context = objectFrom(span["SpanContext"]);
  const traceId = traceIdFrom(context["TraceID"]);
  const spanId = spanIdFrom(context["SpanID"]);
  if (traceId === undefined || spanId === undefined) return undefined;
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(objectFrom(span["Parent"])["SpanID"] ?? span["ParentSpanID"]),
    name: textFrom(span["Name"]) ?? "",
    startTime: timeFromIso(textFrom(span["StartTime"]) ?? "") ?? NO_TIME,
    endTime: timeFromIso(textFrom(span["EndTime"]) ?? "") ?? NO_TIME,
    attributes: attributesFromOtlp(span["Attributes"]),
    status: statusFrom(span),
    events: listFrom(span["Events"] ?? span["MessageEvents"])
      .filter(isObject)
      .map(eventFrom),
    droppedAttributes: countFrom(span["DroppedAttributes"] ?? span["DroppedAttributeCount"]),
    scope: textFrom(objectFrom(span["InstrumentationScope"] ?? span["InstrumentationLibrary"])["Name"]) ?? "",
    source,
    position,
  };
}

function statusFrom(span: JsonObject): SpanStatus {
  const status = objectFrom(span["Status"]);
  const code = (textFrom(status["Code"]) ?? textFrom(span["StatusCode"]) ?? "").toLowerCase();
  const message = (textFrom(status["Description"]) ?? textFrom(span["StatusMessage"])) || undefined;
  return { code: code === "ok" || code === "error" ? code : "unset", message };
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["Name"]) ?? "", attributes: attributesFromOtlp(event["Attributes"]) };
}

function objectFrom(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
