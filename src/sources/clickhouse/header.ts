import { tryParseJson } from "../json/parse.ts";
import { tableWith, type Table } from "./row.ts";

/** How rows are written: `TSV…`, `CSV…` with whatever delimiter, or a JSON list a line (`JSONCompact…EachRow…`). */
export type Dialect = { readonly name: "tsv" } | { readonly name: "json" } | { readonly name: "csv"; readonly delimiter: string };

/** The names of a table's columns, in the order in which rows have them, and how they are written. */
export interface Header {
  readonly dialect: Dialect;
  readonly columns: readonly string[];
  readonly table: Table;
}

/** The header that a line is; undefined for one that names no columns of a table that is read. */
export function headerOf(line: string): Header | undefined {
  const dialect = dialectOf(line);
  if (dialect === undefined) return undefined;
  const columns = dialect.name === "json" ? namesOfList(line) : namesBetween(line, dialect.name === "tsv" ? "\t" : dialect.delimiter);
  const table = tableWith((column) => columns.includes(column));
  return table === undefined ? undefined : { dialect, columns, table };
}

/** Whether a trace's id is the type of one: the row behind a header has the types of its columns in `…WithNamesAndTypes`. */
export function isType(traceId: unknown): boolean {
  return typeof traceId === "string" && /^(?:\w+\()*(?:String|FixedString\(\d+)\)*$/.test(traceId);
}

/** What stands beside the name of a column says how the columns are parted. */
function dialectOf(line: string): Dialect | undefined {
  if (line.startsWith("[")) return { name: "json" };
  const [, before, after] = /(^|[\t,;|])"?TraceId"?([\t,;|]|$)/.exec(line) ?? [];
  const delimiter = before || after;
  if (delimiter === undefined || delimiter === "") return undefined;
  return delimiter === "\t" && !line.includes('"') ? { name: "tsv" } : { name: "csv", delimiter };
}

function namesBetween(line: string, delimiter: string): readonly string[] {
  return line.split(delimiter).map((name) => (/^".*"$/.test(name) ? name.slice(1, -1) : name));
}

function namesOfList(line: string): readonly string[] {
  const list = tryParseJson(line);
  return Array.isArray(list) && list.every((name) => typeof name === "string") ? list : [];
}
