import type { DocumentFormat } from "../document.ts";
import { isObject, listFrom, type JsonObject } from "../json-value.ts";
import { placeIn } from "../place.ts";
import { decodeRow, INVALID_ROW, tableOf } from "./row.ts";

/**
 * Rows of the tables `otel_traces` and `otel_logs` that the Collector's ClickHouse exporter writes, as JSON: a row a line
 * (`FORMAT JSONEachRow`), or one document (`JSON`, `JSONCompact`), each also with all values as text (`JSONStrings…`).
 */
export const clickhouse: DocumentFormat = {
  name: "clickhouse",
  recognises(value) {
    return tableOf(value) !== undefined || (isObject(value) && Array.isArray(value["meta"]) && Array.isArray(value["data"]));
  },
  *decode(value, origin) {
    const table = tableOf(value);
    if (table !== undefined) {
      const record = decodeRow(value as JsonObject, table, origin);
      if (record !== undefined) yield record;
      return;
    }
    if (!isObject(value)) return;
    const columns = listFrom(value["meta"]).map((column) => (isObject(column) ? column["name"] : undefined));
    for (const [index, item] of listFrom(value["data"]).entries()) {
      const position = placeIn(origin, `row ${index + 1}`);
      const row = Array.isArray(item) ? rowOf(columns, item) : item;
      const table = tableOf(row);
      if (table === undefined) origin.warn("invalid_record", INVALID_ROW, position);
      else {
        const record = decodeRow(row as JsonObject, table, { ...origin, position });
        if (record !== undefined) yield record;
      }
    }
  },
};

/** A row whose values stand beside the names of its columns. */
function rowOf(columns: readonly unknown[], values: readonly unknown[]): JsonObject {
  const row: Record<string, unknown> = Object.create(null);
  for (const [index, column] of columns.entries()) if (typeof column === "string") row[column] = values[index];
  return row;
}
