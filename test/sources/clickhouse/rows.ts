import fc from "fast-check";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { nanosSinceEpoch } from "../../../src/sources/values/time.ts";

/** A span as the Collector's exporter writes it to `otel_traces`: every value of an attribute is text, a list JSON. */
export function rowOf(span: SpanRecord): Readonly<Record<string, unknown>> {
  return {
    Timestamp: timestamp(span.startTime),
    TraceId: span.traceId,
    SpanId: span.spanId,
    ParentSpanId: span.parentSpanId ?? "",
    TraceState: "",
    SpanName: span.name,
    SpanKind: "Internal",
    ServiceName: "agent",
    ResourceAttributes: { "service.name": "agent" },
    ScopeName: span.scope,
    ScopeVersion: "",
    SpanAttributes: texts(span.attributes),
    Duration: Number(nanosSinceEpoch(span.endTime) - nanosSinceEpoch(span.startTime)),
    StatusCode: { unset: "Unset", ok: "Ok", error: "Error" }[span.status.code],
    StatusMessage: span.status.message ?? "",
    "Events.Timestamp": span.events.map(() => timestamp(span.startTime)),
    "Events.Name": span.events.map(({ name }) => name),
    "Events.Attributes": span.events.map(({ attributes }) => texts(attributes)),
    "Links.TraceId": [],
    "Links.SpanId": [],
    "Links.TraceState": [],
    "Links.Attributes": [],
  };
}

function timestamp([seconds, nanoseconds]: readonly [number, number]): string {
  const date = new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
  return `${date}.${String(nanoseconds).padStart(9, "0")}`;
}

function texts(attributes: object): Readonly<Record<string, string>> {
  const text = (value: unknown): string =>
    typeof value === "string" ? value : JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? String(item) : item));
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, text(value)]));
}

/** Text with everything in it that a format could stumble over; but for what stands for bytes that could not be read. */
const hardText = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\uFFFD", "?")),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        "\\",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "\0",
        ",",
        ";",
        "{",
        "}",
        "[",
        "]",
        "\\N",
        "€",
        "activation.kind",
        '""',
        "''",
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join("")),
);

const hardMap = fc.dictionary(fc.oneof(hardText, fc.constantFrom("a.b", "__proto__x")), hardText, { maxKeys: 4, noNullPrototype: true });

const kinds = fc.constantFrom<Readonly<Record<string, string>>>(
  { "activation.kind": "hook" },
  { "gen_ai.operation.name": "execute_tool" },
  { "gen_ai.operation.name": "chat" },
  {},
);

/** Rows of `otel_traces`: activations, tool calls and others, with text of any kind. */
export const hardRows: fc.Arbitrary<readonly Readonly<Record<string, unknown>>[]> = fc.array(
  fc
    .record({
      time: fc.tuple(fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999_999_999 })),
      trace: fc.bigInt(1n, 2n ** 128n - 1n),
      span: fc.bigInt(1n, 2n ** 64n - 1n),
      name: hardText,
      kind: kinds,
      more: hardMap,
      events: fc.array(fc.tuple(hardText, hardMap), { maxLength: 2 }),
      status: fc.constantFrom("Unset", "Ok", "Error"),
      message: hardText,
      duration: fc.nat(),
    })
    .map(({ time, trace, span, name, kind, more, events, status, message, duration }) => ({
      Timestamp: timestamp(time),
      TraceId: trace.toString(16).padStart(32, "0"),
      SpanId: span.toString(16).padStart(16, "0"),
      ParentSpanId: "",
      SpanName: name,
      ResourceAttributes: more,
      ScopeName: name,
      SpanAttributes: { ...more, ...kind },
      Duration: duration,
      StatusCode: status,
      StatusMessage: message,
      "Events.Timestamp": events.map(() => timestamp(time)),
      "Events.Name": events.map(([event]) => event),
      "Events.Attributes": events.map(([, attributes]) => attributes),
    })),
  { minLength: 1, maxLength: 6 },
);
