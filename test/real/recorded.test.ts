import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_BODIES, DEMO_TRACE_ID } from "./demo-trace.ts";
import { JAEGER_STORES, noCollector, noJaeger, PROGRAMS, sendTraces, startCollector, startJaeger, type Jaeger } from "./programs.ts";

/**
 * What the real programs make of the demo trace, byte for byte: the fixtures of the readers' tests.
 *
 * `RECORD=1 npm run check:real -- recorded` writes them anew; without RECORD they are compared, so that a new version of
 * a program that writes something else is noticed here.
 */
const RECORD = process.env["RECORD"] === "1";

describe.skipIf(noCollector)("the Collector's file exporter writes the recorded bytes", () => {
  const native = ["--feature-gates=exporter.file.nativeCompression"];
  it.each([
    { config: "file", args: [], recorded: "file.jsonl" },
    { config: "file-proto", args: [], recorded: "file-proto.binpb" },
    { config: "file-zstd", args: [], recorded: "file-zstd.json.zst" },
    { config: "file-zstd", args: native, recorded: "file-zstd.native.jsonl.zst" },
    { config: "file-proto", args: ["--set=exporters::file::compression=zstd"], recorded: "file-proto-zstd.binpb.zst" },
    { config: "file-proto", args: ["--set=exporters::file::compression=zstd", ...native], recorded: "file-proto-zstd.native.binpb.zst" },
  ] as const)("$recorded", async ({ config, args, recorded }) => {
    const collector = await startCollector(config, { args });
    for (const body of DEMO_BODIES) await sendTraces(collector.url, body);
    await collector.stop();
    compare(`collector-${PROGRAMS.collector.version}/${recorded}`, readFileSync(collector.file));
  });
});

/** In this order: the memory store hands out its own spans, and a read that is not raw leaves its warnings in them. */
const QUESTIONS = [
  { recorded: "v3-services.json", path: "/api/v3/services" },
  { recorded: "v3-trace-raw.json", path: `/api/v3/traces/${DEMO_TRACE_ID}?raw_traces=true` },
  { recorded: "v3-search-raw.json", path: `/api/v3/traces?${search()}&query.raw_traces=true` },
  { recorded: "v3-trace.json", path: `/api/v3/traces/${DEMO_TRACE_ID}` },
  { recorded: "v3-search.json", path: `/api/v3/traces?${search()}` },
  { recorded: "v3-search-none.json", path: `/api/v3/traces?${search("nobody")}` },
  { recorded: "v3-search-no-window.json", path: "/api/v3/traces?query.service_name=demo-agent" },
  { recorded: "v3-search-no-limit.json", path: `/api/v3/traces?${search("demo-agent", "")}` },
  { recorded: "v3-trace-unknown.json", path: "/api/v3/traces/0000000000000000000000000000dead" },
  { recorded: "v3-trace-malformed.json", path: "/api/v3/traces/zz" },
  { recorded: "legacy-services.json", path: "/api/services" },
  { recorded: "legacy-trace-raw.json", path: `/api/traces/${DEMO_TRACE_ID}?raw=true` },
  { recorded: "legacy-trace.json", path: `/api/traces/${DEMO_TRACE_ID}` },
  { recorded: "legacy-search.json", path: `/api/traces?${legacySearch("s-demo")}` },
  { recorded: "legacy-search-none.json", path: `/api/traces?${legacySearch("s-other")}` },
  { recorded: "legacy-trace-unknown.json", path: "/api/traces/dead" },
];

describe.skipIf(noJaeger).each(JAEGER_STORES)("Jaeger with its %s store answers as recorded", (store) => {
  let jaeger: Jaeger;
  beforeAll(async () => {
    jaeger = await startJaeger(store);
    for (const body of DEMO_BODIES) await sendTraces(jaeger.url, body);
  });
  afterAll(() => jaeger?.stop());

  const answers: object[] = [];
  it.each(QUESTIONS)("$recorded", async ({ recorded, path }) => {
    const response = await fetch(`${jaeger.query}${path}`);
    compare(`jaeger-${PROGRAMS.jaeger.version}/${store}/${recorded}`, Buffer.from(await response.arrayBuffer()));
    answers.push({ path, status: response.status, content_type: response.headers.get("content-type"), body: recorded });
  });

  it("answers.json: what was asked, and with which status and type it was answered", () => {
    compare(`jaeger-${PROGRAMS.jaeger.version}/${store}/answers.json`, Buffer.from(`${JSON.stringify(answers, null, 2)}\n`));
  });
});

function search(service = "demo-agent", limit = "20"): string {
  return new URLSearchParams({
    "query.service_name": service,
    "query.start_time_min": "2026-01-05T08:59:00Z",
    "query.start_time_max": "2026-01-05T09:10:00Z",
    ...(limit === "" ? {} : { "query.num_traces": limit }),
  }).toString();
}

/** The older API takes microseconds. */
function legacySearch(session: string): string {
  return new URLSearchParams({
    service: "demo-agent",
    start: "1767603540000000",
    end: "1767604200000000",
    limit: "20",
    tags: JSON.stringify({ "session.id": session }),
  }).toString();
}

function compare(name: string, bytes: Buffer): void {
  const recorded = new URL(`../fixtures/recorded/${name}`, import.meta.url);
  const before = existsSync(recorded) ? comparable(name, readFileSync(recorded)) : undefined;
  const now = comparable(name, bytes);
  if (RECORD) {
    if (now === before) return;
    mkdirSync(new URL(".", recorded), { recursive: true });
    writeFileSync(recorded, bytes);
    return;
  }
  const advice = "RECORD=1 npm run check:real -- recorded writes it anew, git diff shows what changed";
  if (before === undefined) throw new Error(`${name} is not recorded yet: ${advice}`);
  expect(now, `${name} differs from the recording: ${advice}`).toBe(before);
}

/** The older API gives the spans of a trace in another order each time. */
function comparable(name: string, bytes: Buffer): string {
  if (!name.includes("/legacy-")) return bytes.toString("latin1");
  const answer = JSON.parse(bytes.toString()) as { data: { spans: { spanID: string }[] }[] | string[] | null };
  for (const trace of answer.data ?? []) {
    if (typeof trace === "object") trace.spans.sort((a, b) => a.spanID.localeCompare(b.spanID));
  }
  return JSON.stringify(answer);
}
