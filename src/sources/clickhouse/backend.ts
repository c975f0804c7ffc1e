import { failure } from "../http/failure.ts";
import { parseAddress, type BackendAddress } from "../http/address.ts";
import { HttpClient } from "../http/client.ts";
import { credentialsFrom, type Environment } from "../http/credentials.ts";
import { limitsFrom, type HttpLimits } from "../http/limits.ts";
import { BackendReading } from "../http/reading.ts";
import type { ReadOptions, Source } from "../source.ts";
import type { SpanRecord } from "../span.ts";
import { readPages } from "./pages.ts";

/** Rows that one query gives; the next one begins where it ended. */
const ROWS_PER_PAGE = 10_000;

/**
 * Reads the traces that the Collector's ClickHouse exporter wrote, over ClickHouse's HTTP interface:
 * `clickhouse+http://host:8123/database.table`, by default `default.otel_traces`. Credentials come from
 * `EXPLAIN_CLICKHOUSE_…` in `environment`. It only asks (GET, which ClickHouse holds to reading), and changes no
 * setting, so that a user with `readonly = 1` will do.
 *
 * @throws SourceError where the address or a credential cannot be used. Nothing is asked before `read`.
 */
export function openClickhouse(
  address: string,
  environment: Environment,
  limits?: Partial<HttpLimits & { readonly rows: number }>,
): Source {
  const parsed = parseAddress(address, "clickhouse");
  const table = tableOf(parsed);
  const credentials = credentialsFrom(environment, parsed);
  const http = { ...limitsFrom(environment, parsed), ...limits };
  return {
    name: parsed.name,
    read: (options) =>
      read(
        parsed,
        table,
        new HttpClient({ ...parsed, path: "" }, credentials, http, options.signal),
        options,
        limits?.rows ?? ROWS_PER_PAGE,
      ),
  };
}

async function* read(
  address: BackendAddress,
  table: Table,
  client: HttpClient,
  options: ReadOptions,
  rows: number,
): AsyncGenerator<SpanRecord> {
  const reading = new BackendReading(address, options);
  for await (const span of readPages(client, { ...table, ...options.query, rows }, reading.origin)) {
    if (reading.wants(span)) yield span;
  }
  reading.finish();
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
