import { bareObject } from "../values/bare-object.ts";
import type { DocumentFormat, DocumentOrigin } from "../content/document.ts";
import { isObject, listFrom, type JsonObject } from "../values/json-value.ts";
import { placeIn } from "../values/place.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { CLICKHOUSE, ENDED_EARLY, hasError, isError } from "./failure.ts";
import { isStructured } from "./columns.ts";
import { decodeRow, INVALID_ROW, tableOf, withoutColumns } from "./row.ts";

/**
 * Rows of the tables `otel_traces` and `otel_logs` that the Collector's ClickHouse exporter writes, as JSON: a row a line
 * (`FORMAT JSONEachRow`), or one document (`JSON`, `JSONCompact`), each also with all values as text (`JSONStrings…`).
 */
export const clickhouse: DocumentFormat = {
  name: CLICKHOUSE,
  row: { traceId: ["TraceId"], spanId: ["SpanId"], nests: isStructured },
  recognises(value) {
    if (Array.isArray(value)) return tableOf(value[0]) !== undefined;
    return (
      tableOf(value) !== undefined || isError(value) || (isObject(value) && Array.isArray(value["meta"]) && Array.isArray(value["data"]))
    );
  },
  *decode(value, origin) {
    if (tableOf(value) !== undefined) yield* decoded(value, origin);
    else {
      if (hasError(value)) origin.warn("partial_answer", ENDED_EARLY, origin.position);
      for (const [index, row] of rowsIn(value).entries()) {
        yield* decoded(row, { ...origin, position: placeIn(origin, `row ${index + 1}`) });
      }
    }
  },
};

function* decoded(row: unknown, origin: DocumentOrigin): Generator<SpanRecord | LogRecord> {
  const table = tableOf(row);
  if (table === undefined && isError(row)) return origin.warn("partial_answer", ENDED_EARLY, origin.position);
  if (table === undefined) return origin.warn("invalid_record", INVALID_ROW, origin.position);
  const columns = row as JsonObject;
  const record = decodeRow(columns, table, origin);
  if (record === undefined) return;
  const trouble = withoutColumns(table, (column) => columns[column] !== undefined);
  if (trouble !== undefined) origin.warn("invalid_record", trouble, origin.position);
  yield record;
}

/** The rows of a list of them (`output_format_json_array_of_rows`), or of a document. */
function rowsIn(document: unknown): readonly unknown[] {
  if (!isObject(document)) return listFrom(document);
  const columns = listFrom(document["meta"]).map((column) => (isObject(column) ? column["name"] : undefined));
  return listFrom(document["data"]).map((row: unknown) => (Array.isArray(row) ? rowOf(columns, row) : row));
}

/** A row whose values stand beside the names of its columns. */
function rowOf(columns: readonly unknown[], values: readonly unknown[]): JsonObject {
  const row = bareObject<unknown>();
  for (const [index, column] of columns.entries()) if (typeof column === "string") row[column] = values[index];
  return row;
}
