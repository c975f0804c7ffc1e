import { tryParseJson } from "../json/parse.ts";
import { isStructured } from "./columns.ts";
import type { Dialect } from "./header.ts";
import { unescaped } from "./escapes.ts";

/**
 * The fields of a row as it is written; undefined where a JSON row is none. Text is as it stands there: {@link valueOf} says
 * what it means.
 */
export function fieldsOf(line: string, dialect: Dialect): readonly unknown[] | undefined {
  switch (dialect.name) {
    case "tsv":
      return line.split("\t");
    case "csv":
      return fieldsOfCsv(line, dialect.delimiter);
    case "json":
      return itemsOf(line);
    default:
      return dialect satisfies never;
  }
}

/** What a field says: of a structured column its literal, else its text; null where it is null. */
export function valueOf(field: unknown, column: string, dialect: Dialect): unknown {
  if (typeof field !== "string" || dialect.name === "json") return field;
  if (field === "\\N") return null;
  if (dialect.name === "tsv") return isStructured(column) && isBareLiteral(field) ? field : unescaped(field);
  return field.startsWith('"') && field.length > 1 ? field.slice(1, -1).replaceAll('""', '"') : field;
}

/**
 * Maps and lists stand in a field as they are: the escapes of their strings are their own. JSON is escaped as text is, and
 * so is a literal that a query made text of (`toString(SpanAttributes)`).
 */
function isBareLiteral(field: string): boolean {
  return !/^(?:\{"|[[({]+\\)/.test(field);
}

function fieldsOfCsv(line: string, delimiter: string): readonly string[] {
  const fields: string[] = [];
  let from = 0;
  while (from <= line.length) {
    let end = line.indexOf(delimiter, line[from] === '"' ? endOfQuoted(line, from) : from);
    if (end < 0) end = line.length;
    fields.push(line.slice(from, end));
    from = end + delimiter.length;
  }
  return fields;
}

/** Behind the quote that closes the field that opens at `from`: two quotes are one inside of it. */
function endOfQuoted(line: string, from: number): number {
  let quote = line.indexOf('"', from + 1);
  while (quote >= 0 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2);
  return quote < 0 ? line.length : quote + 1;
}

function itemsOf(line: string): readonly unknown[] | undefined {
  const list = tryParseJson(line);
  return Array.isArray(list) ? list : undefined;
}
