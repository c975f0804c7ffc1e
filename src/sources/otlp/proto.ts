import { bareObject } from "../values/bare-object.ts";
import type { DocumentOrigin } from "../content/document.ts";
import { leftOut } from "../content/left-out.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { countFrom } from "../values/integer.ts";
import type { AnyValue, LogRecord, SpanEvent, SpanRecord, SpanStatus } from "../span.ts";
import { UNSET } from "../values/status.ts";
import { NO_TIME } from "../values/time.ts";
import type { PlacedMessage } from "./message-memory.ts";
import { Names } from "./names.ts";
import { signalOf, type Signal } from "./signal.ts";
import { readAttribute, readAttributes, valueFrom } from "./proto-value.ts";
import { bytesField, Fields, WIRE } from "./wire.ts";

/** OTLP's protobuf encoding (opentelemetry-proto 1.x), read without a schema: only what a record is made of is looked at. */
export interface ProtoSink {
  record(record: SpanRecord | LogRecord): void;
  /** So many spans were passed by, decoded or not. */
  countSpans(count: number): void;
}

/** What to read of a message. */
export interface ProtoOptions {
  readonly logs: boolean;
  /** Spans without one of our names in them are counted, and not decoded. */
  readonly cuts: boolean;
}

/**
 * Reads one `TracesData` or `LogsData`, or a part of one. Where it ends in what is no protobuf, what came before has been given, and
 * {@link WireError} is thrown. Returns what it was.
 */
export function decodeMessage(message: PlacedMessage, origin: DocumentOrigin, sink: ProtoSink, options: ProtoOptions): Signal | undefined {
  const { bytes, from, to, memory } = message;
  const fields = (): Fields => new Fields(bytes, from, to, memory);
  const signal = signalOf(fields());
  const names = new Names(message);
  // Profiles, which are not told apart here, have no name of ours in them.
  if (signal === undefined && names.nextFrom(from) < to) {
    origin.warn("invalid_record", "a record in which an activation or a tool call stands, and which is none of OTLP's, was passed over");
  }
  for (const resource = fields(); resource.next();) {
    if (resource.field !== 1 || resource.type !== WIRE.bytes) continue;
    if (signal === "traces") decodeResourceSpans(resource, origin, sink, options.cuts ? names : undefined);
    else if (signal === "logs" && options.logs) decodeResourceLogs(resource.inner, origin, sink);
  }
  return signal;
}

function decodeResourceSpans(resource: Fields, origin: DocumentOrigin, sink: ProtoSink, names: Names | undefined): void {
  const groups = resource.inner;
  while (groups.next()) {
    // 1000 is `instrumentation_library_spans`, which OTLP had before 0.15; its outline is the same.
    if ((groups.field !== 2 && groups.field !== 1000) || groups.type !== WIRE.bytes) continue;
    const spans = groups.inner;
    let count = 0;
    let scope: string | undefined;
    try {
      for (;;) {
        if (names !== undefined) count += spans.passOver(names);
        if (!spans.next()) break;
        if (spans.field !== 2 || spans.type !== WIRE.bytes) continue;
        count++;
        if (names !== undefined && names.nextFrom(spans.from) >= spans.to) continue;
        scope ??= scopeName(groups.inner);
        const record = decodeSpan(spans, scope, origin);
        if (record !== undefined) sink.record(record);
      }
    } finally {
      sink.countSpans(count);
    }
  }
}

/** The scope may stand behind its spans. */
function scopeName(group: Fields): string {
  let name = "";
  while (group.next()) {
    if (group.field !== 1 || group.type !== WIRE.bytes) continue;
    const scope = group.inner;
    while (scope.next()) if (scope.field === 1 && scope.type === WIRE.bytes) name = scope.text;
  }
  return name;
}

function decodeSpan(span: Fields, scope: string, origin: DocumentOrigin): SpanRecord | undefined {
  let traceId: string | undefined;
  let spanId: string | undefined;
  let parentSpanId: string | undefined;
  let name = "";
  let startTime = NO_TIME;
  let endTime = NO_TIME;
  let status = UNSET;
  let droppedAttributes = 0;
  const attributes = bareObject<AnyValue>();
  const events: SpanEvent[] = [];
  for (span.enter(); span.next();) {
    switch (8 * span.field + span.type) {
      case bytesField(1):
        traceId = traceIdFrom(span.hex);
        break;
      case bytesField(2):
        spanId = spanIdFrom(span.hex);
        break;
      case bytesField(4):
        parentSpanId = spanIdFrom(span.hex);
        break;
      case bytesField(5):
        name = span.text;
        break;
      case 8 * 7 + WIRE.fixed64:
        startTime = span.time;
        break;
      case 8 * 8 + WIRE.fixed64:
        endTime = span.time;
        break;
      case bytesField(9):
        readAttribute(span, attributes);
        break;
      case 8 * 10 + WIRE.varint:
        droppedAttributes = countFrom(span.number);
        break;
      case bytesField(11):
        events.push(eventFrom(span));
        break;
      case bytesField(15):
        status = statusFrom(span, status);
        break;
      default:
    }
  }
  if (traceId === undefined || spanId === undefined) return leftOut(origin);
  const { source, position } = origin;
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId,
    name,
    startTime,
    endTime,
    attributes,
    status,
    events,
    droppedAttributes,
    scope,
    source,
    position,
  };
}

function decodeResourceLogs(group: Fields, origin: DocumentOrigin, sink: ProtoSink): void {
  const { source, position } = origin;
  const resource = bareObject<AnyValue>();
  const scopes: Fields[] = [];
  while (group.next()) {
    if (group.type !== WIRE.bytes) continue;
    if (group.field === 1) readAttributes(group.inner, 1, resource);
    else if (group.field === 2) scopes.push(group.inner);
  }
  for (const logs of scopes) {
    const records: Fields[] = [];
    let scope = "";
    while (logs.next()) {
      if (logs.type !== WIRE.bytes) continue;
      if (logs.field === 2) records.push(logs.inner);
      else if (logs.field === 1) scope = textOf(logs.inner, 1);
    }
    for (const record of records) sink.record(logFrom(record, { resource, scope, source, position }));
  }
}

function logFrom(log: Fields, origin: Pick<LogRecord, "resource" | "scope" | "source" | "position">): LogRecord {
  let time = NO_TIME;
  let observed = NO_TIME;
  let body: AnyValue = null;
  let traceId: string | undefined;
  let spanId: string | undefined;
  let eventName: string | undefined;
  const attributes = bareObject<AnyValue>();
  while (log.next()) {
    switch (8 * log.field + log.type) {
      case 8 * 1 + WIRE.fixed64:
        time = log.time;
        break;
      case bytesField(5):
        body = valueFrom(log);
        break;
      case bytesField(6):
        readAttribute(log, attributes);
        break;
      case bytesField(9):
        traceId = traceIdFrom(log.hex);
        break;
      case bytesField(10):
        spanId = spanIdFrom(log.hex);
        break;
      case 8 * 11 + WIRE.fixed64:
        observed = log.time;
        break;
      case bytesField(12):
        eventName = log.text || undefined;
        break;
      default:
    }
  }
  return { type: "log", traceId, spanId, time: time[0] === 0 && time[1] === 0 ? observed : time, eventName, body, attributes, ...origin };
}

function eventFrom(event: Fields): SpanEvent {
  const attributes = bareObject<AnyValue>();
  let name = "";
  for (event.enter(); event.next();) {
    if (event.type !== WIRE.bytes) continue;
    if (event.field === 2) name = event.text;
    else if (event.field === 3) readAttribute(event, attributes);
  }
  return { name, attributes };
}

function statusFrom(status: Fields, before: SpanStatus): SpanStatus {
  let { code, message } = before;
  for (status.enter(); status.next();) {
    if (status.field === 2 && status.type === WIRE.bytes) message = status.text || undefined;
    else if (status.field === 3 && status.type === WIRE.varint) code = status.number === 2 ? "error" : status.number === 1 ? "ok" : "unset";
  }
  return { code, message };
}

function textOf(message: Fields, field: number): string {
  let text = "";
  while (message.next()) if (message.field === field && message.type === WIRE.bytes) text = message.text;
  return text;
}
