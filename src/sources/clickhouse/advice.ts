import { utf16 } from "../bytes/encoding.ts";

/**
 * What these bytes, the first of what nobody could read, seem to be of ClickHouse, and how to export it instead; undefined
 * where they look like nothing of it. Goes behind the name of a source.
 */
export function adviceOnExport(head: Buffer): string | undefined {
  const text = new TextDecoder(utf16(head)).decode(head);
  const { what, how } = SHAPES.find(({ fits }) => fits(text)) ?? {};
  return what === undefined ? undefined : `${what}; ${how ?? EXPORT}`;
}

const EXPORT = "export the table with FORMAT JSONEachRow or FORMAT TSVWithNames";

interface Shape {
  readonly fits: (text: string) => boolean;
  readonly what: string;
  readonly how?: string;
}

const SHAPES: readonly Shape[] = [
  {
    fits: (text) => /^\W*"?name"?\W+"?type"?\W+"?default_type\b/.test(text) || /^\{"name":"[^"]*","type":"[^"]*","default_type"/.test(text),
    what: "is the description of a table of ClickHouse, not its rows",
    how: "export them with SELECT * FROM otel_traces FORMAT JSONEachRow",
  },
  { fits: (text) => text.startsWith("PAR1"), what: "is Parquet, which is not read", how: `where it is of ClickHouse, ${EXPORT}` },
  {
    fits: (text) => namesColumns(text) && /^(?:Row 1:\s+─|\s*[┌┏])/.test(text),
    what: "holds rows of ClickHouse as they are printed for people",
  },
  { fits: namesColumns, what: "looks like rows of ClickHouse in a format that is not read" },
  {
    fits: haveNoNames,
    what: "looks like rows of ClickHouse without the names of their columns",
    how: "export the table WithNames: FORMAT TSVWithNames or FORMAT CSVWithNames (JSONEachRow has them always)",
  },
];

function namesColumns(text: string): boolean {
  return (
    ["TraceId", "SpanId"].every((column) => text.includes(column)) &&
    /\b(?:SpanAttributes|LogAttributes|SpanName|SeverityText)\b/.test(text)
  );
}

/** A time, and a trace's id beside a span's, among maps and lists as ClickHouse writes them. */
function haveNoNames(text: string): boolean {
  return (
    /\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text) &&
    /\b[0-9a-f]{32}["']?[\t,;| ]{1,2}["']?[0-9a-f]{16}\b/i.test(text) &&
    /\{'|\{\}|\[\]|": ?"/.test(text)
  );
}
