import { InMemorySpanExporter } from "@opentelemetry/sdk-trace-node";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildActivationReport, memorySource, readActivationReport, type ActivationReport } from "../../src/reader.ts";
import { startSession } from "../../src/sdk.ts";
import type { HrTime, SpanRecord } from "../../src/sources/span.ts";
import { nanosOf, SHAPES, type Shape } from "../helpers/shapes.ts";
import { actLittleOfAll, withoutSources } from "../helpers/whole-session.ts";
import { readAll } from "../sources/conformance.ts";

/** One session, saved in every form that is read: each gives the session's own report, but for what the form cannot hold. */
describe("a session that was saved as", () => {
  const folder = mkdtempSync(join(tmpdir(), "shapes-"));
  let spans: readonly SpanRecord[];
  let own: ActivationReport;

  beforeAll(async () => {
    const memory = new InMemorySpanExporter();
    const recorded = startSession({
      agent: "shapes",
      workspace: { path: "/w", trusted: true },
      journal: false,
      otlp: false,
      exporters: [memory],
    });
    actLittleOfAll(recorded);
    recorded.recorder.endSession();
    expect(await recorded.provider.flush()).toBe(true);
    const { records } = await readAll(memorySource(memory), { query: { others: true } });
    spans = records.filter((record) => record.type === "span");
    own = buildActivationReport(recorded.session);
    await recorded.provider.shutdown();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function reportOf(name: string, written: string | Buffer): Promise<ActivationReport> {
    const file = join(folder, name.replaceAll(/\W+/g, "-"));
    writeFileSync(file, written);
    return await readActivationReport([file]);
  }

  it.each(Object.entries(SHAPES))("%s gives its report", async (name, shape) => {
    const report = await reportOf(name, shape.write(spans));
    const expected = shape.time === undefined ? own : await reportOf(`${name}, rounded`, plain(spans.map((span) => rounded(span, shape))));
    expect(report.sources).toMatchObject([{ format: shape.format, spans: spans.length }]);
    expect(report.warnings.map(({ code }) => code)).toEqual(shape.says ?? []);
    expect(withoutSources({ ...report, warnings: [] })).toEqual(withoutSources(expected));
  });

  it("nothing else is complete, and has something to compare", () => {
    expect(own.completeness.status).toBe("complete");
    expect(own.findings.length).toBeGreaterThan(0);
  });
});

const plain = (spans: readonly SpanRecord[]): string | Buffer => SHAPES["OTLP/JSON, one document"]!.write(spans);

/** The span with the times that the shape can hold. */
function rounded(span: SpanRecord, { time = (nanos) => nanos }: Shape): SpanRecord {
  const round = (given: HrTime): HrTime => {
    const nanos = time(nanosOf(given));
    return [Number(nanos / 1_000_000_000n), Number(nanos % 1_000_000_000n)];
  };
  return { ...span, startTime: round(span.startTime), endTime: round(span.endTime) };
}
