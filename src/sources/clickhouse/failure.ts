import { isObject } from "../values/json-value.ts";

/** As the report's `sources[].format` has it. */
export const CLICKHOUSE = "clickhouse";

/** ClickHouse has sent its first rows before it knows that it will fail: it can only write its error among them. */
export const ENDED_EARLY = "ClickHouse wrote an error among the rows: the query ended before its end";

/** An object in a row's place that is nothing but the error. */
export function isError(value: unknown): boolean {
  return hasError(value) && Object.keys(value as object).length === 1;
}

/** Whether an object has the error of a query, as ClickHouse writes it with `http_write_exception_in_output_format`. */
export function hasError(value: unknown): boolean {
  return isObject(value) && typeof value["exception"] === "string" && value["exception"].includes("DB::Exception");
}
