import { describe, expect, it } from "vitest";
import { buildActivationReport, ReportBuilder } from "../../src/report/builder.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { emitter, sessionOf } from "../helpers/spans.ts";

const ran = (name: string) => ({ name, event: "PreToolUse", decision: "ran", toolName: "Bash" }) as const;
const UNNUMBERED = { attributes: { "activation.sequence": undefined } } as const;
const timeless = (span: SpanRecord): SpanRecord => ({ ...span, startTime: [0, 0], endTime: [0, 0] });
const fired = (spans: readonly SpanRecord[]) => buildActivationReport(spans).hooks_fired?.map((row) => row.hook_name);

describe("a record that does not say when", () => {
  it("is shown without a time, and is said", () => {
    const agent = emitter();
    agent.write("hook", ran("guard"), { at: 5 });
    const { hooks_fired, warnings, session } = buildActivationReport(agent.spans.map(timeless));
    expect(hooks_fired).toMatchObject([{ at: null, duration_ms: null }]);
    expect(session).toMatchObject({ started_at: null, ended_at: null });
    expect(warnings).toMatchObject([
      { code: "unknown_time", message: expect.stringMatching(/^1 record does not say when/), position: "line 1" },
    ]);
  });

  it("says nothing of when the session and its runs began and ended", () => {
    const write = (all: boolean): readonly SpanRecord[] => {
      const agent = emitter();
      agent.start();
      agent.startRun("r-1");
      agent.write("hook", ran("guard"));
      agent.endRun();
      agent.end();
      return agent.spans.map((span, index) => (all || index !== 2 ? timeless(span) : span));
    };
    for (const all of [true, false]) {
      const { session, runs } = buildActivationReport(write(all));
      expect(session).toMatchObject({ started_at: null, ended_at: null });
      expect(runs).toEqual([{ id: "r-1", started_at: null, ended_at: null }]);
    }
    const builder = new ReportBuilder();
    for (const span of write(true)) builder.add(span);
    expect(builder.sessions()).toMatchObject([{ first_at: null, last_at: null }]);
  });

  it("leaves the times of the others as they are", () => {
    const agent = emitter();
    agent.start({}, { at: 5 });
    agent.write("hook", ran("guard"));
    agent.end({}, { at: 9 });
    const spans = agent.spans.map((span, index) => (index === 1 ? timeless(span) : span));
    const builder = new ReportBuilder();
    for (const span of spans) builder.add(span);
    const times = { first: "2026-01-05T09:00:05.000000000Z", last: "2026-01-05T09:00:09.000000000Z" };
    expect(builder.sessions()).toMatchObject([{ first_at: times.first, last_at: times.last }]);
    expect(builder.build().session).toMatchObject({ started_at: times.first, ended_at: times.last });
  });

  it("stands in its place by its number, also as the first of its emitter", () => {
    const early = emitter({ id: "b" });
    early.write("hook", ran("early"), { at: 1 });
    const agent = emitter({ id: "a" });
    agent.write("hook", ran("first"), { at: 5 });
    agent.write("hook", ran("second"), { at: 6 });
    agent.write("hook", ran("third"), { at: 7 });
    const [first, second, third] = agent.spans as [SpanRecord, SpanRecord, SpanRecord];
    expect(fired([timeless(first), second, third, ...early.spans])).toEqual(["early", "first", "second", "third"]);
    expect(fired([first, timeless(second), third, ...early.spans])).toEqual(["early", "first", "second", "third"]);
  });

  it("stands behind all others without a number, and makes no run longer", () => {
    const agent = emitter();
    agent.startRun("r-1");
    const loose = agent.write("hook", ran("loose"), UNNUMBERED);
    agent.sequence -= 1;
    agent.write("hook", ran("guard"));
    agent.endRun();
    agent.write("skill", { name: "later", status: "loaded" });
    const spans = agent.spans.map((span) => (span === loose ? timeless(span) : span));
    expect(fired(spans)).toEqual(["guard", "loose"]);
    const report = buildActivationReport(spans, { question: { run: "r-1" } });
    expect(report.hooks_fired?.map((row) => row.hook_name)).toEqual(["guard", "loose"]);
    expect(report.skills).toBeNull();
  });

  it("does not make an old session the newest, nor the oldest one the earlier", () => {
    const old = sessionOf(() => {}, { session: "s-old" });
    const newer = sessionOf((agent) => agent.write("hook", ran("guard")), { session: "s-new", startsAt: 60 });
    const spans = [...old, ...newer.map((span, index) => (index === 1 ? timeless(span) : span))];
    expect(buildActivationReport(spans).session?.id).toBe("s-new");
    expect(buildActivationReport(spans, { sinceLastRun: true }).since_last_run?.baseline).toMatchObject({ session: "s-old" });
  });

  it("is no proof against a disable, and no call that a hook missed", () => {
    const agent = emitter();
    agent.write("skill", { name: "notes", status: "loaded" }, UNNUMBERED);
    agent.sequence = 0;
    agent.write("disable", { target: "skill", targetName: "notes", state: "disabled", accepted: true });
    agent.write("hook_registration", { name: "guard", event: "PreToolUse", state: "active", matcher: "Bash", matcherSyntax: "exact" });
    agent.call("Bash");
    const [skill, disable, hook, call] = agent.spans as [SpanRecord, SpanRecord, SpanRecord, SpanRecord];
    const report = buildActivationReport([timeless(skill), disable, hook, timeless(call)]);
    expect(report.disables).toMatchObject([{ honoured: null }]);
    expect(report.findings).toEqual([]);
    expect(report.hooks).toMatchObject([{ matching_calls: 0 }]);
  });
});
