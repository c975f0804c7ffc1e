import { readHead, withHead, type ByteReader } from "../bytes/byte-reader.ts";
import { firstLine, HEAD_LENGTH } from "../content/container.ts";
import type { Documents } from "../content/documents.ts";
import { headerOf } from "./header.ts";
import { NamedRows } from "./named-rows.ts";
import type { RowOptions } from "./table-rows.ts";

/**
 * Reads rows that stand below the names of their columns: `TSVWithNames…`, `CSVWithNames…`, `JSONCompactEachRowWithNames…`,
 * as ClickHouse writes the tables `otel_traces` and `otel_logs`.
 *
 * @param reader of UTF-8
 * @returns a reader of the same text where it does not begin with such a header
 */
export async function openNamedRows(
  reader: ByteReader,
  documents: Documents,
  options: RowOptions & { readonly headLength?: number },
): Promise<{ readonly rows: NamedRows } | { readonly rows: undefined; readonly reader: ByteReader }> {
  const head = Buffer.allocUnsafe(options.headLength ?? HEAD_LENGTH);
  const { length, isWhole, rest } = await readHead(reader, head, (bytes) => firstLine(bytes)[1] >= 0);
  const whole = withHead(head.subarray(0, length), rest);
  // What may stand before: a byte order mark, NUL bytes, empty lines.
  const [, line] = /^[\uFEFF\0\r\n]*([^\r\n]+)/.exec(head.toString("utf8", 0, length)) ?? [];
  const header = line === undefined ? undefined : headerOf(line);
  if (header === undefined) return { rows: undefined, reader: whole };
  documents.recognised("clickhouse");
  return { rows: new NamedRows(whole, header, documents, { ...options, isShort: isWhole }) };
}
