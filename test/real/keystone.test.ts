import { gzipSync } from "node:zlib";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import { SECTIONS, type ActivationReport, type EvidenceRef } from "../../src/report/report.ts";
import { memorySource } from "../../src/sources/memory.ts";
import { openSource } from "../../src/sources/open.ts";
import type { Source, SourceSummary, SourceWarning } from "../../src/sources/source.ts";
import type { SpanAttributes, SpanRecord } from "../../src/sources/span.ts";
import { buildProgram, run } from "../helpers/program.ts";
import { recordDemoSession, type RecordedDemo } from "./demo-session.ts";
import { eventually, type RunningProcess } from "./process.ts";
import { JAEGERS, noCollector, noJaeger, startCollector, startJaeger, temporaryFolder, type Collector, type Jaeger } from "./programs.ts";

/** One session of the library's own, in every program and every form at once: read back, it is the same everywhere. */
describe.skipIf(noCollector || noJaeger)("a session, read back from real programs,", () => {
  const running: RunningProcess[] = [];
  const addresses = new Map<string, string>();
  let demo: RecordedDemo;
  let explain: string;

  beforeAll(async () => {
    explain = await buildProgram(new URL("../../src/cli/explain.ts", import.meta.url));
    const native = ["--feature-gates=exporter.file.nativeCompression"];
    const zstd = "--set=exporters::file::compression=zstd";
    const collectors: Record<string, Collector> = {};
    const keep = async <T extends RunningProcess>(start: Promise<T>): Promise<T> => {
      const program = await start;
      running.push(program);
      return program;
    };
    const jaegers: Record<string, Jaeger> = {};
    for (const kind of JAEGERS) jaegers[kind] = await keep(startJaeger(kind));
    const fed = await keep(startJaeger("memory"));
    collectors["file and Jaeger"] = await keep(startCollector("collector", { jaeger: fed.grpc }));
    collectors["protobuf"] = await keep(startCollector("file-proto"));
    collectors["JSON, zstd"] = await keep(startCollector("file-zstd"));
    collectors["JSON, native zstd"] = await keep(startCollector("file-zstd", { args: native }));
    collectors["protobuf, zstd"] = await keep(startCollector("file-proto", { args: [zstd] }));
    collectors["protobuf, native zstd"] = await keep(startCollector("file-proto", { args: [zstd, ...native] }));

    const urls = [...Object.values(collectors), ...Object.values(jaegers)].map(({ url }) => url);
    demo = await recordDemoSession(temporaryFolder(), urls);
    await Promise.all(Object.values(collectors).map((collector) => collector.stop()));

    addresses.set("the journal", demo.journal);
    for (const [name, { file }] of Object.entries(collectors)) addresses.set(`the Collector's file: ${name}`, file);
    const json = addresses.get("the Collector's file: file and Jaeger") ?? "";
    const zipped = join(temporaryFolder(), "traces.gz");
    writeFileSync(zipped, gzipSync(readFileSync(json)));
    addresses.set("the Collector's file: gzip", zipped);
    for (const [name, { query }] of Object.entries(jaegers)) addresses.set(`Jaeger: ${name}`, `jaeger+${query}`);
    addresses.set("Jaeger: behind the Collector", `jaeger+${fed.query}`);
    await eventually("all spans in Jaeger behind the Collector", async () => {
      const { spans } = await read(await openSource(`jaeger+${fed.query}`));
      return spans.length === demo.spans.length ? true : undefined;
    });
  });
  afterAll(() => Promise.all(running.map((program) => program.kill())));

  const FILES = ["file and Jaeger", "gzip", "protobuf", "JSON, zstd", "JSON, native zstd", "protobuf, zstd", "protobuf, native zstd"];
  const EXACT = ["the journal", ...FILES.map((name) => `the Collector's file: ${name}`), "Jaeger: memory", "Jaeger: behind the Collector"];
  /** Those have nothing else for a list. */
  const LISTS_AS_TEXT = ["Jaeger: badger", "Jaeger: 1.x"];

  it("has every kind of row, and nothing missing", () => {
    const report = buildActivationReport(demo.session);
    for (const section of SECTIONS) expect(report[section]?.length, section).toBeGreaterThan(0);
    expect(report.completeness).toMatchObject({ status: "complete", degraded: [] });
  });

  it.each([...EXACT, ...LISTS_AS_TEXT])("%s: explain prints that report", async (name) => {
    const { code, stdout, stderr } = await run(explain, ["activation", addresses.get(name) ?? "", "--format", "json"], {
      env: { PATH: process.env["PATH"] },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(comparable(JSON.parse(stdout) as ActivationReport)).toEqual(comparable(buildActivationReport(demo.session)));
  });

  it.each(EXACT)("%s: every span, value and time as it was in memory", async (name) => {
    const expected = await read(memorySource(demo.spans));
    const found = await read(await openSource(addresses.get(name) ?? ""));
    expect(found.spans).toEqual(expected.spans);
    expect(found.summaries.reduce((sum, { spans }) => sum + spans, 0)).toBe(demo.spans.length);
    expect(found.warnings).toEqual([]);
  });

  it.each(LISTS_AS_TEXT)("%s: the same with lists as JSON text", async (name) => {
    const expected = await read(memorySource(demo.spans));
    const found = await read(await openSource(addresses.get(name) ?? ""));
    expect(found.spans).toEqual(expected.spans.map((span) => ({ ...span, attributes: listsAsText(span.attributes) })));
    expect(found.warnings).toEqual([]);
  });
});

interface Found {
  readonly spans: readonly Omit<SpanRecord, "source" | "position">[];
  readonly warnings: readonly SourceWarning[];
  readonly summaries: readonly SourceSummary[];
}

/** All that a source gives, in the order of the ids, without where it stood; attributes in the order of their names. */
async function read(source: Source): Promise<Found> {
  const warnings: SourceWarning[] = [];
  const summaries: SourceSummary[] = [];
  const records: SpanRecord[] = [];
  const options = {
    query: {},
    onWarning: (warning: SourceWarning) => warnings.push(warning),
    onSummary: (summary: SourceSummary) => summaries.push(summary),
  };
  for await (const record of source.read(options)) if (record.type === "span") records.push(record);
  return {
    spans: records.map(withoutPlace).sort((a, b) => a.spanId.localeCompare(b.spanId)),
    warnings,
    summaries,
  };
}

/** A report without where it was read: the sources, and the places in them that findings name. */
function comparable(report: ActivationReport): unknown {
  const { sources: _sources, ...rest } = report;
  return JSON.parse(JSON.stringify(rest), (key, value: unknown) => (key === "evidence" && Array.isArray(value) ? value.map(idsOf) : value));
}

function idsOf({ trace_id, span_id }: EvidenceRef): object {
  return { trace_id, span_id };
}

function listsAsText(attributes: SpanAttributes): SpanAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
  );
}

function withoutPlace({ source: _source, position: _position, attributes, ...span }: SpanRecord): Omit<SpanRecord, "source" | "position"> {
  return { ...span, attributes: Object.fromEntries(Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))) };
}
