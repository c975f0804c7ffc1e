import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSource } from "../../src/sources/open.ts";
import type { Query, SourceSummary, SourceWarning } from "../../src/sources/source.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { eventually } from "./process.ts";
import { JAEGERS, noCollector, noJaeger, sendTraces, startCollector, startJaeger, type Collector, type Jaeger } from "./programs.ts";

const TRACES = 2500;
/** An hour ago: without a time asked for, the reader looks at the last days only. */
const START = BigInt(Date.now() - 3_600_000) * 1_000_000n;

describe.skipIf(noJaeger).each(JAEGERS)("Jaeger with many traces: %s", (kind) => {
  let jaeger: Jaeger;
  beforeAll(async () => {
    jaeger = await startJaeger(kind);
    const spans = Array.from({ length: TRACES }, (_, index) => fact(index, { session: `s-${index % 500}`, trace: index }));
    for (let from = 0; from < TRACES; from += 500) await sendTraces(jaeger.url, request(spans.slice(from, from + 500)));
  });
  afterAll(() => jaeger?.kill());

  it("every trace is read, whatever an answer holds at most", async () => {
    const { spans, warnings } = await read(jaeger, {});
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(TRACES);
    expect(spans.length).toBe(TRACES);
    expect(warnings).toEqual([]);
  });

  it("a session is found by its id, in all its traces", async () => {
    const { spans } = await read(jaeger, { session: "s-7" });
    const own = spans.filter(({ attributes }) => attributes["session.id"] === "s-7");
    expect(own.length).toBe(TRACES / 500);
  });
});

describe.skipIf(noCollector || noJaeger)("a trace larger than a message of gRPC may be", () => {
  let jaeger: Jaeger;
  let collector: Collector;
  beforeAll(async () => {
    jaeger = await startJaeger("memory");
    collector = await startCollector("collector", { jaeger: jaeger.grpc });
  });
  afterAll(() => Promise.all([collector, jaeger].map((program) => program?.kill())));

  it("arrives whole in Jaeger behind the Collector", async () => {
    const reason = "x".repeat(8000);
    const spans = Array.from({ length: 3000 }, (_, index) => fact(index, { session: "s-large", trace: 1, reason }));
    for (let from = 0; from < spans.length; from += 500) await sendTraces(collector.url, request(spans.slice(from, from + 500)));
    const read3000 = async (): Promise<true | undefined> => ((await read(jaeger, {})).spans.length === 3000 ? true : undefined);
    expect(await eventually("3,000 spans in Jaeger", read3000)).toBe(true);
  });
});

async function read({ query: url }: Jaeger, query: Query): Promise<{ spans: SpanRecord[]; warnings: SourceWarning[] }> {
  const source = await openSource(`jaeger+${url}`);
  const warnings: SourceWarning[] = [];
  const summaries: SourceSummary[] = [];
  const spans: SpanRecord[] = [];
  const records = source.read({ query, onWarning: (warning) => warnings.push(warning), onSummary: (summary) => summaries.push(summary) });
  for await (const record of records) if (record.type === "span") spans.push(record);
  expect(summaries).toHaveLength(1);
  return { spans, warnings };
}

/** One hook's dispatch, a millisecond behind the one before it. */
function fact(index: number, { session, trace, reason = "because" }: { session: string; trace: number; reason?: string }): object {
  const start = START + BigInt(index) * 1_000_000n;
  const values = {
    "activation.kind": "hook",
    "session.id": session,
    "activation.name": "guard",
    "activation.reason": reason,
    "activation.hook.decision": "ran",
  };
  return {
    traceId: (trace + 1).toString(16).padStart(32, "0"),
    spanId: (index + 1).toString(16).padStart(16, "0"),
    name: "execute_hook guard",
    kind: 1,
    startTimeUnixNano: `${start}`,
    endTimeUnixNano: `${start + 1000n}`,
    attributes: Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
}

function request(spans: readonly object[]): string {
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "demo-agent" } }] };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "extension-activation" }, spans }] }] });
}
