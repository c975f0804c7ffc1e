import { bareObject } from "../values/bare-object.ts";
import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import { tryParseJson } from "../json/parse.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { anyValueFrom, isObject, listFrom, objectFrom, textFrom, type JsonObject } from "../values/json-value.ts";
import { placeIn } from "../values/place.ts";
import type { AnyValue, HrTime, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "../span.ts";
import { countFrom } from "../values/integer.ts";
import { later, nanosFromMicros, timeFromNanos } from "../values/time.ts";

/**
 * Zipkin's v2 JSON: a list of spans, or a list of such lists as `/api/v2/traces` answers, written by the
 * OpenTelemetry SDKs' and the Collector's Zipkin exporters (OpenTelemetry specification, "SDK exporters: Zipkin").
 * Every value is text, times are microseconds, and the attributes of the resource stand among the span's. Version 1, whose
 * tags are `binaryAnnotations`, is read as well.
 */
export const zipkin: DocumentFormat = {
  name: "zipkin",
  row: { traceId: ["traceId"], spanId: ["id"], nests: (key) => NESTED.has(key) },
  recognises(value) {
    const first = Array.isArray(value) ? value[0] : value;
    return isZipkinSpan(Array.isArray(first) ? first[0] : first);
  },
  *decode(value, origin) {
    let number = 0;
    let listsAsText = false;
    for (const span of spansOf(value)) {
      number += 1;
      const position = placeIn(origin, `span ${number}`);
      const record = decodeSpan(objectFrom(span), { ...origin, position });
      if (record === undefined) continue;
      if (!listsAsText && hasListAsText(record.attributes)) {
        listsAsText = true;
        origin.warn("lists_as_text", LISTS_AS_TEXT, position);
      }
      yield record;
    }
  },
};

const NESTED = new Set(["tags", "annotations", "binaryAnnotations", "localEndpoint", "remoteEndpoint"]);

const LISTS_AS_TEXT =
  "Zipkin keeps a list as text, its items joined by commas: an item that itself has a comma is read as two. Export with OTLP to keep lists whole";

/**
 * Others have a `traceId` and an `id` too, and keep their attributes elsewhere, where they would be missed in silence: the console
 * exporter for JavaScript in `attributes`, Langfuse, whose times are text, in `metadata`.
 */
function isZipkinSpan(value: unknown): value is JsonObject {
  if (!isObject(value) || typeof value["traceId"] !== "string" || typeof value["id"] !== "string") return false;
  const { spanId, startTime, attributes, tags, timestamp } = value;
  if (spanId !== undefined || startTime !== undefined || isObject(attributes) || Array.isArray(tags)) return false;
  return typeof timestamp !== "string" || nanosFromMicros(timestamp) !== undefined;
}

function* spansOf(value: unknown): Iterable<unknown> {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (Array.isArray(item)) yield* item;
    else yield item;
  }
}

function decodeSpan(span: JsonObject, origin: DocumentOrigin): SpanRecord | undefined {
  const traceId = traceIdFrom(span["traceId"]);
  const spanId = spanIdFrom(span["id"]);
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  const tags = tagsOf(span);
  const [startTime, endTime] = timesOf(span);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(span["parentId"]),
    name: textFrom(span["name"]) ?? "",
    startTime,
    endTime,
    attributes: attributesFrom(tags),
    status: statusFrom(tags),
    events: listFrom(span["annotations"]).filter(isObject).map(eventFrom),
    droppedAttributes: countFrom(tags["otel.dropped_attributes_count"]),
    scope: textFrom(tags["otel.scope.name"]) ?? textFrom(tags["otel.library.name"]) ?? "",
    source: origin.source,
    position: origin.position,
  };
}

/** Those of version 1 stand in a list, each with the endpoint that it is of; some name an endpoint and nothing else. */
function tagsOf(span: JsonObject): JsonObject {
  const tags: Record<string, unknown> = Object.assign(bareObject<unknown>(), isObject(span["tags"]) ? span["tags"] : undefined);
  for (const item of listFrom(span["binaryAnnotations"])) {
    if (isObject(item) && typeof item["key"] === "string" && !ENDPOINTS.has(item["key"])) tags[item["key"]] ??= item["value"];
  }
  return tags;
}

/** Of a client, a server, a message broker. */
const ENDPOINTS = new Set(["ca", "sa", "ma"]);

/** In version 1 the annotations alone can say when a span began and ended. */
function timesOf(span: JsonObject): readonly [startTime: HrTime, endTime: HrTime] {
  const begin = nanosFromMicros(span["timestamp"]);
  if (begin !== undefined) return lasting(begin, nanosFromMicros(span["duration"]) ?? 0n);
  const times = listFrom(span["annotations"]).flatMap((item) => (isObject(item) ? (nanosFromMicros(item["timestamp"]) ?? []) : []));
  const [any = 0n] = times;
  const [first, last] = [times.reduce(lower, any), times.reduce(higher, any)];
  return lasting(first, last - first);
}

function lasting(begin: bigint, duration: bigint): readonly [HrTime, HrTime] {
  const startTime = timeFromNanos(begin);
  return [startTime, later(startTime, duration)];
}

const lower = (a: bigint, b: bigint): bigint => (b < a ? b : a);
const higher = (a: bigint, b: bigint): bigint => (b > a ? b : a);

/** What exporters add for OpenTelemetry's own fields, and what only ever describes a resource. */
const NOT_OF_THE_SPAN =
  /^(?:otel\.|otlp\.link\.|service\.|telemetry\.|host\.|os\.|process\.(?!exit\.)|error$|span\.kind$|w3c\.tracestate$)/;

function attributesFrom(tags: JsonObject): SpanAttributes {
  const attributes = bareObject<AnyValue>();
  for (const [key, value] of Object.entries(tags)) if (!NOT_OF_THE_SPAN.test(key)) attributes[key] = anyValueFrom(value);
  return attributes;
}

/** The SDKs put the message in `error`, the Collector beside it in `otel.status_description`. */
function statusFrom(tags: JsonObject): SpanStatus {
  const error = textFrom(tags["error"]);
  const message = textFrom(tags["otel.status_description"]) ?? (error === "true" || error === "" ? undefined : error);
  switch (tags["otel.status_code"]) {
    case "OK":
    case "Ok":
      return { code: "ok", message: undefined };
    case "UNSET":
      return { code: "unset", message: undefined };
    default:
      return error === undefined && tags["otel.status_code"] === undefined ? { code: "unset", message } : { code: "error", message };
  }
}

/**
 * The Collector appends an event's attributes to its name: `name|{json}|dropped`. SDKs write `"name": {json}`, as
 * OpenTelemetry's "Transformation to Zipkin" has it.
 */
function eventFrom(annotation: JsonObject): SpanEvent {
  const text = textFrom(annotation["value"]) ?? "";
  const parts = /^([^|]*)\|(\{.*\})\|\d+$/s.exec(text) ?? /^"([^"\\]*)"\s*:\s*(\{.*\})$/s.exec(text);
  const attributes = parts === null ? undefined : tryParseJson(parts[2] ?? "");
  if (!isObject(attributes)) return { name: text, attributes: bareObject() };
  return { name: parts?.[1] ?? "", attributes: anyValueFrom(attributes) as SpanAttributes };
}

/** Whether an attribute of an activation looks like joined items; the Collector writes lists as JSON, which reads whole. */
function hasListAsText(attributes: SpanAttributes): boolean {
  if (attributes["activation.kind"] === undefined) return false;
  return Object.entries(attributes).some(
    ([key, value]) =>
      key.startsWith("activation.") && !TEXTS.has(key) && typeof value === "string" && value.includes(",") && !value.startsWith("["),
  );
}

/** Attributes whose text may well hold a comma. */
const TEXTS = new Set(["activation.reason", "activation.hook.command", "activation.hook.matcher", "activation.skill.routing.reason"]);
