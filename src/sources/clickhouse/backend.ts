import { backendSource } from "../http/backend-source.ts";
import { failure } from "../http/failure.ts";
import { parseAddress, type BackendAddress } from "../http/address.ts";
import type { Environment } from "../http/credentials.ts";
import type { HttpLimits } from "../http/limits.ts";
import type { Source } from "../source.ts";
import { readTables } from "./tables.ts";

/** Rows that one query gives; the next one begins where it ended. */
const ROWS_PER_PAGE = 10_000;

/**
 * Reads the traces that the Collector's ClickHouse exporter wrote, and the log records where they are asked for, over ClickHouse's HTTP interface:
 * `clickhouse+http://host:8123/database.table`, by default `default.otel_traces`. Credentials come from
 * `EXPLAIN_CLICKHOUSE_…` in `environment`. It only asks (GET, which ClickHouse holds to reading), and changes no
 * setting, so that a user with `readonly = 1` will do.
 *
 * @throws SourceError where the address or a credential cannot be used. Nothing is asked before `read`.
 */
export function openClickhouse(
  address: string,
  environment: Environment,
  limits: Partial<HttpLimits & { readonly rows: number }> = {},
): Source {
  const parsed = parseAddress(address, "clickhouse");
  const table = tableOf(parsed);
  const rows = limits.rows ?? ROWS_PER_PAGE;
  // The path names the table; what is asked is always the root.
  return backendSource({ ...parsed, path: "" }, environment, limits, async function* ({ client, reading, query }) {
    for await (const record of readTables(client, { ...table, ...query, rows }, reading.origin)) if (reading.wants(record)) yield record;
  });
}

interface Table {
  readonly database: string;
  readonly table: string;
}

/** `/database.table`, `/database`, or nothing. */
function tableOf(address: BackendAddress): Table {
  let path: string;
  try {
    path = decodeURIComponent(address.path.slice(1));
  } catch {
    path = "/";
  }
  if (path.includes("/")) throw failure(address.name, "an address of ClickHouse ends with /database or /database.table");
  const dot = path.indexOf(".");
  const database = dot < 0 ? path : path.slice(0, dot);
  return { database: database || "default", table: (dot < 0 ? "" : path.slice(dot + 1)) || "otel_traces" };
}
