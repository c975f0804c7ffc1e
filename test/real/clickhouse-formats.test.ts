import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hardRows } from "../sources/clickhouse/rows.ts";
import { jsonEachRow, type Rows } from "../sources/clickhouse/write-text.ts";
import { readBytes, type StreamReading } from "../sources/read.ts";
import { Engine, isAbsent, logsTable, tracesTable } from "./clickhouse-engine.ts";

/** Every format of ClickHouse's that is read, as its name stands in the question. */
const READ = [
  "JSONEachRow",
  "JSONStringsEachRow",
  "PrettyJSONEachRow",
  "JSON",
  "JSONStrings",
  "JSONCompact",
  "JSONCompactStrings",
  "JSONCompactEachRowWithNames",
  "JSONCompactEachRowWithNamesAndTypes",
  "JSONCompactStringsEachRowWithNames",
  "JSONCompactStringsEachRowWithNamesAndTypes",
  "TSVWithNames",
  "TSVWithNamesAndTypes",
  "CSVWithNames",
  "CSVWithNamesAndTypes",
  "CSVWithNames SETTINGS format_csv_delimiter = ';'",
  "CSVWithNames SETTINGS output_format_csv_crlf_end_of_line = 1",
  "TSVWithNames SETTINGS output_format_tsv_crlf_end_of_line = 1",
  "JSONEachRow SETTINGS output_format_json_array_of_rows = 1",
  "TSVWithNames SETTINGS date_time_output_format = 'iso'",
  "CSVWithNames SETTINGS date_time_output_format = 'unix_timestamp'",
];

const NOT_READ = [
  "TSV",
  "CSV",
  "JSONCompactEachRow",
  "PrettyCompact",
  "Pretty",
  "Vertical",
  "Markdown",
  "XML",
  "Values",
  "SQLInsert",
  "TSKV",
  "JSONColumns",
];

const MAP = "Map(LowCardinality(String), String)";

/** The same rows every time, with text of any kind in them; of few days, because the table has a part a day. */
const mapRows: Rows = fc
  .sample(hardRows, { seed: 20_260_105, numRuns: 40 })
  .flat()
  .map((row, index) => ({
    ...row,
    Timestamp: `2026-01-0${(index % 9) + 1}${row["Timestamp"] as string}`.replace(/\d{4}-\d\d-\d\d /, " "),
  }));

/** A column of JSON takes names apart at their dots, so that those that are no names are none of its matter. */
const jsonRows: Rows = mapRows.map((row, index) => ({
  ...row,
  ResourceAttributes: {},
  SpanAttributes: {
    ...(index % 2 === 0 ? { "activation.kind": "hook" } : { "gen_ai.operation.name": "execute_tool" }),
    text: row["StatusMessage"],
    list: ["a", row["SpanName"]],
    deep: { whole: index, exact: 9_007_199_254_740_993n.toString(), part: 0.5, yes: true },
  },
  "Events.Attributes": (row["Events.Name"] as string[]).map((name) => ({ "exception.message": name })),
}));

const logRows: Rows = mapRows.map((row) => ({
  Timestamp: row["Timestamp"],
  TraceId: row["TraceId"],
  SpanId: "",
  Body: row["StatusMessage"],
  LogAttributes: row["SpanAttributes"],
  ResourceAttributes: row["ResourceAttributes"],
  ScopeName: row["ScopeName"],
  EventName: row["SpanName"],
}));

describe.skipIf(isAbsent)("what ClickHouse's own engine exports", () => {
  let engine: Engine;

  const select = async (table: string, format: string): Promise<string> => {
    const { body, error } = await engine.ask(`SELECT * FROM otel.${table} ORDER BY Timestamp, TraceId, SpanId FORMAT ${format}`);
    expect(error).toBeUndefined();
    return body ?? "";
  };
  const read = async (text: string): Promise<StreamReading> => await readBytes(text, { query: { others: true, logs: true } });

  beforeAll(async () => {
    engine = new Engine();
    await engine.ask("CREATE DATABASE otel");
    for (const [name, create, rows] of [
      ["map_traces", tracesTable("map_traces", MAP), mapRows],
      ["json_traces", tracesTable("json_traces", "JSON"), jsonRows],
      ["nested_traces", `SET flatten_nested = 0; ${tracesTable("nested_traces", MAP)}; SET flatten_nested = 1`, mapRows.map(nested)],
      ["map_logs", logsTable("map_logs", MAP), logRows],
    ] as const) {
      for (const question of create.split(";")) expect(await engine.ask(question)).toEqual({ body: "" });
      expect(await engine.ask(`INSERT INTO otel.${name} FORMAT JSONEachRow ${jsonEachRow(rows)}`)).toEqual({ body: "" });
    }
  });
  afterAll(async () => {
    await engine.stop();
  });

  describe.each(["map_traces", "json_traces", "nested_traces", "map_logs"])("of %s", (table) => {
    it.each(READ)("as %s is the same", async (format) => {
      const expected = await read(await select(table, "JSONEachRow"));
      const { records, warnings, summary } = await read(await select(table, format));
      expect(records).toHaveLength(mapRows.length);
      expect(warnings).toEqual([]);
      expect(records.map((record) => ({ ...record, position: "" }))).toEqual(
        expected.records.map((record) => ({ ...record, position: "" })),
      );
      expect(summary).toMatchObject({ format: "clickhouse", lostRecords: false });
    });
  });

  it("is the same where 64-bit integers are text", async () => {
    const expected = await read(await select("map_traces", "JSONEachRow"));
    const asText = await read(await select("map_traces", "JSONEachRow SETTINGS output_format_json_quote_64bit_integers = 1"));
    expect(asText.records).toEqual(expected.records);
  });

  it("is what was put in", async () => {
    const { records } = await read(await select("map_traces", "TSVWithNames"));
    const put = await read(jsonEachRow(mapRows.toSorted(byTime)));
    expect(records.map((record) => ({ ...record, position: "" }))).toEqual(put.records.map((record) => ({ ...record, position: "" })));
  });

  it.each(NOT_READ)("as %s is refused with an advice", async (format) => {
    await expect(read(await select("map_traces", format))).rejects.toThrow(
      /ClickHouse.*; export the table (?:with FORMAT|WithNames: FORMAT)/,
    );
  });

  it("is refused with an advice where it is the table's description", async () => {
    const { body } = await engine.ask("DESCRIBE TABLE otel.map_traces FORMAT TSVWithNames");
    await expect(read(body ?? "")).rejects.toThrow("is the description of a table of ClickHouse");
  });
});

function nested(row: Rows[number]): Rows[number] {
  const { "Events.Timestamp": times, "Events.Name": names, "Events.Attributes": attributes, ...rest } = row as Record<string, unknown[]>;
  return {
    ...rest,
    Events: (times ?? []).map((time, index) => ({ Timestamp: time, Name: names?.[index], Attributes: attributes?.[index] })),
  };
}

function byTime(a: Rows[number], b: Rows[number]): number {
  const key = (row: Rows[number]): string => `${row["Timestamp"] as string} ${row["TraceId"] as string} ${row["SpanId"] as string}`;
  return key(a) < key(b) ? -1 : 1;
}
