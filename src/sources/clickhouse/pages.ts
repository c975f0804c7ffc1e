import { failure } from "../http/failure.ts";
import type { DocumentOrigin } from "../document.ts";
import type { HttpClient } from "../http/client.ts";
import { integerFrom } from "../integer.ts";
import { isObject, textFrom, type JsonObject } from "../json-value.ts";
import { parseJson } from "../json/parse.ts";
import type { SpanRecord } from "../span.ts";
import { decodeRow } from "./row.ts";
import { linesOf, LineTooLong } from "./lines.ts";
import { COLUMNS_QUERY, pageQuery, type AttributeColumn } from "./query.ts";

/** What to read, and how much at once. */
export interface PagesQuery {
  readonly database: string;
  readonly table: string;
  readonly session?: string | undefined;
  readonly since?: bigint | undefined;
  readonly until?: bigint | undefined;
  readonly rows: number;
}

/** The end of 2261, beyond which `DateTime64(9)` has no time. */
const END_OF_TIME = 9_214_646_400_000_000_000n;

/** Characters in a line: a row holds no more than a span's attributes and events. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** How often a body that breaks off is asked for again without a single row of progress. */
const MAX_BREAKS = 3;

/** Behind which row the next page begins. */
interface Cursor {
  readonly at: string;
  readonly trace: string;
  readonly span: string;
}

/** Reads page after page, each as a stream. A body that breaks off goes on behind the last row that came whole. */
export async function* readPages(client: HttpClient, query: PagesQuery, origin: DocumentOrigin): AsyncGenerator<SpanRecord, void> {
  const column = await attributeColumn(client, query, origin);
  const since = query.since ?? 0n;
  const fixed = {
    query: pageQuery(column, query.session !== undefined),
    param_database: query.database,
    param_table: query.table,
    param_since: String(since),
    param_until: String(query.until === undefined || query.until > END_OF_TIME ? END_OF_TIME : query.until),
    param_rows: String(query.rows),
    ...(query.session !== undefined && { param_session: escaped(query.session) }),
  };
  const place = new Place({ at: String(since), trace: "", span: "" });
  let breaks = 0;
  while (true) {
    const { at, trace, span } = place.cursor;
    let rows = 0;
    let failure: unknown;
    try {
      for await (const row of pageRows(
        client,
        { ...fixed, param_at: at, param_trace: escaped(trace), param_span: escaped(span) },
        origin,
      )) {
        rows += 1;
        if (place.wasGiven(row)) continue;
        breaks = 0;
        const position = `trace ${textFrom(row["TraceId"]) ?? ""}`;
        const record = decodeRow(row, "otel_traces", { ...origin, position }, row["TimestampNano"]);
        if (record?.type === "span") yield record;
      }
    } catch (error) {
      failure = error;
    }
    if (failure === undefined) {
      if (rows < query.rows) return;
      place.endPage();
    } else if (client.isBroken(failure) && breaks < MAX_BREAKS) {
      breaks += 1;
      place.beginAgain();
    } else throw client.failed(failure);
  }
}

/** Remembers what was given, so that reading can begin again behind it. */
class Place {
  #cursor: Cursor;
  #current: Cursor;
  /** Rows with the current key that were given, and that are still to be passed over. */
  #given = 0;
  #skip = 0;

  constructor(start: Cursor) {
    this.#cursor = start;
    this.#current = start;
  }

  get cursor(): Cursor {
    return this.#cursor;
  }

  /** Notes a row; whether it was given before the body broke off. */
  wasGiven(row: JsonObject): boolean {
    const key = keyOf(row);
    if (key.at !== this.#current.at || key.trace !== this.#current.trace || key.span !== this.#current.span) {
      this.#cursor = this.#current;
      this.#current = key;
      this.#given = 0;
      this.#skip = 0;
    }
    if (this.#skip > 0) {
      this.#skip -= 1;
      return true;
    }
    this.#given += 1;
    return false;
  }

  /** A page ended, and with it (`WITH TIES`) every row of the current key. */
  endPage(): void {
    this.#cursor = this.#current;
    this.#given = 0;
    this.#skip = 0;
  }

  beginAgain(): void {
    this.#skip = this.#given;
  }
}

function keyOf(row: JsonObject): Cursor {
  return {
    at: String(integerFrom(row["TimestampNano"]) ?? 0n),
    trace: textFrom(row["TraceId"]) ?? "",
    span: textFrom(row["SpanId"]) ?? "",
  };
}

async function* pageRows(
  client: HttpClient,
  parameters: Readonly<Record<string, string>>,
  origin: DocumentOrigin,
): AsyncGenerator<JsonObject, void> {
  const answer = await client.stream("/", parameters);
  const lines = linesOf(answer.body, LONGEST_LINE);
  if (answer.status !== 200) throw client.refused({ status: answer.status, body: await beginningOf(lines) });
  try {
    for await (const line of lines) {
      const row = parsedObject(line);
      if (row !== undefined && "TraceId" in row) {
        yield row;
        continue;
      }
      // The status was sent before the query failed: ClickHouse can only write its error among the rows.
      const reason = client.excerpt(`${line} ${await beginningOf(lines)}`.replace("__exception__", ""));
      origin.warn("partial_answer", `ClickHouse ended the query before its end: ${reason}`);
      return;
    }
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    origin.warn("limit_reached", "a row is larger than what is held of one (32 million characters); what comes behind it was not read");
  }
}

/** The first lines of what is left of a body, and what came of them where it breaks off. */
async function beginningOf(lines: AsyncIterable<string>): Promise<string> {
  let text = "";
  try {
    for await (const line of lines) {
      text += `${line} `;
      if (text.length > 1000) break;
    }
  } catch {
    // What came is the error that is looked for; that the body breaks off behind it says nothing more.
  }
  return text;
}

function parsedObject(line: string): JsonObject | undefined {
  try {
    const value = parseJson(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parameters are read as in the format TSV, in which a backslash begins an escape. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
}

/** How the table keeps attributes; also the question that finds out whether the table is there. */
async function attributeColumn(client: HttpClient, query: PagesQuery, origin: DocumentOrigin): Promise<AttributeColumn> {
  const answer = await client.get("/", { query: COLUMNS_QUERY, param_database: query.database, param_table: query.table });
  if (answer.status !== 200) throw client.refused(answer);
  const columns = answer.body.split("\n").map(parsedObject);
  const type = columns.find((column) => column?.["name"] === "SpanAttributes")?.["type"];
  if (typeof type === "string") return type.startsWith("JSON") ? "json" : "map";
  throw failure(
    origin.source,
    `${query.database}.${query.table} is no table of traces of the Collector's ClickHouse exporter; name it in the address: …:8123/database.table`,
  );
}
