import { afterEach, describe, expect, it } from "vitest";
import { openClickhouse } from "../../../src/sources/clickhouse/backend.ts";
import { logsTableOf } from "../../../src/sources/clickhouse/tables.ts";
import { SETTINGS_QUERY } from "../../../src/sources/clickhouse/silent-limits.ts";
import { clickhouse } from "../../../src/sources/clickhouse/format.ts";
import { itIsASource, readAll as readRecords } from "../conformance.ts";
import { decode } from "../hostile.ts";
import { closeAll, serve, text, type Handler, type LoopbackServer } from "../http/loopback.ts";
import { readAll } from "../http/read-all.ts";

afterEach(closeAll);

const QUICK = { backoff: 1 };
const START = 1_767_603_600_000_000_000n;

type Row = Readonly<Record<string, unknown>> & { readonly TimestampNano: string; readonly TraceId: string; readonly SpanId: string };

/** Rows as the query gives them, in its order; every third one twice. */
function rowsOf(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) => ({
    TimestampNano: String(START + BigInt(index >> 1)),
    TraceId: "5b8efff798038103d269b633813fc60c",
    SpanId: (index + 1).toString(16).padStart(16, "0"),
    ParentSpanId: "",
    SpanName: `execute_hook ${index}`,
    ScopeName: "extension-activation",
    SpanAttributes: { "activation.kind": "hook" },
    Duration: "1000",
    StatusCode: "Unset",
    StatusMessage: "",
    "Events.Name": [],
    "Events.Attributes": [],
  })).flatMap((row, index) => (index % 3 === 0 ? [row, row] : [row]));
}

const names = (rows: readonly Row[]): readonly unknown[] => rows.map(({ SpanName }) => SpanName);
const lines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/**
 * The two questions, answered as ClickHouse does (the real engine is asked in test/real/clickhouse.test.ts). `pages` may
 * answer a page otherwise, the first being 1.
 */
async function serveClickhouse(
  rows: readonly Row[],
  pages?: (page: number, rest: readonly Row[], response: Parameters<Handler>[1]) => void,
  serveLogs?: (query: URLSearchParams, response: Parameters<Handler>[1]) => void,
  settings = "",
): Promise<LoopbackServer> {
  let page = 0;
  return serve(({ query }, response) => {
    if (query.get("query") === SETTINGS_QUERY) return text(response, settings);
    if (query.get("param_table") === "otel_logs") return serveLogs?.(query, response);
    if (query.get("query")?.startsWith("DESCRIBE") === true)
      return text(response, '{"name":"SpanAttributes","type":"Map(LowCardinality(String), String)"}\n');
    const cursor = [query.get("param_at"), query.get("param_trace"), query.get("param_row")];
    const rest = rows.filter((row) => isBehind(row, cursor));
    const limit = Number(query.get("param_rows"));
    const last = rest[limit - 1];
    const ties = last === undefined ? rest : rest.filter((row, index) => index < limit || row.SpanId === last.SpanId);
    page += 1;
    if (pages !== undefined) pages(page, ties, response);
    if (!response.headersSent) text(response, lines(ties));
  });
}

function isBehind(row: Row, [at, trace, span]: readonly (string | null)[]): boolean {
  const key = [BigInt(row.TimestampNano), row.TraceId, row.SpanId] as const;
  if (key[0] !== BigInt(at ?? 0)) return key[0] > BigInt(at ?? 0);
  return key[1] === trace ? key[2] > (span ?? "") : key[1] > (trace ?? "");
}

describe("ClickHouse", () => {
  it.each([1, 2, 3, 5, 100])("gives every row once, with %i a page", async (rows) => {
    const stored = rowsOf(20);
    const server = await serveClickhouse(stored);
    const { spans, warnings, summaries } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, { ...QUICK, rows }));
    expect(spans.map(({ name }) => name)).toEqual(names(stored));
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ format: "clickhouse", spans: stored.length, lostRecords: false, filtered: false }]);
  });

  it("goes on behind the last whole row when the connection breaks in the middle", async () => {
    const stored = rowsOf(20);
    const server = await serveClickhouse(stored, (page, rest, response) => {
      if (page > 12) return;
      // Up to the middle of a line, and once between two rows of the same key.
      const whole = lines(rest.slice(0, 2 + (page % 3)));
      response.writeHead(200).write(page % 2 === 0 ? whole : whole + '{"TraceId":"5b8ef', () => response.destroy());
    });
    const { spans, warnings } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    expect(spans.map(({ name }) => name)).toEqual(names(stored));
    expect(warnings).toEqual([]);
  });

  it("gives up where breaking off brings nothing new", async () => {
    const server = await serveClickhouse(rowsOf(4), (_page, rest, response) => {
      response.writeHead(200).write(lines(rest.slice(0, 1)), () => response.destroy());
    });
    await expect(readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK))).rejects.toThrow("broke off the connection");
  });

  it.each([
    ["as it was written before 25.11", "Code: 241. DB::Exception: Memory limit exceeded (MEMORY_LIMIT_EXCEEDED)\n"],
    [
      "as it is written since",
      "\r\n__exception__\r\nabcdefgh\r\nCode: 241. DB::Exception: Memory limit exceeded\r\n48 abcdefgh\r\n__exception__\r\n",
    ],
    ["as it is written with http_write_exception_in_output_format", '{"exception":"Code: 241. DB::Exception: Memory limit exceeded"}\n'],
  ])("says when the query failed behind its first rows, %s", async (_how, error) => {
    const stored = rowsOf(6);
    const server = await serveClickhouse(stored, (_page, rest, response) => text(response, lines(rest.slice(0, 3)) + error));
    const { spans, warnings, summaries } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    expect(spans).toHaveLength(3);
    expect(warnings).toMatchObject([{ code: "partial_answer", message: expect.stringContaining("Memory limit exceeded") as string }]);
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });

  it("gives every row where a setting of the user ends each page sooner without a word", async () => {
    const stored = rowsOf(7);
    const server = await serveClickhouse(stored, (_page, rest, response) => text(response, lines(rest.slice(0, 3))));
    const { spans, warnings, summaries } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    // A copy of a row can be cut off from it; the report counts copies once.
    expect([...new Set(spans.map(({ name }) => name))]).toEqual([...new Set(names(stored))]);
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ lostRecords: false }]);
  });

  it.each([1, 3, 100])("ends where the same %i rows come again whatever is asked, and says so", async (rows) => {
    const stored = rowsOf(3);
    const server = await serveClickhouse(stored, (_page, _rest, response) => text(response, lines(stored.slice(0, rows))));
    const { spans, warnings, summaries } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, { ...QUICK, rows }));
    expect(spans.length).toBeLessThanOrEqual(stored.length);
    expect(warnings).toMatchObject([{ code: "partial_answer", message: expect.stringContaining("a page begins before") as string }]);
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });

  it.each([
    [
      "a limit that ends a query without a word",
      { read_overflow_mode: "break", max_rows_to_read: "1000" },
      ["max_rows_to_read = 1000 with"],
    ],
    ["a time that does", { timeout_overflow_mode: "break", max_execution_time: "5" }, ["max_execution_time = 5 with"]],
    ["a limit that is an error", { read_overflow_mode: "throw", max_rows_to_read: "1000" }, []],
    ["no limit", { read_overflow_mode: "break", max_rows_to_read: "0" }, []],
  ])("says that records may be missing where the settings have %s", async (_what, settings, told) => {
    const lines = Object.entries(settings).map(([name, value]) => JSON.stringify({ name, value }));
    const server = await serveClickhouse(rowsOf(1), undefined, undefined, lines.join("\n"));
    const { warnings, summaries } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    expect(warnings.map(({ message }) => told.some((words) => message.includes(words)))).toEqual(told.map(() => true));
    expect(summaries).toMatchObject([{ lostRecords: told.length > 0 }]);
  });

  it.each([403, 500])("says nothing where the settings cannot be had: %i", async (status) => {
    const server = await serveClickhouse(rowsOf(1));
    const proxy = await serve(async ({ query }, response) => {
      if (query.get("query") === SETTINGS_QUERY) return text(response, "Code: 497", status);
      return text(response, await (await fetch(`${server.url}/?${query.toString()}`)).text());
    });
    const { spans, warnings } = await readAll(openClickhouse(`clickhouse+${proxy.url}`, {}, QUICK));
    expect([spans.length, warnings.length]).toEqual([2, 0]);
  });

  it("asks again behind the last whole row where an answer that seems whole ends within one", async () => {
    const stored = rowsOf(8);
    const server = await serveClickhouse(stored, (page, rest, response) => {
      const whole = lines(rest);
      text(response, page % 2 === 1 ? whole.slice(0, whole.length / 2 - 5) : whole);
    });
    const { spans, warnings } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    expect(spans.map(({ name }) => name)).toEqual(names(stored));
    expect(warnings).toEqual([]);
  });

  it("says where an answer ends within a row each time, and gives the whole ones", async () => {
    const server = await serveClickhouse(rowsOf(3), (_page, rest, response) => text(response, lines(rest).slice(0, -20)));
    const { spans, warnings, summaries } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    expect(spans.length).toBeGreaterThan(0);
    expect(warnings).toMatchObject([{ code: "partial_answer", message: expect.stringContaining("in the middle of a row") as string }]);
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });

  it("may be told by its settings to write rows as one list, and maps as lists of tuples", async () => {
    const stored = rowsOf(4);
    const asList = (rows: readonly object[]): string => `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n]\n`;
    const server = await serve(({ query }, response) => {
      if (query.get("query")?.startsWith("DESCRIBE") === true)
        return text(response, asList([{ name: "SpanAttributes", type: "Map(String, String)" }]));
      const rest = stored.filter((row) => isBehind(row, [query.get("param_at"), query.get("param_trace"), query.get("param_row")]));
      text(response, asList(rest.map((row) => ({ ...row, SpanAttributes: Object.entries(row["SpanAttributes"] as object) }))));
    });
    const { spans, warnings } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    expect(spans.map(({ attributes }) => attributes)).toEqual(stored.map((row) => row["SpanAttributes"]));
    expect(warnings).toEqual([]);
  });

  it.each([5, true, ["activation.kind", "hook"], [["activation.kind"]], [["a", "b", "c"]], [{ a: 1 }]])(
    "says that a row is left out whose attributes are %j",
    async (odd) => {
      const rows = rowsOf(2).map((row) => ({ ...row, SpanAttributes: odd }));
      const server = await serveClickhouse(rows);
      const { spans, warnings } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
      expect(spans).toEqual([]);
      expect(warnings[0]).toMatchObject({ code: "invalid_record", message: expect.stringContaining("neither a map nor JSON") as string });
    },
  );

  it("asks by parameters alone, with the credentials as headers", async () => {
    const server = await serveClickhouse([]);
    const environment = { EXPLAIN_CLICKHOUSE_USER: "reader", EXPLAIN_CLICKHOUSE_PASSWORD: "hunter2" };
    const session = "s'; DROP TABLE otel_traces\t\\";
    await readAll(openClickhouse(`clickhouse+${server.url}/otel.my%20traces`, environment, QUICK), { session, since: 5n, until: 7n });
    for (const { query, headers } of server.requests.filter((request) => request.query.get("query") !== SETTINGS_QUERY)) {
      expect(query.get("query")).not.toMatch(/otel|my traces|DROP|hunter2/);
      expect(query.get("param_database")).toBe("otel");
      expect(query.get("param_table")).toBe("my traces");
      expect(headers).toMatchObject({ "x-clickhouse-user": "reader", "x-clickhouse-key": "hunter2" });
      expect([...query.keys()].filter((key) => key !== "query" && !key.startsWith("param_"))).toEqual([]);
    }
    expect(server.requests[1]?.query.get("param_session")).toBe("s'; DROP TABLE otel_traces\\t\\\\");
    expect(server.requests[1]?.query.get("param_since")).toBe("5");
    expect(server.requests[1]?.query.get("param_until")).toBe("7");
  });

  it.each([
    ["", "default", "otel_traces"],
    ["/otel", "otel", "otel_traces"],
    ["/otel.spans", "otel", "spans"],
    ["/otel.with.dots", "otel", "with.dots"],
  ])("reads at the path %j the table of %s, %s", async (path, database, table) => {
    const server = await serveClickhouse([]);
    await readAll(openClickhouse(`clickhouse+${server.url}${path}`, {}, QUICK));
    expect(server.requests[0]).toMatchObject({ path: "/" });
    expect([server.requests[0]?.query.get("param_database"), server.requests[0]?.query.get("param_table")]).toEqual([database, table]);
  });

  it.each(["/a/b", "/a%2Fb", "/%zz"])("refuses the path %s", (path) => {
    expect(() => openClickhouse(`clickhouse+http://host${path}`, {})).toThrow("ends with /database or /database.table");
  });

  it.each([
    [
      "no such table",
      404,
      "Code: 60. DB::Exception: Table default.otel_traces does not exist",
      "answered 404: Code: 60. DB::Exception: Table default.otel_traces does not exist",
    ],
    ["a table of something else", 200, '{"name":"n","type":"UInt8"}\n', "default.otel_traces is no table of traces"],
    ["a page of something else", 200, "<html>", "default.otel_traces is no table of traces"],
  ])("that has %s is an error", async (_what, status, body, message) => {
    const server = await serve((_request, response) => text(response, body, status));
    await expect(readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK))).rejects.toThrow(message);
  });

  it("that refuses the question is an error", async () => {
    const server = await serveClickhouse([], (_page, _rest, response) =>
      text(response, "Code: 396. DB::Exception: Limit for result exceeded", 500),
    );
    await expect(readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK))).rejects.toThrow("answered 500: Code: 396");
  });

  it("leaves out a row without ids", async () => {
    const [row] = rowsOf(1);
    const server = await serveClickhouse([], (page, _rest, response) =>
      text(response, page > 1 ? "" : `${JSON.stringify({ ...row, SpanId: "" })}\n${JSON.stringify(row)}\n`),
    );
    const { spans, warnings } = await readAll(openClickhouse(`clickhouse+${server.url}`, {}, QUICK));
    expect(spans).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: "invalid_record" }]);
  });
});

describe("ClickHouse's log records", () => {
  const COLUMNS = '{"name":"LogAttributes","type":"Map(LowCardinality(String), String)"}\n{"name":"EventName","type":"String"}\n';
  const log = {
    TimestampNano: String(START),
    TraceId: "",
    SpanId: "",
    RowKey: " 1",
    Body: "a log",
    ScopeName: "",
    ResourceAttributes: {},
    LogAttributes: {},
    EventName: "event",
  };
  const open = (url: string): ReturnType<typeof openClickhouse> => openClickhouse(`clickhouse+${url}`, {}, QUICK);

  it("are read behind the spans where they are asked for", async () => {
    const server = await serveClickhouse(rowsOf(1), undefined, (query, response) => {
      const rows = query.get("param_at") === log.TimestampNano ? "" : `${JSON.stringify(log)}\n`;
      text(response, query.get("query")?.startsWith("DESCRIBE") === true ? COLUMNS : rows);
    });
    const { records, warnings, summaries } = await readRecords(open(server.url), { query: { logs: true } });
    expect(records.map(({ type }) => type)).toEqual(["span", "span", "log"]);
    expect(records[2]).toMatchObject({ body: "a log", eventName: "event", time: [Number(START / 1_000_000_000n), 0], traceId: undefined });
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ spans: 2, logs: 1, lostRecords: false }]);
  });

  it("of one time and no span are given once each, page by page, also where a page breaks off", async () => {
    const logs = ["a", "b", "c", "d", "e"].map((name) => ({ ...log, RowKey: ` ${name}`, Body: name }));
    let page = 0;
    const server = await serveClickhouse(rowsOf(1), undefined, (query, response) => {
      if (query.get("query")?.startsWith("DESCRIBE") === true) return text(response, COLUMNS);
      const rest = logs.filter(({ TimestampNano, RowKey }) => TimestampNano !== query.get("param_at") || RowKey > query.get("param_row")!);
      page += 1;
      const lines = rest.slice(0, 2).map((row) => `${JSON.stringify(row)}\n`);
      if (page % 2 === 0) text(response, lines.join(""));
      else response.writeHead(200).write(`${lines[0]}{"Trace`, () => response.destroy());
    });
    const source = openClickhouse(`clickhouse+${server.url}`, {}, { ...QUICK, rows: 2 });
    const { records, warnings } = await readRecords(source, { query: { logs: true } });
    expect(records.flatMap((record) => (record.type === "log" ? [record.body] : []))).toEqual(["a", "b", "c", "d", "e"]);
    expect(warnings).toEqual([]);
  });

  it("are not asked for where nobody wants them", async () => {
    const server = await serveClickhouse(rowsOf(1));
    await readRecords(open(server.url));
    expect(server.requests.map(({ query }) => query.get("param_table"))).not.toContain("otel_logs");
  });

  it.each([
    ["there is no table of them", 404, "Code: 60. DB::Exception: Unknown table expression identifier 'default.otel_logs'. (UNKNOWN_TABLE)"],
    ["the table is none of the exporter's", 200, '{"name":"line","type":"String"}\n'],
  ])("need not be there: %s", async (_what, status, body) => {
    const server = await serveClickhouse(rowsOf(1), undefined, (_query, response) => text(response, body, status));
    const { records, warnings, summaries } = await readRecords(open(server.url), { query: { logs: true } });
    expect(records).toHaveLength(2);
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ logs: 0, lostRecords: false }]);
  });

  it.each([
    ["cannot be described", 500, "Code: 497. DB::Exception: Not enough privileges", ""],
    ["is not ours to read", 403, "Code: 497. DB::Exception: Not enough privileges", ""],
    ["cannot be read", 200, COLUMNS, "Code: 241. DB::Exception: Memory limit exceeded"],
  ])("are said to be missing where their table %s, and the spans are read", async (_what, status, description, answer) => {
    const server = await serveClickhouse(rowsOf(1), undefined, (query, response) =>
      query.get("query")?.startsWith("DESCRIBE") === true ? text(response, description, status) : text(response, answer, 500),
    );
    const { records, warnings, summaries } = await readRecords(open(server.url), { query: { logs: true } });
    expect(records).toHaveLength(2);
    expect(warnings).toMatchObject([
      { code: "partial_answer", message: expect.stringContaining("the log records were not read") as string },
    ]);
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });

  it.each([
    ["otel_traces", "otel_logs"],
    ["my.traces", "my.logs"],
    ["spans", "otel_logs"],
  ])("stand beside %s in %s", (traces, logs) => {
    expect(logsTableOf(traces)).toBe(logs);
  });
});

const conforming = rowsOf(2);
itIsASource("ClickHouse", {
  open: async () => openClickhouse(`clickhouse+${(await serveClickhouse(conforming)).url}`, {}, QUICK),
  format: "clickhouse",
  spans: 3,
  expected: conforming.flatMap((row) => decode(clickhouse, { ...row, Timestamp: row.TimestampNano }).spans),
  unreachable: () => openClickhouse("clickhouse+http://no-such-host.invalid", {}, QUICK),
});
