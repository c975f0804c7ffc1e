import { decodeScriptRecord, isScriptRecord } from "./script-records.ts";
import type { DocumentFormat, DocumentOrigin } from "./content/document.ts";
import { spanIdFrom, traceIdFrom } from "./values/identifier.ts";
import { countFrom } from "./values/integer.ts";
import { anyValueFrom, isObject, listFrom, textFrom, type JsonObject } from "./values/json-value.ts";
import { placeIn } from "./values/place.ts";
import { SourceError, type ReadOptions, type Source } from "./source.ts";
import type { AnyValue, HrTime, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "./span.ts";
import { later, NO_TIME, timeFromNanos } from "./values/time.ts";
import { isWanted } from "./wanted.ts";

/**
 * Finished spans of the OpenTelemetry SDK for JavaScript, read in the process that made them.
 *
 * Taken by shape, so that a reader loads no SDK: `ReadableSpan` of SDK 2 (`parentSpanContext`, `instrumentationScope`)
 * and of SDK 1 (`parentSpanId`, `instrumentationLibrary`).
 */
export type FinishedSpans = readonly object[] | SpanExporterInMemory;

/** What is used of the SDK's `InMemorySpanExporter`. */
export interface SpanExporterInMemory {
  getFinishedSpans(): readonly object[];
}

/**
 * The spans, or those that an `InMemorySpanExporter` holds when it is read.
 *
 * Reading throws {@link SourceError} where the exporter was shut down: that has deleted its spans.
 */
export function memorySource(spans: FinishedSpans, name = "memory"): Source {
  return {
    name,
    async *read(options: ReadOptions) {
      const finished = "getFinishedSpans" in spans ? finishedSpans(spans, name) : spans;
      const warn = (code: string, message: string, position?: string): void => options.onWarning({ code, message, source: name, position });
      let lost = false;
      for (const [index, span] of finished.entries()) {
        options.signal?.throwIfAborted();
        const record = decodeFinishedSpan(span, { source: name, position: `span ${index + 1}`, warn });
        if (record === undefined) lost = true;
        else if (options.query.others === true || isWanted(record)) yield record;
      }
      options.onSummary({ name, format: "memory", spans: finished.length, logs: 0, lostRecords: lost, filtered: false });
    },
  };
}

function finishedSpans(exporter: SpanExporterInMemory, name: string): readonly object[] {
  if ((exporter as object as { readonly [field: string]: unknown })["_stopped"] === true) {
    throw new SourceError(
      name,
      `${name}: the exporter was shut down, which deleted its spans; read them before shutdown, after forceFlush`,
    );
  }
  return exporter.getFinishedSpans();
}

/** The same spans written as JSON, and what else a program writes beside them: one, or a list of them. */
export const memoryDump: DocumentFormat = {
  name: "memory",
  recognises(value) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isWrittenSpan(first) || isScriptRecord(first);
  },
  *decode(value, origin) {
    for (const [index, item] of (Array.isArray(value) ? (value as readonly unknown[]) : [value]).entries()) {
      const place = Array.isArray(value) ? { ...origin, position: placeIn(origin, `span ${index + 1}`) } : origin;
      if (isScriptRecord(item)) yield* decodeScriptRecord(item, place);
      else {
        const record = decodeFinishedSpan(item, place);
        if (record !== undefined) yield record;
      }
    }
  },
};

function isWrittenSpan(value: unknown): boolean {
  return isObject(value) && contextOf(value) !== undefined && Array.isArray(value["startTime"]);
}

function decodeFinishedSpan(span: unknown, origin: DocumentOrigin): SpanRecord | undefined {
  const context = isObject(span) ? contextOf(span) : undefined;
  const traceId = traceIdFrom(context?.["traceId"]);
  const spanId = spanIdFrom(context?.["spanId"]);
  if (!isObject(span) || traceId === undefined || spanId === undefined) {
    origin.warn("invalid_record", "a span without a valid trace id and span id was left out", origin.position);
    return undefined;
  }
  const parent = span["parentSpanContext"];
  const scope = span["instrumentationScope"] ?? span["instrumentationLibrary"];
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(isObject(parent) ? parent["spanId"] : span["parentSpanId"]),
    name: textFrom(span["name"]) ?? "",
    startTime: timeFrom(span["startTime"]),
    endTime: timeFrom(span["endTime"]),
    attributes: attributesFrom(span["attributes"]),
    status: statusFrom(span["status"]),
    events: listFrom(span["events"]).filter(isObject).map(eventFrom),
    droppedAttributes: countFrom(span["droppedAttributesCount"]),
    scope: isObject(scope) ? (textFrom(scope["name"]) ?? "") : "",
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

function timeFrom(value: unknown): HrTime {
  const [seconds, nanoseconds] = listFrom(value);
  if (!Number.isSafeInteger(seconds) || !Number.isSafeInteger(nanoseconds)) return NO_TIME;
  return later(timeFromNanos(BigInt(seconds as number) * 1_000_000_000n), BigInt(nanoseconds as number));
}

/** An attribute that is `undefined` is left out, as the exporters do. */
function attributesFrom(value: unknown): SpanAttributes {
  const attributes: Record<string, AnyValue> = Object.create(null);
  if (!isObject(value)) return attributes;
  for (const [key, item] of Object.entries(value)) if (item !== undefined) attributes[key] = anyValueFrom(item);
  return attributes;
}

function statusFrom(value: unknown): SpanStatus {
  const message = isObject(value) ? textFrom(value["message"]) : undefined;
  const code = isObject(value) ? value["code"] : undefined;
  return { code: code === 2 ? "error" : code === 1 ? "ok" : "unset", message: message === "" ? undefined : message };
}

function eventFrom(event: JsonObject): SpanEvent {
  return { name: textFrom(event["name"]) ?? "", attributes: attributesFrom(event["attributes"]) };
}
