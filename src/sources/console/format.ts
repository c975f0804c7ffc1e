import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { flatAttributes } from "../values/attributes.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { integerFrom } from "../values/integer.ts";
import { isObject, listFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { placeIn } from "../values/place.ts";
import type { HrTime, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "../span.ts";
import { later, NO_TIME, nanosFromMicros, timeFromIso, timeFromMicros, timeFromNanos } from "../values/time.ts";

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
    for (const [index, span] of spans.entries()) {
      const position = spans.length === 1 ? origin.position : placeIn(origin, `span ${index + 1}`);
      const record = isObject(span) ? decodeSpan(span, { ...origin, position }) : undefined;
      if (record === undefined) origin.warn("invalid_record", "a span without a valid trace id and span id was left out", position);
      else yield record;
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

function decodeSpan(span: JsonObject, { source, position }: DocumentOrigin): SpanRecord | undefined {
  const context = isObject(span["context"]) ? span["context"] : {};
  const traceId = traceIdFrom(context["trace_id"] ?? span["traceId"]);
  const spanId = spanIdFrom(context["span_id"] ?? span["id"]);
  if (traceId === undefined || spanId === undefined) return undefined;
  const scope = span["instrumentationScope"] ?? span["instrumentationLibrary"];
  const parent = span["parentSpanContext"];
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(isObject(parent) ? parent["spanId"] : (span["parent_id"] ?? span["parent_span_id"] ?? span["parentId"])),
    name: textFrom(span["name"]) ?? "",
    ...timesOf(span),
    attributes: attributesFrom(span["attributes"]),
    status: statusFrom(span["status"] ?? { code: span["status_code"], message: span["status_message"] }),
    events: listFrom(span["events"]).filter(isObject).map(eventFrom),
    droppedAttributes: 0,
    scope: isObject(scope) ? (textFrom(scope["name"]) ?? "") : "",
    source,
    position,
  };
}

function timesOf(span: JsonObject): Pick<SpanRecord, "startTime" | "endTime"> {
  if (span["timestamp"] !== undefined) {
    const startTime = timeFromMicros(span["timestamp"]);
    return { startTime, endTime: later(startTime, nanosFromMicros(span["duration"]) ?? 0n) };
  }
  return { startTime: time(span["start_time"] ?? span["start"]), endTime: time(span["end_time"] ?? span["end"]) };
}

function time(value: unknown): HrTime {
  const nanos = integerFrom(value);
  return nanos === undefined ? (timeFromIso(textFrom(value) ?? "") ?? NO_TIME) : timeFromNanos(nanos);
}

function attributesFrom(value: unknown): SpanAttributes {
  return flatAttributes(isObject(value) ? value : {});
}

/** Python and PHP write the code's name, JavaScript its number. */
function statusFrom(value: unknown): SpanStatus {
  if (!isObject(value)) return { code: "unset", message: undefined };
  const code = value["status_code"] ?? value["code"];
  const name = typeof code === "string" ? code.toLowerCase() : ["unset", "ok", "error"][Number(code)];
  const message = (textFrom(value["description"]) ?? textFrom(value["message"])) || undefined;
  return { code: name === "ok" || name === "error" ? name : "unset", message };
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["name"]) ?? "", attributes: attributesFrom(event["attributes"]) };
}
