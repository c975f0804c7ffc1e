import { flatAttributes } from "../values/attributes.ts";
import { isObject, listFrom, type JsonObject } from "../values/json-value.ts";
import { tryParseJson } from "../json/parse.ts";
import type { SpanAttributes } from "../span.ts";
import { parseLiteral } from "./literal.ts";

/** A column whose text is broken. The message says which, and never what stands in it. */
export class BrokenColumn extends Error {
  override readonly name = "BrokenColumn";
}

/** Columns that hold more than a scalar: maps, lists, JSON. Their text is a literal. */
export function isStructured(column: string): boolean {
  return STRUCTURED.test(column);
}

const STRUCTURED = /Attributes$|^(?:Events|Links)(?:\.|$)/;

/**
 * A column of attributes: a map, whose values are all text, or JSON, whose values keep their types and whose dotted names
 * come as nested objects. Either can come as text.
 *
 * @throws BrokenColumn
 */
export function attributesColumn(row: JsonObject, column: string): SpanAttributes {
  return attributesFrom(row[column], column);
}

/**
 * A column that is a list; empty where there is none.
 *
 * @throws BrokenColumn
 */
export function listColumn(row: JsonObject, column: string): readonly unknown[] {
  return listFrom(structured(row[column], column));
}

/** Attributes out of a value of `column`. Throws BrokenColumn. */
export function attributesFrom(value: unknown, column: string): SpanAttributes {
  const entries = structured(value, column);
  if (entries === undefined || entries === null || entries === "") return flatAttributes({});
  if (isObject(entries)) return flatAttributes(entries);
  if (!Array.isArray(entries)) throw notAttributes(column);
  return flatAttributes(Object.fromEntries(entries.map((entry) => pairFrom(entry, column))));
}

/** An entry of a map that is written as a list of tuples, as lists or with names. */
function pairFrom(entry: unknown, column: string): readonly [string, unknown] {
  const [key, value, ...more]: readonly unknown[] = isObject(entry) ? Object.values(entry) : listFrom(entry);
  if (typeof key !== "string" || value === undefined || more.length > 0) throw notAttributes(column);
  return [key, value];
}

function notAttributes(column: string): BrokenColumn {
  return new BrokenColumn(`its column ${column} is neither a map nor JSON`);
}

/** The value itself, or what its text says. */
function structured(value: unknown, column: string): unknown {
  if (typeof value !== "string" || value === "") return value;
  const parsed = /^[[{]\s*["[{]/.test(value) ? tryParseJson(value) : undefined;
  const read = parsed ?? parseLiteral(value);
  if (read === undefined) throw new BrokenColumn(`the text of its column ${column} is broken`);
  return read;
}
