import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectKept } from "./kept.ts";
import { CAPABILITIES } from "../../src/sources/http/capabilities.ts";
import { openClickhouse } from "../../src/sources/clickhouse/backend.ts";
import { closeAll, serve, text } from "../sources/http/loopback.ts";
import { readAll as readRecords } from "../sources/conformance.ts";
import { readAll } from "../sources/http/read-all.ts";
import type { Query } from "../../src/sources/source.ts";
import { Engine, isAbsent, logsTable, tracesTable } from "./clickhouse-engine.ts";

const HARD_SESSION = "s'1\\\t\n\"; DROP TABLE otel.otel_traces --";

describe.skipIf(isAbsent)("ClickHouse's own engine", () => {
  let engine: Engine;
  let url = "";
  /** How many rows each page of an answer had; 1 for the empty one. */
  const pages: number[] = [];

  beforeAll(async () => {
    engine = new Engine();
    expect(await engine.ask("CREATE DATABASE otel")).toEqual({ body: "" });
    for (const [name, attributes] of [
      ["otel_traces", "Map(LowCardinality(String), String)"],
      ["json_traces", "JSON"],
    ] as const) {
      await engine.ask(tracesTable(name, attributes));
      await engine.ask(
        `INSERT INTO otel.${name} FORMAT JSONEachRow ${rows(name === "json_traces")
          .map((row) => JSON.stringify(row))
          .join("\n")}`,
      );
    }
    for (const [name, attributes] of [
      ["otel_logs", "Map(LowCardinality(String), String)"],
      ["json_logs", "JSON"],
    ] as const) {
      expect(await engine.ask(logsTable(name, attributes))).toEqual({ body: "" });
      await engine.ask(`INSERT INTO otel.${name} FORMAT JSONEachRow ${LOGS.map((row) => JSON.stringify(row)).join("\n")}`);
    }
    const server = await serve(async ({ query }, response) => {
      const parameters: Record<string, string> = {};
      for (const [name, value] of query) if (name.startsWith("param_")) parameters[name.slice(6)] = value;
      const answer = await engine.ask(query.get("query") ?? "", parameters);
      if ("rows" in parameters) pages.push(answer.body?.trimEnd().split("\n").length ?? 0);
      if (answer.error === undefined) text(response, answer.body ?? "");
      else text(response, answer.error, 500);
    });
    url = server.url;
  });
  afterAll(async () => {
    await closeAll();
    await engine.stop();
  });

  const open = (name: string, limits = {}): ReturnType<typeof openClickhouse> =>
    openClickhouse(`clickhouse+${url}/otel.${name}`, {}, limits);

  for (const name of ["otel_traces", "json_traces"]) {
    describe(name, () => {
      it("gives activations and tool calls in order, exact to the nanosecond, with their lists and events", async () => {
        const { spans, summaries } = await readAll(open(name));
        expect(spans.map((span) => span.name)).toEqual([
          "execute_hook guard",
          "execute_tool shell",
          "execute_tool shell",
          "execute_hook other",
          "execute_hook hard",
        ]);
        expect(spans[0]).toMatchObject({
          traceId: "5b8efff798038103d269b633813fc60c",
          parentSpanId: "eee19b7ec3c1b174",
          startTime: [1_767_603_600, 5_000_321],
          endTime: [1_767_603_600, 9_000_321],
          status: { code: "error", message: "it broke" },
          scope: "extension-activation",
          events: [{ name: "exception", attributes: { "exception.type": "Error" } }],
        });
        expect(spans[0]?.attributes["activation.hook.mutated"]).toEqual(name === "json_traces" ? ["a", "b,c"] : '["a","b,c"]');
        expect(summaries).toMatchObject([{ format: "clickhouse", spans: 5, lostRecords: false, filtered: false }]);
      });

      it.runIf(name === "otel_traces")("keeps what it is declared to keep", async () => {
        expectKept((await readAll(open(name))).spans, CAPABILITIES.clickhouse);
      });

      it.each([1, 2, 3])("gives the same with %i rows a page", async (rows) => {
        const whole = await readAll(open(name));
        const paged = await readAll(open(name, { rows }));
        expect(paged.spans).toEqual(whole.spans);
      });

      it("gives a session with the tool calls of its traces, and nothing else", async () => {
        const { spans } = await readAll(open(name), { session: "s-1" });
        expect(spans.map((span) => span.name)).toEqual(["execute_hook guard", "execute_tool shell", "execute_tool shell"]);
      });

      it("takes a session's id for what it is, whatever stands in it", async () => {
        const { spans } = await readAll(open(name), { session: HARD_SESSION });
        expect(spans.map((span) => span.name)).toEqual(["execute_hook hard"]);
        expect((await readAll(open(name))).spans).toHaveLength(5);
      });

      it("gives what began in a time, both ends included", async () => {
        const at = 1_767_603_600_005_000_321n;
        const { spans, summaries } = await readAll(open(name), { since: at, until: at });
        expect(spans.map((span) => span.name)).toEqual(["execute_hook guard", "execute_tool shell", "execute_tool shell"]);
        expect(summaries).toMatchObject([{ filtered: true }]);
        expect((await readAll(open(name), { since: at + 1n, until: at + 1n })).spans).toEqual([]);
      });
    });
  }

  describe.each(["otel_traces", "json_traces"])("the log records beside %s", (name) => {
    const bodies = async (limits: object, query: Query): Promise<readonly string[]> => {
      const { records, warnings } = await readRecords(open(name, limits), { query: { logs: true, ...query } });
      expect(warnings).toEqual([]);
      return records.flatMap((record) => (record.type === "log" ? [record.body as string] : []));
    };

    it.each([1, 2, 3, 100])("are given once each, with %i a page", async (rows) => {
      pages.length = 0;
      expect(sorted(await bodies({ rows }, {}))).toEqual(sorted(LOGS.map(({ Body }) => Body)));
      // Only those that are the same in everything are kept on one page whatever its length.
      if (rows === 1) expect(Math.max(...pages.slice(-LOGS.length))).toBe(2);
    });

    it("of a session are those that name it, and those of its traces", async () => {
      expect(sorted(await bodies({}, { session: "s-1" }))).toEqual(["in the trace", "names the session"]);
    });

    it("of a time are those of it, to the nanosecond", async () => {
      const at = 1_767_603_600_005_000_321n;
      expect(await bodies({}, { since: at, until: at })).toEqual(["in the trace"]);
      expect(await bodies({}, { since: -(2n ** 62n), until: 2n ** 63n - 1n })).toHaveLength(LOGS.length);
    });
  });

  it("needs no log records", async () => {
    await engine.ask("CREATE TABLE otel.lone_traces AS otel.otel_traces");
    const { warnings, summaries } = await readRecords(open("lone_traces"), { query: { logs: true } });
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ logs: 0, lostRecords: false }]);
  });

  it("says which table is absent", async () => {
    await expect(readAll(open("nothing"))).rejects.toThrow(/otel\.nothing|nothing.*(?:does not exist|unknown)/i);
  });

  it("says that a table is none of traces", async () => {
    await engine.ask("CREATE TABLE otel.numbers (n UInt8) ENGINE = Memory");
    await expect(readAll(open("numbers"))).rejects.toThrow("otel.numbers is no table of traces");
  });
});

const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted((a, b) => (a < b ? -1 : 1));

/** Log records of a trace of a session, outside of any, and several of one time that nothing but their text tells apart. */
const LOGS = [
  {
    Timestamp: "2026-01-05 09:00:00.005000321",
    TraceId: "5b8efff798038103d269b633813fc60c",
    SpanId: "00f067aa0ba902b7",
    Body: "in the trace",
  },
  { Timestamp: "2026-01-05 09:00:01", Body: "names the session", LogAttributes: { "session.id": "s-1" } },
  { Timestamp: "2026-01-05 09:00:01", Body: "names another", LogAttributes: { "session.id": "s-2" } },
  ...["first", "second", "third", "fourth"].map((Body) => ({ Timestamp: "2026-01-05 09:00:02", Body })),
  { Timestamp: "2026-01-05 09:00:02", Body: "first" },
];

/** Five spans in three traces, one of them of no interest, and one that was sent twice. */
function rows(typed: boolean): readonly Record<string, unknown>[] {
  const list = typed ? ["a", "b,c"] : '["a","b,c"]';
  const hook = (session: string): Record<string, unknown> => ({
    "activation.kind": "hook",
    "session.id": session,
    "activation.hook.mutated": list,
  });
  const trace = "5b8efff798038103d269b633813fc60c";
  const row = (nano: string, traceId: string, span: string, name: string, attributes: unknown, more = {}): Record<string, unknown> => ({
    Timestamp: `2026-01-05 09:00:00.${nano}`,
    TraceId: traceId,
    SpanId: span,
    SpanName: name,
    ScopeName: "extension-activation",
    SpanAttributes: attributes,
    Duration: 4_000_000,
    ...more,
  });
  const broken = {
    ParentSpanId: "eee19b7ec3c1b174",
    StatusCode: "Error",
    StatusMessage: "it broke",
    "Events.Timestamp": ["2026-01-05 09:00:00.006000321"],
    "Events.Name": ["exception"],
    "Events.Attributes": [{ "exception.type": "Error" }],
  };
  const tool = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "shell" };
  return [
    row("900000000", "0af7651916cd43dd8448eb211c80319c", "00f067aa0ba902bb", "execute_hook hard", hook(HARD_SESSION)),
    row("005000321", trace, "00f067aa0ba902b7", "execute_hook guard", hook("s-1"), broken),
    row("000000321", trace, "eee19b7ec3c1b174", "invoke_agent", { "gen_ai.operation.name": "invoke_agent" }),
    row("005000321", trace, "10f067aa0ba902b7", "execute_tool shell", tool),
    row("005000321", trace, "10f067aa0ba902b7", "execute_tool shell", tool),
    row("800000000", "1af7651916cd43dd8448eb211c80319c", "00f067aa0ba902ba", "execute_hook other", hook("s-2")),
  ];
}
