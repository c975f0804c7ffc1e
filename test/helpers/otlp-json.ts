import type { AnyValue, HrTime, SpanRecord } from "../../src/sources/span.ts";

/** Spans as one OTLP/JSON line, as the Collector's file exporter writes them. */
export function otlpJsonLine(spans: readonly SpanRecord[]): string {
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "demo" } }] };
  const scopes = grouped(spans);
  return `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [...scopes].map(([name, all]) => ({ scope: { name }, spans: all.map(span) })) }] })}\n`;
}

function grouped(spans: readonly SpanRecord[]): Map<string, SpanRecord[]> {
  const scopes = new Map<string, SpanRecord[]>();
  for (const each of spans) scopes.set(each.scope, [...(scopes.get(each.scope) ?? []), each]);
  return scopes;
}

function span(record: SpanRecord): object {
  return {
    traceId: record.traceId,
    spanId: record.spanId,
    parentSpanId: record.parentSpanId ?? "",
    name: record.name,
    kind: 1,
    startTimeUnixNano: nanoseconds(record.startTime),
    endTimeUnixNano: nanoseconds(record.endTime),
    attributes: attributes(record.attributes),
    events: record.events.map((event) => ({
      name: event.name,
      timeUnixNano: nanoseconds(record.startTime),
      attributes: attributes(event.attributes),
    })),
    status: {
      code: { unset: 0, ok: 1, error: 2 }[record.status.code],
      ...(record.status.message === undefined ? {} : { message: record.status.message }),
    },
    droppedAttributesCount: record.droppedAttributes,
  };
}

function nanoseconds([seconds, nanos]: HrTime): string {
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
}

function attributes(values: Readonly<Record<string, AnyValue>>): object[] {
  return Object.entries(values).map(([key, one]) => ({ key, value: value(one) }));
}

function value(one: AnyValue): object {
  if (one === null) return {};
  if (typeof one === "string") return { stringValue: one };
  if (typeof one === "boolean") return { boolValue: one };
  if (typeof one === "bigint") return { intValue: String(one) };
  if (typeof one === "number") return Number.isSafeInteger(one) ? { intValue: String(one) } : { doubleValue: one };
  if (Array.isArray(one)) return { arrayValue: { values: one.map(value) } };
  return { kvlistValue: { values: attributes(one as Readonly<Record<string, AnyValue>>) } };
}
