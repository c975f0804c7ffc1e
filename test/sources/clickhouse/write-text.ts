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
