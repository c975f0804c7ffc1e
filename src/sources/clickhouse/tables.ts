import type { DocumentOrigin } from "../content/document.ts";
import { failure } from "../http/failure.ts";
import type { HttpAnswer, HttpClient } from "../http/client.ts";
import { textFrom } from "../values/json-value.ts";
import { SourceError } from "../source.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { parsedObject } from "./page-rows.ts";
import { readPages } from "./pages.ts";
import { COLUMNS_QUERY, logsQuery, tracesQuery, type AttributeColumn } from "./query.ts";
import { decodeRow, type Table } from "./row.ts";
import { tellSilentLimits } from "./silent-limits.ts";

/** What to read, and how much at once. */
export interface TablesQuery {
  readonly database: string;
  /** The table of traces. */
  readonly table: string;
  readonly session?: string | undefined;
  /** Nanoseconds since the epoch. */
  readonly since?: bigint | undefined;
  readonly until?: bigint | undefined;
  readonly logs?: boolean | undefined;
  readonly rows: number;
}

/** The end of 2261, beyond which `DateTime64(9)` has no time. */
const END_OF_TIME = 9_214_646_400_000_000_000n;

/**
 * The activations and tool calls of the table of traces, and behind them, where they are asked for, the log records of the
 * table beside it.
 *
 * Throws SourceError where there is no such table of traces. A table of logs need not be there.
 */
export async function* readTables(
  client: HttpClient,
  query: TablesQuery,
  origin: DocumentOrigin,
): AsyncGenerator<SpanRecord | LogRecord, void> {
  const described = await describe(client, query.database, query.table);
  if (!(described instanceof Map)) throw client.refused(described);
  const attributes = attributeColumn(described, "SpanAttributes");
  if (attributes === undefined) {
    throw failure(
      origin.source,
      `${query.database}.${query.table} is no table of traces of the Collector's ClickHouse exporter; name it in the address: …:8123/database.table`,
    );
  }
  const ofSession = query.session !== undefined;
  yield* readTable(client, query, query.table, tracesQuery(attributes, ofSession), "otel_traces", origin);
  try {
    if (query.logs === true) yield* readLogs(client, query, attributes, origin);
  } catch (error) {
    // What was asked for first, the traces, was read.
    if (!(error instanceof SourceError)) throw error;
    origin.warn("partial_answer", `the log records were not read: ${error.message}`);
  }
  await tellSilentLimits(client, origin);
}

async function* readLogs(
  client: HttpClient,
  query: TablesQuery,
  tracesColumn: AttributeColumn,
  origin: DocumentOrigin,
): AsyncGenerator<SpanRecord | LogRecord, void> {
  const logs = logsTableOf(query.table);
  const described = await describe(client, query.database, logs);
  if (!(described instanceof Map)) {
    if (/\bUNKNOWN_TABLE\b|\bCode: 60\b/.test(described.body)) return;
    throw client.refused(described);
  }
  const attributes = attributeColumn(described, "LogAttributes");
  if (attributes === undefined) return;
  const question = logsQuery(described, attributes, tracesColumn, query.session !== undefined);
  yield* readTable(client, query, logs, question, "otel_logs", origin);
}

async function* readTable(
  client: HttpClient,
  { database, table: traces, session, since = 0n, until, rows }: TablesQuery,
  name: string,
  query: string,
  table: Table,
  origin: DocumentOrigin,
): AsyncGenerator<SpanRecord | LogRecord, void> {
  const parameters = {
    database,
    table: name,
    since: String(since),
    until: String(until === undefined || until > END_OF_TIME ? END_OF_TIME : until),
    ...(session !== undefined && { session, traces }),
  };
  for await (const row of readPages(client, { query, parameters, since, rows }, origin)) {
    const position = `trace ${textFrom(row["TraceId"]) ?? ""}`;
    const record = decodeRow(row, table, { ...origin, position }, row["TimestampNano"]);
    if (record !== undefined) yield record;
  }
}

/** `otel_logs` beside `otel_traces`, as the exporter names them where it is not told otherwise. */
export function logsTableOf(traces: string): string {
  return traces.endsWith("traces") ? `${traces.slice(0, -"traces".length)}logs` : "otel_logs";
}

type Columns = Map<string, string>;

/** The columns of a table and their types, or the answer that says that it cannot be described. */
async function describe(client: HttpClient, database: string, table: string): Promise<Columns | HttpAnswer> {
  const answer = await client.get("/", { query: COLUMNS_QUERY, param_database: database, param_table: table });
  if (answer.status !== 200) return answer;
  const columns: Columns = new Map();
  for (const line of answer.body.split("\n")) {
    const { name, type } = parsedObject(line) ?? {};
    if (typeof name === "string" && typeof type === "string") columns.set(name, type);
  }
  return columns;
}

/** How a table keeps its attributes; undefined for one that has no such column. */
function attributeColumn(columns: Columns, name: string): AttributeColumn | undefined {
  const type = columns.get(name);
  if (type === undefined) return undefined;
  return type.startsWith("JSON") ? "json" : "map";
}
