/**
 * The questions to ClickHouse. Their text never changes with what is asked for: all of that, names of the database and the
 * tables included, goes as parameters (`param_…` of the HTTP interface), so that nothing can change the question.
 */

/** How the exporter was told to keep attributes: `Map(String, String)`, or its option `json`. */
export type AttributeColumn = "map" | "json";

export const COLUMNS_QUERY = "DESCRIBE TABLE {database:Identifier}.{table:Identifier} FORMAT JSONEachRow";

const TABLE = "{database:Identifier}.{table:Identifier}";
const TRACES = "{database:Identifier}.{traces:Identifier}";
const IN_TIME = "Timestamp >= fromUnixTimestamp64Nano({since:Int64}) AND Timestamp <= fromUnixTimestamp64Nano({until:Int64})";

/**
 * A page of activations and tool calls after (`at`, `trace`, `row`), the oldest first. Where a session is asked for,
 * those of every trace that has a span of it: a tool call need not name its session itself.
 */
export function tracesQuery(column: AttributeColumn, ofSession: boolean): string {
  const { kind, operation } = CONDITIONS[column];
  return page({
    columns: "ParentSpanId, SpanName, ScopeName, SpanAttributes, Duration, StatusCode, StatusMessage, `Events.Name`, `Events.Attributes`",
    key: "SpanId",
    where: [`(${kind} OR ${operation} = 'execute_tool')`, ...(ofSession ? [inTracesOfSession(column)] : [])],
  });
}

/**
 * A page of log records. Where a session is asked for, those that name it, and those of its traces.
 *
 * @param columns what the table has: older versions of the exporter have no `EventName`, and another index
 */
export function logsQuery(
  columns: { has(column: string): boolean },
  column: AttributeColumn,
  tracesColumn: AttributeColumn,
  ofSession: boolean,
): string {
  const session = { map: "LogAttributes['session.id']", json: "LogAttributes.session.id.:String" }[column];
  return page({
    columns: `Body, ScopeName, ResourceAttributes, LogAttributes${columns.has("EventName") ? ", EventName" : ""}`,
    // Many log records have one time and no span: what they say tells them apart.
    key: "concat(SpanId, ' ', hex(cityHash64(Body, toString(LogAttributes))))",
    where: [
      // The table's parts and its order go by it. A `DateTime` is of 1970 to 2106.
      ...(columns.has("TimestampTime") ? [IN_SECONDS] : []),
      ...(ofSession ? [`(${session} = {session:String} OR ${inTracesOfSession(tracesColumn)})`] : []),
    ],
  });
}

const IN_SECONDS =
  "TimestampTime >= toDateTime(greatest(intDiv({since:Int64}, 1000000000), 0)) AND TimestampTime <= toDateTime(least(intDiv({until:Int64}, 1000000000), 4294967295))";

function inTracesOfSession(column: AttributeColumn): string {
  return `TraceId IN (SELECT TraceId FROM ${TRACES} WHERE ${IN_TIME} AND ${CONDITIONS[column].session} = {session:String})`;
}

/** `WITH TIES` keeps rows of equal keys on one page. */
function page({ columns, key, where }: { readonly columns: string; readonly key: string; readonly where: readonly string[] }): string {
  return [
    `SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS TimestampNano, TraceId, SpanId, ${key} AS RowKey, ${columns}`,
    `FROM ${TABLE}`,
    `WHERE ${IN_TIME} AND Timestamp >= fromUnixTimestamp64Nano({at:Int64})`,
    `AND (toUnixTimestamp64Nano(Timestamp), TraceId, ${key}) > ({at:Int64}, {trace:String}, {row:String})`,
    ...where.map((condition) => `AND ${condition}`),
    `ORDER BY toUnixTimestamp64Nano(Timestamp), TraceId, ${key}`,
    "LIMIT {rows:UInt64} WITH TIES",
    "FORMAT JSONEachRow",
  ].join("\n");
}

const CONDITIONS = {
  map: {
    kind: "mapContains(SpanAttributes, 'activation.kind')",
    operation: "SpanAttributes['gen_ai.operation.name']",
    session: "SpanAttributes['session.id']",
  },
  json: {
    kind: "SpanAttributes.activation.kind.:String IS NOT NULL",
    operation: "SpanAttributes.gen_ai.operation.name.:String",
    session: "SpanAttributes.session.id.:String",
  },
} as const;
