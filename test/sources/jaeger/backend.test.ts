import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { openJaeger } from "../../../src/sources/jaeger/backend.ts";
import { jaeger } from "../../../src/sources/jaeger/format.ts";
import { SourceError } from "../../../src/sources/source.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { itIsASource } from "../conformance.ts";
import { decode } from "../hostile.ts";
import { closeAll, json, serve, text } from "../http/loopback.ts";
import { readAll } from "../http/read-all.ts";
import { serveJaeger, type Interfaces, type StoredSpan } from "./simulated.ts";

afterEach(closeAll);

const QUICK = { backoff: 1 };
const NEWEST = BigInt(Date.now() - 3_600_000) * 1_000_000n;

const OLDEST = NEWEST - 100_000_000_000n;

/** Spans a second apart, two a trace, by turns of two services and three sessions. */
function stored(traces: number, apart = 1_000_000_000n): readonly StoredSpan[] {
  return Array.from({ length: traces * 2 }, (_, index) => {
    const trace = index >> 1;
    return {
      service: trace % 2 === 0 ? "agent" : "another",
      traceId: (trace + 1).toString(16).padStart(32, "0"),
      spanId: (index + 1).toString(16).padStart(16, "0"),
      start: NEWEST - BigInt(trace) * apart + BigInt(index % 2),
      attributes: { "activation.kind": index % 2 === 0 ? "hook" : "skill", "session.id": `s-${trace % 3}` },
    };
  });
}

/** A span as OTLP has it, but for what a test adds. */
const SPAN = {
  traceId: "5b8efff798038103d269b633813fc60c",
  spanId: "1111111111111111",
  startTimeUnixNano: String(NEWEST),
  endTimeUnixNano: String(NEWEST),
  attributes: [{ key: "activation.kind", value: { stringValue: "hook" } }],
};

const ids = (spans: readonly { readonly spanId: string }[]): readonly string[] => spans.map(({ spanId }) => spanId).sort();
const ofSession = (spans: readonly StoredSpan[], session: string): readonly StoredSpan[] =>
  spans.filter(({ attributes }) => attributes["session.id"] === session);

const EVERY_KIND_OF_JAEGER: readonly (readonly [string, Interfaces])[] = [
  ["that finds by attributes in API v3", { v3: "finds", legacy: true }],
  ["of today without its older interface", { v3: "finds", legacy: false }],
  ["whose API v3 passes attributes over", { v3: "passes over", legacy: true }],
  ["whose API v3 passes attributes over, without its older interface", { v3: "passes over", legacy: false }],
  ["whose API v3 refuses attributes", { v3: "refuses", legacy: true }],
  ["without API v3", { v3: "absent", legacy: true }],
];

describe.each(EVERY_KIND_OF_JAEGER)("a Jaeger %s", (_what, interfaces) => {
  const spans = stored(60);

  it("gives a session of every service, once, though it is more than an answer holds", async () => {
    const jaeger = await serveJaeger(spans, interfaces);
    const reading = await readAll(openJaeger(`jaeger+${jaeger.url}`, {}, { ...QUICK, traces: 4 }), { session: "s-1", since: OLDEST });
    expect(ids(reading.spans)).toEqual(ids(ofSession(spans, "s-1")));
    expect(reading.warnings).toEqual([]);
    expect(reading.summaries).toMatchObject([{ format: "jaeger", lostRecords: false }]);
  });

  it.each([
    ["every trace where it is asked for no session", {}],
    ["every known kind", { kinds: ["hook", "skill"] }],
  ])("gives %s", async (_which, query) => {
    const jaeger = await serveJaeger(spans, interfaces);
    const reading = await readAll(openJaeger(`jaeger+${jaeger.url}`, {}, QUICK), query);
    expect(ids(reading.spans)).toEqual(ids(spans));
    expect(reading.summaries).toMatchObject([{ filtered: false }]);
  });

  it("gives what began in a time", async () => {
    const jaeger = await serveJaeger(spans, interfaces);
    const since = NEWEST - 20_000_000_000n;
    const until = NEWEST - 10_000_000_000n + 500n;
    const reading = await readAll(openJaeger(`jaeger+${jaeger.url}`, {}, QUICK), { since, until });
    expect(ids(reading.spans)).toEqual(ids(spans.filter(({ start }) => start >= since && start <= until)));
    expect(reading.summaries).toMatchObject([{ filtered: true }]);
  });

  it("says where more traces stand together than it can be asked for", async () => {
    const together = stored(12, 1000n);
    const jaeger = await serveJaeger(together, interfaces);
    const reading = await readAll(openJaeger(`jaeger+${jaeger.url}`, {}, { ...QUICK, traces: 2 }), { session: "s-0", since: OLDEST });
    expect(reading.warnings.map(({ code }) => code)).toContain("limit_reached");
    expect(reading.summaries).toMatchObject([{ lostRecords: true }]);
  });
});

describe("a Jaeger", () => {
  it("gives exact times though its older interface had to find the traces", async () => {
    const spans = stored(3);
    const jaeger = await serveJaeger(spans, { v3: "passes over", legacy: true });
    const { spans: found } = await readAll(openJaeger(`jaeger+${jaeger.url}`, {}, QUICK), { session: "s-1" });
    expect(found.map(({ startTime }) => BigInt(startTime[0]) * 1_000_000_000n + BigInt(startTime[1]))).toEqual(
      ofSession(spans, "s-1").map(({ start }) => start),
    );
  });

  it("is told what to send, and sends it back raw", async () => {
    const jaeger = await serveJaeger(stored(1), { v3: "finds", legacy: true });
    await readAll(openJaeger(`jaeger+${jaeger.url}`, { EXPLAIN_JAEGER_TOKEN: "hunter2" }, QUICK), { session: 's-"\\&=' });
    const asked = jaeger.requests.find(({ path }) => path === "/api/v3/traces");
    expect(asked?.headers.authorization).toBe("Bearer hunter2");
    expect(JSON.parse(asked?.query.get("query.attributes") ?? "")).toEqual({ "session.id": 's-"\\&=' });
    expect(asked?.query.get("query.rawTraces")).toBe("true");
  });

  it("that knows no service has nothing", async () => {
    const server = await serve((_request, response) => json(response, {}));
    expect(await readAll(openJaeger(`jaeger+${server.url}`, {}, QUICK))).toMatchObject({
      spans: [],
      summaries: [{ spans: 0, lostRecords: false }],
    });
  });

  it("says that the last 30 days were read where nothing older can be told", async () => {
    const jaeger = await serveJaeger([], { v3: "finds", legacy: true });
    expect((await readAll(openJaeger(`jaeger+${jaeger.url}`, {}, QUICK))).warnings).toMatchObject([{ code: "default_time_range" }]);
    const old = stored(1).map((span) => ({ ...span, start: NEWEST - 2_500_000_000_000_000n }));
    const cut = await serveJaeger(old, { v3: "finds", legacy: true });
    expect((await readAll(openJaeger(`jaeger+${cut.url}`, {}, QUICK))).summaries).toMatchObject([{ spans: 2, filtered: true }]);
  });

  it("is something else, and that is said", async () => {
    const server = await serve((_request, response) => text(response, "<html>hello</html>"));
    await expect(readAll(openJaeger(`jaeger+${server.url}`, {}, QUICK))).rejects.toThrow("answers, but not as Jaeger's query service does");
  });

  it.each([
    [500, "elasticsearch: no such index", "answered 500: elasticsearch: no such index; the log of jaeger says more"],
    [400, "malformed parameter", "answered 400: malformed parameter"],
    [200, "<html>", "answered 200: (an HTML page)"],
  ])("that fails with %i is an error", async (status, body, message) => {
    const server = await serve(({ path }, response) =>
      path === "/api/v3/services" ? json(response, { services: ["agent"] }) : text(response, body, status),
    );
    const reading = readAll(openJaeger(`jaeger+${server.url}`, {}, QUICK));
    await expect(reading).rejects.toBeInstanceOf(SourceError);
    await expect(reading).rejects.toThrow(message);
  });

  it("is asked for less time where an answer is too large to be held", async () => {
    const spans = stored(40);
    const jaeger = await serveJaeger(spans, { v3: "finds", legacy: true });
    const reading = await readAll(openJaeger(`jaeger+${jaeger.url}`, {}, { ...QUICK, answerBytes: 4000 }), { since: OLDEST });
    expect(ids(reading.spans)).toEqual(ids(spans));
    expect(reading.warnings).toEqual([]);
  });

  it("says so where attributes are refused and there is nothing else to find by", async () => {
    const jaeger = await serveJaeger(stored(2), { v3: "refuses", legacy: false });
    await expect(readAll(openJaeger(`jaeger+${jaeger.url}`, {}, QUICK), { session: "s-1" })).rejects.toThrow(/answered 400: .*Attributes/);
  });

  const resultOf = (index: number): string =>
    JSON.stringify({
      result: { resourceSpans: [{ scopeSpans: [{ spans: [{ ...SPAN, spanId: String(index).padStart(16, "1") }] }] }] },
    });
  const serveResults = (body: string, status = 200): ReturnType<typeof serve> =>
    serve(({ path }, response) =>
      path === "/api/v3/services"
        ? json(response, { services: ["agent"] })
        : text(response, body, path === "/api/v3/traces" ? status : 404),
    );

  it.each([
    ["on a line each", [resultOf(1), resultOf(2), resultOf(3)].join("\n"), []],
    [
      "and an error behind them",
      [resultOf(1), resultOf(2), resultOf(3), '{"error":{"code":13,"message":"disk"}}', ""].join("\n"),
      ["disk"],
    ],
    ["of which the last breaks off", [resultOf(1), resultOf(2), resultOf(3), resultOf(4).slice(0, -9)].join("\n"), ["breaks off"]],
  ])("streams its results, %s", async (_how, body, told) => {
    const server = await serveResults(body);
    const { spans, warnings, summaries } = await readAll(openJaeger(`jaeger+${server.url}`, {}, QUICK));
    expect(spans).toHaveLength(3);
    const lost = warnings.filter(({ code }) => code === "partial_answer");
    expect(lost.map(({ message }) => told.some((words) => message.includes(words)))).toEqual(told.map(() => true));
    expect(summaries).toMatchObject([{ lostRecords: told.length > 0 }]);
  });

  it("is not taken for empty where something between answers that it knows no such page", async () => {
    const server = await serveResults("<html>404</html>", 404);
    await expect(readAll(openJaeger(`jaeger+${server.url}`, {}, QUICK))).rejects.toThrow("answered 404");
  });

  it("that gives as many traces whatever time is asked for is not asked for ever", async () => {
    const spans = stored(3);
    const body = JSON.stringify({
      result: { resourceSpans: spans.map(({ traceId }) => ({ scopeSpans: [{ spans: [{ ...SPAN, traceId }] }] })) },
    });
    const server = await serveResults(body);
    const { warnings, summaries } = await readAll(openJaeger(`jaeger+${server.url}`, {}, { ...QUICK, traces: 3 }));
    expect(warnings).toMatchObject([{ code: "limit_reached", message: expect.stringContaining("whatever time") as string }]);
    expect(summaries).toMatchObject([{ lostRecords: true }]);
    expect(server.requests.length).toBeLessThan(200);
  });

  it("shows nothing secret that it repeats in an answer", async () => {
    const server = await serveResults(`${resultOf(1)}\n{"error":"Bearer hunter\\"2 is wrong"}`);
    const { warnings } = await readAll(openJaeger(`jaeger+${server.url}`, { EXPLAIN_JAEGER_TOKEN: 'hunter"2' }, QUICK));
    expect(warnings[0]?.message).toContain("*** is wrong");
  });

  it("says when a trace was gone between finding it and asking for it", async () => {
    const jaeger = await serveJaeger(stored(4), { v3: "passes over", legacy: true });
    const forgetful = await serve(async ({ path, query }, response) => {
      if (/^\/api\/v3\/traces\/./.test(path)) return json(response, { error: { httpCode: 404, message: "trace not found" } }, 404);
      const answer = await fetch(`${jaeger.url}${path}?${query.toString()}`);
      return text(response, await answer.text(), answer.status);
    });
    const reading = await readAll(openJaeger(`jaeger+${forgetful.url}`, {}, QUICK), { session: "s-1" });
    expect(reading.warnings[0]).toMatchObject({ code: "partial_answer", position: "trace 00000000000000000000000000000002" });
    expect(reading.summaries).toMatchObject([{ lostRecords: true }]);
  });
});

describe.each(["memory", "badger"])("what a real Jaeger 2.13 answered from its store %s", (store) => {
  it("is read whole", async () => {
    const recorded = (name: string): string =>
      readFileSync(new URL(`../../fixtures/recorded/jaeger-2.13.0/${store}/${name}.json`, import.meta.url), "utf8");
    const server = await serve(({ path }, response) => {
      if (path === "/api/v3/services") return text(response, recorded("v3-services"));
      if (path === "/api/v3/traces") return text(response, recorded("v3-search-raw"));
      return text(response, recorded("v3-trace-unknown"), 404);
    });
    const query = { session: "s-demo", since: 0n };
    const { spans, warnings, summaries } = await readAll(openJaeger(`jaeger+${server.url}`, {}, QUICK), query);
    expect(spans.length).toBeGreaterThan(3);
    expect(new Set(spans.map(({ attributes }) => attributes["session.id"] ?? "s-demo"))).toEqual(new Set(["s-demo"]));
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ lostRecords: false }]);
  });
});

describe("what a real Jaeger 1.35 gave over API v3", () => {
  const path = new URL("../../fixtures/recorded/jaeger-1.35.0/v3-trace.json", import.meta.url);
  const { spans, warnings } = decode(jaeger, JSON.parse(readFileSync(path, "utf8")));

  it("has the status that was sent, which it has as attributes", () => {
    const failed = spans.find(({ attributes }) => attributes["activation.hook.outcome"] === "failed");
    expect(failed?.status).toEqual({ code: "error", message: "no such program" });
    expect(failed?.events).toMatchObject([{ name: "exception", attributes: { "exception.type": "Error" } }]);
    expect(warnings).toEqual([]);
  });

  it("has no attribute that was not sent", () => {
    const names = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...names].filter((name) => /^(otel|internal)\./.test(name))).toEqual([]);
    expect(names).toContain("activation.kind");
  });
});

const conforming = stored(2);
itIsASource("Jaeger", {
  open: async () => openJaeger(`jaeger+${(await serveJaeger(conforming, { v3: "finds", legacy: true })).url}`, {}, QUICK),
  format: "jaeger",
  spans: 4,
  expected: conforming.map(({ traceId, spanId, start, attributes }): SpanRecord => ({
    type: "span",
    traceId,
    spanId,
    parentSpanId: undefined,
    name: "execute_hook guard",
    startTime: [Number(start / 1_000_000_000n), Number(start % 1_000_000_000n)],
    endTime: [Number(start / 1_000_000_000n), Number(start % 1_000_000_000n)],
    attributes,
    status: { code: "unset", message: undefined },
    events: [],
    droppedAttributes: 0,
    scope: "extension-activation",
    source: "",
    position: "",
  })),
  unreachable: () => openJaeger("jaeger+http://no-such-host.invalid", {}, QUICK),
});
