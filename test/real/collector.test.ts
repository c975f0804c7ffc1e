import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { DEMO_BODIES, DEMO_TRACE_ID } from "./demo-trace.ts";
import { eventually, freePorts, type RunningProcess } from "./process.ts";
import {
  noCollector,
  noJaeger,
  sendTraces,
  startCollector,
  startJaeger,
  temporaryFolder,
  type CollectorOptions,
  type Jaeger,
} from "./programs.ts";

const [FIRST = "", SECOND = "", THIRD = ""] = DEMO_BODIES;

/** What a test started is stopped behind it, also when it failed. */
const started: RunningProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((program) => program.kill()));
});

describe.skipIf(noCollector)("the Collector, as it is configured here,", () => {
  it("has written what it has answered for, even when it is killed right behind the answer", async () => {
    const collector = await start("file");
    await sendTraces(collector.url, FIRST);
    await collector.kill();
    expect(lines(collector.file)).toEqual([FIRST].map(asWritten));
  });

  it("goes on behind what it wrote when it is started again", async () => {
    const folder = temporaryFolder();
    for (const body of [FIRST, SECOND]) {
      const collector = await start("file", { folder });
      await sendTraces(collector.url, body);
      await collector.stop();
    }
    expect(lines(join(folder, "traces"))).toEqual([FIRST, SECOND].map(asWritten));
  });

  it("rotates its file and loses no line of it", async () => {
    const collector = await start("file", { args: ["--set=exporters::file::rotation::max_megabytes=1"] });
    const bodies = Array.from({ length: 60 }, (_, index) => padded(FIRST, `${index}`.padStart(50_000, "x")));
    for (const body of bodies) await sendTraces(collector.url, body);
    await collector.stop();
    const files = readdirSync(collector.folder).sort();
    expect(files.length).toBeGreaterThan(2);
    expect(files[0]).toBe("traces");
    const rotated = files.slice(1);
    for (const name of rotated) expect(name).toMatch(/^traces-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}-size$/);
    expect([...rotated, "traces"].flatMap((name) => lines(join(collector.folder, name)))).toEqual(bodies.map(asWritten));
  });
});

describe.skipIf(noCollector || noJaeger)("the Collector that feeds Jaeger", () => {
  it("writes the file while Jaeger is away, and sends what waited when it is there, though it was killed in between", async () => {
    const [port] = await freePorts(1);
    const folder = temporaryFolder();
    const away = { folder, jaeger: `127.0.0.1:${port}` };
    const first = await start("collector", away);
    await sendTraces(first.url, FIRST);
    await sendTraces(first.url, SECOND);
    await first.kill();
    expect(lines(first.file)).toEqual([FIRST, SECOND].map(asWritten));

    const jaeger = await startJaeger("memory");
    started.push(jaeger);
    const second = await start("collector", { folder, jaeger: jaeger.grpc });
    await sendTraces(second.url, THIRD);
    expect(await eventually("all spans in Jaeger", async () => ((await spanCount(jaeger)) >= 7 ? spanCount(jaeger) : undefined))).toBe(7);
    await second.stop();
    expect(lines(first.file)).toEqual(DEMO_BODIES.map(asWritten));
  });
});

async function start(
  ...args: [Parameters<typeof startCollector>[0], CollectorOptions?]
): Promise<Awaited<ReturnType<typeof startCollector>>> {
  const collector = await startCollector(...args);
  started.push(collector);
  return collector;
}

async function spanCount({ query }: Jaeger): Promise<number> {
  const response = await fetch(`${query}/api/v3/traces/${DEMO_TRACE_ID}?raw_traces=true`);
  if (response.status !== 200) return 0;
  const answer = (await response.json()) as { result: { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] } };
  return answer.result.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)).length;
}

function lines(file: string): unknown[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

/** The Collector writes a status for every span, and no empty lists. */
function asWritten(body: string): unknown {
  return JSON.parse(body, (key, value: unknown) => {
    if (key === "arrayValue" && (value as { values: unknown[] }).values.length === 0) return {};
    if (typeof value === "object" && value !== null && "spanId" in value && "name" in value && !("status" in value))
      return { ...value, status: {} };
    return value;
  });
}

function padded(body: string, padding: string): string {
  return body.replace('"register_plugin acme-tools"', JSON.stringify(padding));
}
