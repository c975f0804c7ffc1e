import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import { attributes, emitter, sessionOf } from "../helpers/spans.ts";

const agent = emitter();
const span = agent.write(
  "hook",
  { event: "PreToolUse", decision: "ran", name: "audit", mutated: ["path"] },
  { at: [1_767_603_600, 123_456_789] },
);

describe("a span that is in the input twice", () => {
  it("counts once, and the copy is counted as removed", () => {
    const report = buildActivationReport([span, { ...span, attributes: attributes({ ...span.attributes }) }]);
    expect(report.hooks_fired).toHaveLength(1);
    expect(report.completeness.duplicates_removed).toBe(1);
    expect(report.warnings).toEqual([]);
  });

  it.each([
    ["another attribute", { attributes: { ...span.attributes, "activation.name": "guard" } }],
    ["another list", { attributes: { ...span.attributes, "activation.hook.mutated": ["path", "mode"] } }],
    ["an attribute more", { attributes: { ...span.attributes, more: 1 } }],
    ["another start", { startTime: [1_767_603_600, 123_456_788] as const }],
    ["another parent", { parentSpanId: "00000000000000bb" }],
  ])("stays twice where the copy has %s, with a warning", (_, difference) => {
    const report = buildActivationReport([span, { ...span, ...difference }]);
    expect(report.hooks_fired).toHaveLength(2);
    expect(report.completeness.duplicates_removed).toBe(0);
    expect(report.warnings).toMatchObject([{ code: "same_id_different_content", source: "traces.jsonl", position: "line 1" }]);
  });

  it("is the same where another source cut its times to microseconds, and not where one source has both", () => {
    const cut = { startTime: [1_767_603_600, 123_456_000], endTime: [1_767_603_600, 123_456_000] } as const;
    expect(buildActivationReport([span, { ...span, ...cut, source: "jaeger.json" }]).completeness.duplicates_removed).toBe(1);
    expect(buildActivationReport([span, { ...span, ...cut }]).completeness.duplicates_removed).toBe(0);
  });

  it("is no duplicate where nothing traced it", () => {
    const untraced = { ...span, traceId: "", spanId: "" };
    expect(buildActivationReport([untraced, untraced]).hooks_fired).toHaveLength(2);
  });

  it("costs no more than it must where every span has the same id", () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({ ...span, startTime: [n, 0] as const, endTime: [n, 0] as const }));
    expect(buildActivationReport(many).hooks_fired).toHaveLength(5000);
  });

  it("is found across sessions that name each other's spans", () => {
    const session = sessionOf(() => {});
    expect(buildActivationReport([...session, ...session]).completeness).toMatchObject({ status: "complete", duplicates_removed: 2 });
  });
});
