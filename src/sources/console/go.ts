import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import { attributesFromOtlp } from "../otlp/value.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { countFrom } from "../values/integer.ts";
import { isObject, listFrom, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { placed } from "../values/place.ts";
import { statusFrom } from "../values/status.ts";
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
    for (const [span, place] of placed(Array.isArray(value) ? value : [value], origin)) {
      const record = decodeSpan(objectFrom(span), place);
      if (record !== undefined) yield record;
    }
  },
};

function decodeSpan(span: JsonObject, origin: DocumentOrigin): SpanRecord | undefined {
  const context = objectFrom(span["SpanContext"]);
  const traceId = traceIdFrom(context["TraceID"]);
  const spanId = spanIdFrom(context["SpanID"]);
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(objectFrom(span["Parent"])["SpanID"] ?? span["ParentSpanID"]),
    name: textFrom(span["Name"]) ?? "",
    startTime: timeFromIso(textFrom(span["StartTime"]) ?? "") ?? NO_TIME,
    endTime: timeFromIso(textFrom(span["EndTime"]) ?? "") ?? NO_TIME,
    attributes: attributesFromOtlp(span["Attributes"]),
    status: statusOf(span),
    events: listFrom(span["Events"] ?? span["MessageEvents"])
      .filter(isObject)
      .map(eventFrom),
    droppedAttributes: countFrom(span["DroppedAttributes"] ?? span["DroppedAttributeCount"]),
    scope: textFrom(objectFrom(span["InstrumentationScope"] ?? span["InstrumentationLibrary"])["Name"]) ?? "",
    source: origin.source,
    position: origin.position,
  };
}

function statusOf(span: JsonObject): SpanStatus {
  const status = objectFrom(span["Status"]);
  return statusFrom(status["Code"] ?? span["StatusCode"], status["Description"] ?? span["StatusMessage"]);
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["Name"]) ?? "", attributes: attributesFromOtlp(event["Attributes"]) };
}
