import { bareObject } from "../values/bare-object.ts";
import { textFrom } from "../values/json-value.ts";
import type { AnyValue, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "../span.ts";

/** Attributes that Jaeger 2 adds for itself: its notes, the format in which it got the span, a hash. */
export const OF_JAEGER: ReadonlySet<string> = new Set(["@jaeger@warnings", "@jaeger@format", "@jaeger@hash"]);

/**
 * What Jaeger's own model has no field for, as tags: OpenTelemetry's specification, "OpenTelemetry to Jaeger
 * Transformation". None of them is an attribute of the span.
 */
export const TRANSLATED: ReadonlySet<string> = new Set([
  ...OF_JAEGER,
  "otel.scope.name",
  "otel.scope.version",
  "otel.library.name",
  "otel.library.version",
  "otel.status_code",
  "otel.status_description",
  "span.kind",
  "error",
  "otel.dropped_attributes_count",
  "otel.dropped_events_count",
  "otel.dropped_links_count",
  "w3c.tracestate",
  "internal.span.format",
]);

/** Those that API v3 of Jaeger 1.x left among the attributes (seen in 1.35). The others became fields again. */
const LEFT = new Set(["otel.status_code", "otel.status_description", "internal.span.format"]);

/** A span of API v3 as it was sent: what was left in its attributes and events is what it stands for. */
export function translatedBack(span: SpanRecord): SpanRecord {
  if (!Object.keys(span.attributes).some((key) => LEFT.has(key))) return span;
  const { code, message } = span.status;
  const left = statusFromTags(span.attributes);
  return {
    ...span,
    attributes: without(LEFT, span.attributes),
    status: { code: code === "unset" ? left.code : code, message: message ?? left.message },
    events: span.events.map((event) => (event.name === "" ? eventFromFields(event.attributes) : event)),
  };
}

export function without(names: ReadonlySet<string>, tags: SpanAttributes): SpanAttributes {
  const attributes = bareObject<AnyValue>();
  for (const [key, value] of Object.entries(tags)) if (!names.has(key)) attributes[key] = value;
  return attributes;
}

export function statusFromTags(tags: SpanAttributes): SpanStatus {
  const message = textFrom(tags["otel.status_description"]);
  const code = tags["otel.status_code"];
  if (code === "ERROR") return { code: "error", message };
  if (code === "OK") return { code: "ok", message };
  return { code: tags["error"] === true || tags["error"] === "true" ? "error" : "unset", message };
}

const EVENT_NAME = new Set(["event"]);

/** OTLP's event name is the field `event`. */
export function eventFromFields(fields: SpanAttributes): SpanEvent {
  return { name: textFrom(fields["event"]) ?? "", attributes: without(EVENT_NAME, fields) };
}
