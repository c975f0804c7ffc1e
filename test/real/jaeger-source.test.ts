import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CAPABILITIES } from "../../src/sources/http/capabilities.ts";
import { openJaeger } from "../../src/sources/jaeger/backend.ts";
import { readAll } from "../sources/http/read-all.ts";
import { expectKept } from "./kept.ts";
import { eventually } from "./process.ts";
import { JAEGERS, noJaeger, sendTraces, startJaeger, type Jaeger } from "./programs.ts";

const START = BigInt(Date.now() - 60_000) * 1_000_000n;

describe.skipIf(noJaeger).each(JAEGERS)("Jaeger: %s", (kind) => {
  let jaeger: Jaeger;
  const open = (limits = {}): ReturnType<typeof openJaeger> => openJaeger(`jaeger+${jaeger.query}`, {}, limits);

  beforeAll(async () => {
    jaeger = await startJaeger(kind);
    for (const service of ["agent", "another agent"]) {
      const spans = Array.from({ length: 12 }, (_, index) => span(service === "agent" ? index : index + 12));
      await sendTraces(jaeger.url, body(service, spans));
    }
    await eventually("Jaeger to have the spans", async () => ((await readAll(open())).spans.length === 24 ? true : undefined));
  });
  afterAll(async () => jaeger?.kill());

  it("gives a session whole, as exact as its store", async () => {
    const { spans, warnings, summaries } = await readAll(open(), { session: "s-1" });
    expect(spans.map((found) => found.attributes["activation.sequence"]).sort(byNumber)).toEqual([
      1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23,
    ]);
    expect(warnings).toEqual([]);
    expect(summaries).toMatchObject([{ format: "jaeger", spans: 12, lostRecords: false, filtered: false }]);
    const found = spans.find((one) => one.attributes["activation.sequence"] === 3);
    // In Jaeger's older model, which Badger keeps as well, a list is JSON text.
    expect(found?.attributes["activation.hook.mutated"]).toEqual(kind === "memory" ? ["a", "b,c"] : '["a","b,c"]');
    expect(found?.startTime[1]).toBe(Number((START + 3_000_003n) % 1_000_000_000n));
  });

  it.runIf(kind === "memory")("keeps what it is declared to keep", async () => {
    expectKept((await readAll(open())).spans, CAPABILITIES.jaeger);
  });

  it("gives all, though an answer holds fewer traces than there are", async () => {
    const { spans, warnings } = await readAll(open({ traces: 3 }), { session: "s-1" });
    expect(new Set(spans.map((found) => found.traceId)).size).toBe(12);
    expect(warnings).toEqual([]);
  });

  it("looks for every kind where no session is asked for", async () => {
    const { spans } = await readAll(open(), { kinds: ["hook", "skill"] });
    expect(spans).toHaveLength(24);
  });

  it("has nothing of a session that is not there", async () => {
    const { spans, summaries } = await readAll(open(), { session: "s-3" });
    expect(spans).toEqual([]);
    expect(summaries).toHaveLength(1);
  });
});

function byNumber(a: unknown, b: unknown): number {
  return Number(a) - Number(b);
}

/** One span a trace, a millisecond after the other; every second one of session s-1. */
function span(index: number): unknown {
  const start = START + BigInt(index) * 1_000_001n;
  return {
    traceId: `5b8efff798038103d269b633813f${index.toString(16).padStart(4, "0")}`,
    spanId: `00f067aa0ba9${index.toString(16).padStart(4, "0")}`,
    name: "execute_hook guard",
    kind: 1,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 1000n),
    attributes: [
      { key: "activation.kind", value: { stringValue: "hook" } },
      { key: "session.id", value: { stringValue: index % 2 === 1 ? "s-1" : "s-2" } },
      { key: "activation.sequence", value: { intValue: String(index) } },
      { key: "activation.hook.mutated", value: { arrayValue: { values: [{ stringValue: "a" }, { stringValue: "b,c" }] } } },
    ],
    status: {},
  };
}

function body(service: string, spans: readonly unknown[]): string {
  const resource = { attributes: [{ key: "service.name", value: { stringValue: service } }] };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "extension-activation" }, spans }] }] });
}
