import type { DocumentOrigin } from "../content/document.ts";
import { spanIdFrom, traceIdFrom } from "../values/identifier.ts";
import { integerFrom } from "../values/integer.ts";
import { anyValueFrom, isObject, textFrom, type JsonObject } from "../values/json-value.ts";
import type { LogRecord, SpanEvent, SpanRecord } from "../span.ts";
import { statusFrom } from "../values/status.ts";
import { later } from "../values/time.ts";
import { attributesColumn, attributesFrom, BrokenColumn, listColumn } from "./columns.ts";
import { timeFrom } from "./time.ts";

/** The tables of the Collector's ClickHouse exporter that are read. */
export type Table = "otel_traces" | "otel_logs";

/** Which table has these columns; undefined for one that is none of them. */
export function tableWith(has: (column: string) => boolean): Table | undefined {
  if (!has("TraceId") || !has("SpanId")) return undefined;
  // Other programs' log records have a Body and no LogAttributes.
  if (has("Body")) return has("LogAttributes") ? "otel_logs" : undefined;
  return "otel_traces";
}

/** What to say where columns are absent without which nothing can be said of a row; undefined where they are there. */
export function withoutColumns(table: Table, has: (column: string) => boolean): string | undefined {
  const missing = REQUIRED[table].filter((column) => !has(column));
  if (missing.length === 0) return undefined;
  return `the columns ${missing.join(", ")} are missing, so that what the rows hold cannot be told; export every column (SELECT *)`;
}

const REQUIRED = { otel_traces: ["Timestamp", "SpanAttributes"], otel_logs: ["Timestamp"] } as const;

/** Which table a row is of, told by its keys. */
export function tableOf(row: unknown): Table | undefined {
  if (!isObject(row) || typeof row["TraceId"] !== "string" || typeof row["SpanId"] !== "string") return undefined;
  return tableWith((column) => row[column] !== undefined);
}

/**
 * One row as its span or log record; undefined, with a warning, where it cannot be one. Columns can be absent, and their
 * values be text.
 *
 * @param timestamp in any of the forms that `timeFrom` knows
 */
export function decodeRow(
  row: JsonObject,
  table: Table,
  origin: DocumentOrigin,
  timestamp: unknown = row["Timestamp"],
): SpanRecord | LogRecord | undefined {
  try {
    return table === "otel_logs" ? logFrom(row, origin, timestamp) : spanFrom(row, origin, timestamp);
  } catch (error) {
    if (!(error instanceof BrokenColumn)) throw error;
    origin.warn("invalid_record", `a row was left out: ${error.message}`, origin.position);
    return undefined;
  }
}

function spanFrom(row: JsonObject, { source, position, warn }: DocumentOrigin, timestamp: unknown): SpanRecord | undefined {
  const traceId = traceIdFrom(row["TraceId"]);
  const spanId = spanIdFrom(row["SpanId"]);
  if (traceId === undefined || spanId === undefined) {
    warn("invalid_record", INVALID_ROW, position);
    return undefined;
  }
  const startTime = timeFrom(timestamp);
  return {
    type: "span",
    traceId,
    spanId,
    parentSpanId: spanIdFrom(row["ParentSpanId"]),
    name: textFrom(row["SpanName"]) ?? "",
    startTime,
    endTime: later(startTime, integerFrom(row["Duration"]) ?? 0n),
    attributes: attributesColumn(row, "SpanAttributes"),
    status: statusFrom(row["StatusCode"], row["StatusMessage"]),
    events: eventsFrom(row),
    droppedAttributes: 0,
    scope: textFrom(row["ScopeName"]) ?? "",
    source,
    position,
  };
}

export const INVALID_ROW = "a row without TraceId and SpanId was left out; select every column of otel_traces";

function logFrom(row: JsonObject, { source, position }: DocumentOrigin, timestamp: unknown): LogRecord {
  return {
    type: "log",
    traceId: traceIdFrom(row["TraceId"]),
    spanId: spanIdFrom(row["SpanId"]),
    time: timeFrom(timestamp),
    eventName: textFrom(row["EventName"]) || undefined,
    body: anyValueFrom(row["Body"]),
    attributes: attributesColumn(row, "LogAttributes"),
    resource: attributesColumn(row, "ResourceAttributes"),
    scope: textFrom(row["ScopeName"]) ?? "",
    source,
    position,
  };
}

/**
 * Columns beside one another (`Events.Name`, `Events.Attributes`), or one list where the table was made with
 * `flatten_nested = 0`: of objects, or of tuples without names.
 */
function eventsFrom(row: JsonObject): readonly SpanEvent[] {
  const attributes = listColumn(row, "Events.Attributes");
  const beside = listColumn(row, "Events.Name").map((name, index) => [undefined, name, attributes[index]]);
  const nested = listColumn(row, "Events").flatMap((event) => {
    if (Array.isArray(event)) return [event];
    return isObject(event) ? [[event["Timestamp"], event["Name"], event["Attributes"]]] : [];
  });
  return [...beside, ...nested].map(([, name, item]: readonly unknown[]) => ({
    name: textFrom(name) ?? "",
    attributes: attributesFrom(item, "Events"),
  }));
}
