/**
 * The two questions to ClickHouse. Their text never changes with what is asked for: all of that, names of the database
 * and the table included, goes as parameters (`param_…` of the HTTP interface), so that nothing can change the question.
 */

/** How the exporter was told to keep attributes: `Map(String, String)`, or its option `json`. */
export type AttributeColumn = "map" | "json";

export const COLUMNS_QUERY = "DESCRIBE TABLE {database:Identifier}.{table:Identifier} FORMAT JSONEachRow";

/**
 * A page of activations and tool calls after (`at`, `trace`, `span`), the oldest first. Where a session is asked for,
 * those of every trace that has a span of it: a tool call need not name its session itself.
 * `WITH TIES` keeps rows of equal keys on one page.
 */
export function pageQuery(column: AttributeColumn, ofSession: boolean): string {
  const { kind, operation, session } = CONDITIONS[column];
  const table = "{database:Identifier}.{table:Identifier}";
  const inTime = "Timestamp >= fromUnixTimestamp64Nano({since:Int64}) AND Timestamp <= fromUnixTimestamp64Nano({until:Int64})";
  return [
    "SELECT toString(toUnixTimestamp64Nano(Timestamp)) AS TimestampNano, TraceId, SpanId, ParentSpanId, SpanName, ScopeName, SpanAttributes,",
    "Duration, StatusCode, StatusMessage, `Events.Name`, `Events.Attributes`",
    `FROM ${table}`,
    `WHERE ${inTime} AND Timestamp >= fromUnixTimestamp64Nano({at:Int64})`,
    "AND (toUnixTimestamp64Nano(Timestamp), TraceId, SpanId) > ({at:Int64}, {trace:String}, {span:String})",
    `AND (${kind} OR ${operation} = 'execute_tool')`,
    ofSession ? `AND TraceId IN (SELECT TraceId FROM ${table} WHERE ${inTime} AND ${session} = {session:String})` : "",
    "ORDER BY toUnixTimestamp64Nano(Timestamp), TraceId, SpanId",
    "LIMIT {rows:UInt64} WITH TIES",
    "FORMAT JSONEachRow",
  ]
    .filter((line) => line !== "")
    .join("\n");
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
