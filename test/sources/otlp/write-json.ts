import type { AnyValue, HrTime, SpanAttributes, SpanRecord } from "../../../src/sources/span.ts";
import { byScope } from "../run.ts";

/** OTLP/JSON as the Collector writes it, made of the records that a reader is to give. */
export function jsonDocument(spans: readonly SpanRecord[]): { readonly resourceSpans: readonly object[] } {
  const scopes = byScope(spans);
  const scopeSpans = [...scopes].map(([name, members]) => ({ scope: { name, version: "1.0.0" }, spans: members.map(jsonSpan) }));
  return { resourceSpans: [{ resource: { attributes: jsonAttributes({ "service.name": "demo" }) }, scopeSpans }] };
}

export function jsonSpan(span: SpanRecord): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: 1,
    startTimeUnixNano: nanos(span.startTime),
    endTimeUnixNano: nanos(span.endTime),
    attributes: jsonAttributes(span.attributes),
    droppedAttributesCount: span.droppedAttributes,
    events: span.events.map(({ name, attributes }) => ({
      timeUnixNano: nanos(span.endTime),
      name,
      attributes: jsonAttributes(attributes),
    })),
    links: [{ traceId: span.traceId, spanId: "00f067aa0ba902b7" }],
    status: {
      ...(span.status.message === undefined ? {} : { message: span.status.message }),
      code: { unset: 0, ok: 1, error: 2 }[span.status.code],
    },
  };
}

export function jsonAttributes(attributes: SpanAttributes): readonly { readonly key: string; readonly value: object }[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: jsonValue(value) }));
}

export function jsonValue(value: AnyValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "bigint") return { intValue: String(value) };
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return { intValue: String(value) };
    return { doubleValue: Number.isFinite(value) ? value : String(value) };
  }
  if (value === null) return {};
  if (Array.isArray(value)) return { arrayValue: { values: (value as readonly AnyValue[]).map(jsonValue) } };
  return { kvlistValue: { values: jsonAttributes(value as SpanAttributes) } };
}

function nanos([seconds, nanoseconds]: HrTime): string {
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds));
}
