import { describe, expect, it } from "vitest";
import { adviceOnExport } from "../../../src/sources/clickhouse/advice.ts";
import { readBytes } from "../read.ts";
import { RUN } from "../run.ts";
import { rowOf } from "./rows.ts";
import { NAMED } from "./write-text.ts";

const rows = RUN.map(rowOf);
const bare = (format: string): string => NAMED[format]!(rows).replace(/^.*\n/, "");
const [row] = rows;

const PRETTY =
  "   ┌─Timestamp─────────────────────┬─TraceId──────────────────────────┬─SpanId───────────┬─SpanName─┐\n1. │ 2026-01-05 09:00:00.000000321 │";
const VERTICAL =
  "Row 1:\n──────\nTimestamp:      2026-01-05 09:00:00.000000321\nTraceId:        5b8e\nSpanId:         00f0\nSpanName:       x\n";
const NAMES = "export the table with FORMAT JSONEachRow or FORMAT TSVWithNames";

describe("of what ClickHouse exported in a way that cannot be read, an error says how to export it", () => {
  it.each<[what: string, content: string | Buffer, message: string]>([
    ["TSV without names", bare("TSVWithNames"), "export the table WithNames"],
    ["CSV without names", bare("CSVWithNames"), "export the table WithNames"],
    ["JSONCompactEachRow", bare("JSONCompactEachRowWithNames"), "export the table WithNames"],
    ["TSV without names as UTF-16", Buffer.from(`\uFEFF${bare("TSVWithNames")}`, "utf16le"), "export the table WithNames"],
    [
      "a description",
      "name\ttype\tdefault_type\tdefault_expression\nTimestamp\tDateTime64(9)\t\t\nTraceId\tString\t\t\nSpanId\tString\t\t\nSpanName\tString\t\t\n",
      "is the description of a table of ClickHouse, not its rows; export them with SELECT",
    ],
    [
      "a description as CSV",
      '"name","type","default_type"\n"TraceId","String",""\n"SpanId","String",""\n',
      "is the description of a table",
    ],
    [
      "a description as JSON",
      '{"name":"TraceId","type":"String","default_type":""}\n{"name":"SpanId","type":"String","default_type":""}\n',
      "is the description of a table",
    ],
    ["a table printed for people", PRETTY, `as they are printed for people; ${NAMES}`],
    ["a table printed vertically", VERTICAL, `as they are printed for people; ${NAMES}`],
    [
      "columns as JSON",
      JSON.stringify(Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, [value]]))),
      `in a format that is not read; ${NAMES}`,
    ],
    [
      "SQL",
      "INSERT INTO table (`Timestamp`, `TraceId`, `SpanId`, `SpanName`) VALUES ('2026-01-05 09:00:00', '5b8e', '00f0', 'x');",
      `in a format that is not read; ${NAMES}`,
    ],
    ["names and values", "Timestamp=2026-01-05\tTraceId=5b8e\tSpanId=00f0\tSpanName=x\n", `in a format that is not read; ${NAMES}`],
    [
      "binary rows",
      Buffer.from("\x03\x09Timestamp\x07TraceId\x06SpanId\x08SpanName\x0dDateTime64(9)\x06String", "latin1"),
      `in a format that is not read; ${NAMES}`,
    ],
    ["Parquet", Buffer.from("PAR1\x15\x04\x15", "latin1"), "is Parquet, which is not read; where it is of ClickHouse, export"],
  ])("%s", async (_what, content, message) => {
    await expect(readBytes(content)).rejects.toThrow(message);
  });

  it.each([
    ["a log that speaks of ids", "2026-01-05 09:00:00 INFO trace 5b8efff798038103d269b633813fc60c {} done\n"],
    ["text", "hello TraceId\n"],
    ["JSON of something else", '{"name":"demo","type":"module"}'],
    ["nothing", ""],
  ])("but not of %s", (_what, content) => {
    expect(adviceOnExport(Buffer.from(content))).toBeUndefined();
  });
});
