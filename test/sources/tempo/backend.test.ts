import { afterEach, describe, expect, it } from "vitest";
import { openTempo } from "../../../src/sources/tempo/backend.ts";
import { tempo } from "../../../src/sources/tempo/format.ts";
import { itIsASource } from "../conformance.ts";
import { decode } from "../hostile.ts";
import { closeAll, json, serve, text, type Handler, type LoopbackRequest, type LoopbackServer } from "../http/loopback.ts";
import { readAll } from "../http/read-all.ts";
import { batches, tempoSpan } from "./samples.ts";

afterEach(closeAll);

const QUICK = { backoff: 1 };
const NEWEST = (BigInt(Date.now()) / 1000n - 3600n) * 1_000_000_000n;

interface StoredTrace {
  readonly traceId: string;
  readonly session: string;
  readonly start: bigint;
}

/** Traces of one span each, three seconds apart, by turns of two sessions. */
function stored(count: number): readonly StoredTrace[] {
  return Array.from({ length: count }, (_, index) => ({
    traceId: (index + 1).toString(16).padStart(32, "0"),
    session: `s-${index % 2}`,
    start: NEWEST - BigInt(index) * 3_000_000_000n + 321n,
  }));
}

const spanOf = ({ traceId, session, start }: StoredTrace): unknown => tempoSpan(traceId, traceId.slice(16), session, start);
const ids = (traces: readonly { readonly traceId: string }[]): readonly string[] => traces.map(({ traceId }) => traceId).sort();

/** Answers as Tempo's query frontend does, in the version 2 of its answers, or without that as Tempo before 2.7. */
async function serveTempo(
  traces: readonly StoredTrace[],
  options: { readonly v2?: boolean; readonly before?: Handler } = {},
): Promise<LoopbackServer> {
  return serve(async (request, response) => {
    await options.before?.(request, response);
    if (response.headersSent) return;
    if (request.path === "/api/search") {
      const { from, to, limit, matches } = searchOf(request);
      if (to - from > 168 * 3600)
        return text(response, `range specified by start and end exceeds 168h0m0s. received start=${from} end=${to}`, 400);
      // Without leading zeros, as Tempo names traces.
      const found = traces.filter((trace) => matches(trace)).slice(0, limit);
      const named = found.map(({ traceId }) => ({ traceID: traceId.replace(/^0+/, ""), rootServiceName: "agent" }));
      return json(response, { traces: named, metrics: { completedJobs: 1, totalJobs: 1 } });
    }
    const [, version, id] = /^\/api\/(v2\/)?traces\/([0-9a-f]{32})$/.exec(request.path) ?? [];
    const trace = traces.find(({ traceId }) => traceId === id);
    if (trace === undefined || (version !== undefined && options.v2 === false)) return text(response, "404 page not found", 404);
    const spans = batches([spanOf(trace)]);
    return json(response, version === undefined ? { batches: spans } : { trace: { resourceSpans: spans }, metrics: {} });
  });
}

function searchOf({ query }: LoopbackRequest): { from: number; to: number; limit: number; matches: (trace: StoredTrace) => boolean } {
  const from = Number(query.get("start"));
  const to = Number(query.get("end"));
  const session = /^\{ span\.session\.id = ("(?:[^"\\]|\\.)*") \}$/.exec(query.get("q") ?? "")?.[1];
  const wanted = session === undefined ? undefined : (JSON.parse(session) as string);
  const matches = (trace: StoredTrace): boolean => {
    const second = Number(trace.start / 1_000_000_000n);
    return second >= from && second < to && (wanted === undefined || trace.session === wanted);
  };
  return { from, to, limit: Number(query.get("limit")), matches };
}

describe.each([
  ["of today", true],
  ["before 2.7", false],
])("Tempo %s", (_version, v2) => {
  const traces = stored(40);

  it("gives a session whole, though a search names fewer traces than there are", async () => {
    const server = await serveTempo(traces, { v2 });
    const { spans, warnings, summaries } = await readAll(openTempo(`tempo+${server.url}`, {}, { ...QUICK, traces: 3 }), { session: "s-1" });
    expect(ids(spans)).toEqual(ids(traces.filter(({ session }) => session === "s-1")));
    expect(spans[0]).toMatchObject({
      attributes: { "activation.hook.mutated": ["a", "b,c"], "activation.sequence": 2 },
      startTime: [expect.any(Number), 321],
    });
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ format: "tempo", spans: 20, lostRecords: false, filtered: false }]);
  });

  it("gives every trace where it is asked for no session", async () => {
    const server = await serveTempo(traces, { v2 });
    expect(ids((await readAll(openTempo(`tempo+${server.url}`, {}, QUICK))).spans)).toEqual(ids(traces));
  });

  it("gives what began in a time", async () => {
    const server = await serveTempo(traces, { v2 });
    const since = NEWEST - 30_000_000_000n;
    const until = NEWEST - 15_000_000_000n;
    const { spans, summaries } = await readAll(openTempo(`tempo+${server.url}`, {}, QUICK), { since, until });
    expect(ids(spans)).toEqual(ids(traces.filter(({ start }) => start >= since && start <= until)));
    expect(summaries).toMatchObject([{ filtered: true }]);
  });
});

describe("Tempo", () => {
  it("is asked with the tenant, in windows that it allows, for what TraceQL can say", async () => {
    const server = await serveTempo([]);
    await readAll(openTempo(`tempo+${server.url}`, { EXPLAIN_TEMPO_TENANT: "team-a" }, QUICK));
    expect(server.requests.length).toBeGreaterThan(4);
    for (const { headers, query } of server.requests) {
      expect(headers["x-scope-orgid"]).toBe("team-a");
      expect(Number(query.get("end")) - Number(query.get("start"))).toBeLessThanOrEqual(168 * 3600);
      expect(query.get("q")).toBe('{ span.activation.kind != nil || span.gen_ai.operation.name = "execute_tool" }');
    }
  });

  it.each([
    ['s" } || { true', '"s\\" } || { true"'],
    ["back\\slash\n", '"back\\\\slash\\u000a"'],
    ["é😀", '"\\u00e9\\U0001f600"'],
  ])("takes the session %j for nothing but a text", async (session, literal) => {
    const server = await serve((_request, response) => json(response, { traces: [], metrics: {} }));
    await readAll(openTempo(`tempo+${server.url}`, {}, QUICK), { session });
    expect(server.requests[0]?.query.get("q")).toBe(`{ span.session.id = ${literal} }`);
  });

  it("that allows less than a week is asked for less", async () => {
    const traces = stored(4);
    const strict: Handler = (request, response) => {
      if (request.path !== "/api/search") return;
      const { from, to } = searchOf(request);
      if (to - from > 86_400) text(response, "range specified by start and end exceeds 24h0m0s.", 400);
    };
    const server = await serveTempo(traces, { before: strict });
    expect(ids((await readAll(openTempo(`tempo+${server.url}`, {}, QUICK))).spans)).toEqual(ids(traces));
  });

  it("that gives fewer traces in a search than are asked for is asked for as many as it says", async () => {
    const traces = stored(9);
    const strict: Handler = (request, response) => {
      const limit = Number(request.query.get("limit"));
      if (limit > 2) text(response, `limit ${limit} exceeds max limit 2`, 400);
    };
    const server = await serveTempo(traces, { before: strict });
    const { spans, warnings } = await readAll(openTempo(`tempo+${server.url}`, {}, QUICK));
    expect(ids(spans)).toEqual(ids(traces));
    expect(warnings).toEqual([]);
  });

  it("that refuses every time, or names the same traces whatever time is asked for, is not asked for ever", async () => {
    for (const [body, status] of [
      ["range exceeds 0s", 400],
      ['{"traces":[{"traceID":"1"}]}', 200],
    ] as const) {
      const server = await serveTempo(stored(1), {
        before: (request, response) => void (request.path === "/api/search" && text(response, body, status)),
      });
      const { warnings } = await readAll(openTempo(`tempo+${server.url}`, {}, { ...QUICK, traces: 1 }));
      expect(warnings[0]).toMatchObject({ code: "limit_reached" });
      expect(server.requests.length).toBeLessThan(200);
    }
  });

  it("says when it names a trace without its id", async () => {
    const server = await serveTempo(stored(1), {
      before: (request, response) => void (request.path === "/api/search" && json(response, { traces: [{ traceID: "none!" }] })),
    });
    const { warnings, summaries } = await readAll(openTempo(`tempo+${server.url}`, {}, QUICK));
    expect(warnings[0]).toMatchObject({ code: "invalid_record" });
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });

  it("says when more traces stand in a second than a search names", async () => {
    const traces = stored(6).map((trace) => ({ ...trace, start: NEWEST }));
    const server = await serveTempo(traces);
    const { spans, warnings, summaries } = await readAll(openTempo(`tempo+${server.url}`, {}, { ...QUICK, traces: 2 }));
    expect(spans).toHaveLength(2);
    expect(warnings.map(({ code }) => code)).toContain("limit_reached");
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });

  it.each([
    ["a trace is only a part", { trace: { resourceSpans: [] }, status: "PARTIAL", message: "too large" }, 200, "partial_answer"],
    ["a trace is empty", {}, 200, "partial_answer"],
    ["a trace is an error", { error: "broken" }, 200, "partial_answer"],
    ["a trace has no span", { trace: { resourceSpans: [] }, metrics: {} }, 200, "partial_answer"],
    ["a trace is gone", "trace not found", 404, "partial_answer"],
    ["a trace is too large for Tempo", "max size of trace exceeded", 422, "limit_reached"],
  ])("says when %s", async (_what, body, status, code) => {
    const before: Handler = (request, response) => {
      if (request.path !== "/api/search") text(response, typeof body === "string" ? body : JSON.stringify(body), status);
    };
    const server = await serveTempo(stored(1), { before });
    const { warnings, summaries } = await readAll(openTempo(`tempo+${server.url}`, {}, QUICK));
    expect(warnings[0]).toMatchObject({ code, position: "trace 00000000000000000000000000000001" });
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });

  it("says when a trace is too large to be held, and reads the others", async () => {
    const traces = stored(3);
    const before: Handler = (request, response) => {
      if (request.path.endsWith("2")) text(response, " ".repeat(50_000));
    };
    const server = await serveTempo(traces, { before });
    const { spans, warnings } = await readAll(openTempo(`tempo+${server.url}`, {}, { ...QUICK, answerBytes: 20_000 }));
    expect(spans).toHaveLength(2);
    expect(warnings).toMatchObject([{ code: "limit_reached" }]);
  });

  it("is not kept waiting for what nobody reads any more", async () => {
    let closed = 0;
    const before: Handler = (request, response) => {
      if (request.path === "/api/search" || request.path.endsWith("1")) return undefined;
      response.on("close", () => (closed += 1));
      // Never answered.
      response.writeHead(200).flushHeaders();
    };
    const server = await serveTempo(stored(5), { before });
    const source = openTempo(`tempo+${server.url}`, {}, QUICK);
    for await (const record of source.read({ query: {}, onWarning: () => {}, onSummary: () => {} })) {
      expect(record.traceId).toBe("00000000000000000000000000000001");
      break;
    }
    await expect.poll(() => closed).toBe(3);
  });

  it("says when not all blocks were searched", async () => {
    const server = await serve((_request, response) => json(response, { traces: [], metrics: { completedJobs: 3, totalJobs: 7 } }));
    const { warnings } = await readAll(openTempo(`tempo+${server.url}`, {}, QUICK), { since: NEWEST, until: NEWEST });
    expect(warnings[0]).toMatchObject({ code: "partial_answer", message: expect.stringContaining("3 of 7 jobs") as string });
  });

  it.each([
    [400, "unknown identifier: activation", "answered 400: unknown identifier: activation"],
    [500, "no blocks", "answered 500: no blocks; the log of tempo says more"],
    [200, "<html>", "(an HTML page)"],
    [200, "{}", "answered 200: {}; is it tempo that answers there"],
    [200, '{"traces":5}', "is it tempo that answers there"],
  ])("that fails with %i is an error", async (status, body, message) => {
    const server = await serve((_request, response) => text(response, body, status));
    await expect(readAll(openTempo(`tempo+${server.url}`, {}, QUICK))).rejects.toThrow(message);
  });
});

const conforming = stored(3);
itIsASource("Tempo", {
  open: async () => openTempo(`tempo+${(await serveTempo(conforming)).url}`, {}, QUICK),
  format: "tempo",
  spans: 3,
  expected: conforming.flatMap((trace) => decode(tempo, { batches: batches([spanOf(trace)]) }).spans),
  unreachable: () => openTempo("tempo+http://no-such-host.invalid", {}, QUICK),
});
