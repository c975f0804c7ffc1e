/**
 * Values as ClickHouse writes them, by the rules of its documentation, for tests to read back. The engine itself is held
 * against the same reader in test/real/clickhouse-formats.test.ts.
 */

const ESCAPED: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
};

/** Text with its escapes, as a field of `TSV` has it. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\'\b\f\n\r\t\0]/g, (character) => ESCAPED[character] ?? character);
}

/** A map, a list, or what is in them. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(",")}]`;
  if (value === null) return "NULL";
  if (typeof value === "string") return `'${escaped(value)}'`;
  if (typeof value !== "object") return `${value as number}`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${literal(key)}:${literal(item)}`)
    .join(",")}}`;
}

/** A value in a field of `TSV`. */
export function tsvField(value: unknown): string {
  if (value === null) return "\\N";
  return typeof value === "string" ? escaped(value) : literal(value);
}

/** A value in a field of `CSV`. */
export function csvField(value: unknown): string {
  if (value === null) return "\\N";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return `"${(typeof value === "string" ? value : literal(value)).replaceAll('"', '""')}"`;
}

/** A value in the formats that make all of them text. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" || value === null ? value : literal(value);
}

/** Rows, each with the same columns in the same order. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** The formats whose rows stand below the names of their columns. */
export const NAMED: Readonly<Record<string, (rows: Rows) => string>> = {
  TSVWithNames: (rows) => lines(rows, [namesOf(rows)], (fields) => fields.map(tsvField).join("\t")),
  TSVWithNamesAndTypes: (rows) => lines(rows, [namesOf(rows), typesOf(rows)], (fields) => fields.map(tsvField).join("\t")),
  CSVWithNames: (rows) => lines(rows, [namesOf(rows)], (fields) => fields.map(csvField).join(",")),
  CSVWithNamesAndTypes: (rows) => lines(rows, [namesOf(rows), typesOf(rows)], (fields) => fields.map(csvField).join(",")),
  "CSVWithNames with semicolons": (rows) => lines(rows, [namesOf(rows)], (fields) => fields.map(csvField).join(";")),
  JSONCompactEachRowWithNames: (rows) => lines(rows, [namesOf(rows)], (fields) => JSON.stringify(fields)),
  JSONCompactEachRowWithNamesAndTypes: (rows) => lines(rows, [namesOf(rows), typesOf(rows)], (fields) => JSON.stringify(fields)),
  JSONCompactStringsEachRowWithNames: (rows) => lines(rows, [namesOf(rows)], (fields) => JSON.stringify(fields.map(textOf))),
};

/** `FORMAT JSONEachRow`. */
export function jsonEachRow(rows: Rows): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** The formats that are JSON documents. */
export const DOCUMENTS: Readonly<Record<string, (rows: Rows) => string>> = {
  JSONEachRow: jsonEachRow,
  JSONStringsEachRow: (rows) => jsonEachRow(rows.map(asText)),
  "JSONEachRow as one list": (rows) => `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`,
  JSON: (rows) => table(rows, rows),
  JSONStrings: (rows) => table(rows, rows.map(asText)),
  JSONCompact: (rows) =>
    table(
      rows,
      rows.map((row) => Object.values(row)),
    ),
  JSONCompactStrings: (rows) =>
    table(
      rows,
      rows.map((row) => Object.values(row).map(textOf)),
    ),
};

/** A row in the formats that make text of every value. */
export function asText(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)]));
}

function table(rows: Rows, data: readonly unknown[]): string {
  return JSON.stringify({ meta: namesOf(rows).map((name) => ({ name, type: "String" })), data, rows: rows.length }, null, "\t");
}

function lines(rows: Rows, heads: readonly (readonly unknown[])[], line: (fields: readonly unknown[]) => string): string {
  return [...heads, ...rows.map((row) => Object.values(row))].map((fields) => `${line(fields)}\n`).join("");
}

function namesOf([row]: Rows): readonly string[] {
  return Object.keys(row ?? {});
}

/** Enough of them to be told from a row. */
function typesOf([row]: Rows): readonly string[] {
  return Object.values(row ?? {}).map((value) => (typeof value === "string" ? "LowCardinality(String)" : "Map(String, String)"));
}
