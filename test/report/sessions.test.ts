import { describe, expect, it } from "vitest";
import { buildActivationReport, ReportBuilder } from "../../src/report/builder.ts";
import { emitter, sessionOf } from "../helpers/spans.ts";

const ran = (name: string) => ({ event: "PreToolUse", decision: "ran", name }) as const;
const codes = (report: { readonly warnings: readonly { readonly code: string }[] }): string[] => report.warnings.map(({ code }) => code);

describe("which session", () => {
  const older = sessionOf((agent) => agent.write("hook", ran("old")), { session: "s-old", id: "e-old" });
  const newer = sessionOf((agent) => agent.write("hook", ran("new")), { session: "s-new", id: "e-new", startsAt: 100 });

  it("is the one whose last fact is the newest, and the others are named in a warning", () => {
    const report = buildActivationReport([...newer, ...older]);
    expect(report.session?.id).toBe("s-new");
    expect(report.hooks_fired).toMatchObject([{ hook_name: "new" }]);
    expect(report.warnings).toMatchObject([{ code: "other_sessions", message: expect.stringContaining("s-old") }]);
    expect(report.completeness.emitters).toMatchObject([{ emitter: "e-new" }]);
  });

  it("is the one asked for", () => {
    const report = buildActivationReport([...newer, ...older], { session: "s-old" });
    expect(report.session?.id).toBe("s-old");
    expect(report.hooks_fired).toMatchObject([{ hook_name: "old" }]);
  });

  it("is none where the one asked for is not in the input, and that is said", () => {
    const report = buildActivationReport([...newer, ...older], { session: "s-x" });
    expect(report).toMatchObject({ session: null, hooks_fired: null, runs: [] });
    expect(report.warnings).toMatchObject([{ code: "session_not_found", message: expect.stringMatching(/s-x.*s-new, s-old/) }]);
  });

  it("is never one that has tool calls alone while another has facts", () => {
    const calls = emitter({ session: "s-calls", startsAt: 500 });
    calls.call("Bash");
    expect(buildActivationReport([...older, ...calls.spans]).session?.id).toBe("s-old");
  });

  it("counts sources and duplicates over the whole input", () => {
    const report = buildActivationReport([...newer, ...older, ...older]);
    expect(report.sources).toMatchObject([{ spans: 9, activation_spans: 9 }]);
    expect(report.completeness.duplicates_removed).toBe(3);
  });
});

describe("a span that names no session", () => {
  const nameless = (id: string | null, traceId?: string) => {
    const other = emitter({ session: null, id, startsAt: 200, ...(traceId === undefined ? {} : { traceId }) });
    other.write("hook", ran("nameless"));
    return other.spans;
  };
  const one = sessionOf(() => {}, { session: "s-1", id: "e-1" });
  const two = sessionOf(() => {}, { session: "s-2", id: "e-2" });

  it("belongs to its emitter's session", () => {
    expect(buildActivationReport([...one, ...two, ...nameless("e-1")], { session: "s-1" }).hooks_fired).toHaveLength(1);
  });

  it("else to its trace's", () => {
    const spans = [...one, ...two, ...nameless("e-3", two[0]?.traceId)];
    expect(buildActivationReport(spans, { session: "s-2" }).hooks_fired).toHaveLength(1);
    expect(buildActivationReport(spans, { session: "s-1" }).hooks_fired).toEqual([]);
  });

  it("else to the only session of the input", () => {
    expect(buildActivationReport([...one, ...nameless("e-3")]).hooks_fired).toHaveLength(1);
  });

  it("is left out where several could be meant, and that is said", () => {
    const report = buildActivationReport([...one, ...two, ...nameless("e-3")]);
    expect(report.hooks_fired).toEqual([]);
    expect(codes(report)).toContain("no_session");
  });

  it("stands in a report without a session where none is named anywhere, and that is said", () => {
    const report = buildActivationReport(nameless("e-3"));
    expect(report).toMatchObject({ session: null, hooks_fired: [{ hook_name: "nameless", session: null }] });
    expect(codes(report)).toEqual(["no_session"]);
  });
});

describe("the session of a report", () => {
  it("says what its emitters state", () => {
    const [start] = sessionOf(() => {});
    const report = buildActivationReport(sessionOf(() => {}));
    expect(start).toBeDefined();
    expect(report.session).toEqual({
      id: "s-1",
      agent: "demo-agent",
      mode: "interactive",
      workspace: "~/project",
      workspace_trusted: true,
      started_at: "2026-01-05T09:00:00.000000000Z",
      ended_at: "2026-01-05T09:00:00.001000000Z",
    });
  });

  it("takes agent and workspace from the earliest start, trust from the last statement", () => {
    const agent = emitter();
    agent.start({ workspaceTrusted: false });
    const child = emitter({ id: "e-2", agent: "subagent", startsAt: 1 });
    child.start({ workspacePath: "~/elsewhere", workspaceTrusted: true });
    expect(buildActivationReport([...child.spans, ...agent.spans]).session).toMatchObject({
      agent: "demo-agent",
      workspace: "~/project",
      workspace_trusted: true,
    });
  });

  it("has no end while an emitter goes on", () => {
    const agent = emitter();
    agent.start();
    const child = sessionOf(() => {}, { id: "e-2" });
    expect(buildActivationReport([...agent.spans, ...child]).session?.ended_at).toBeNull();
  });

  it("ends with the agent, whatever an inventory does", () => {
    const agent = emitter();
    agent.start({}, { at: 1 });
    const inventory = emitter({ id: "inv" });
    inventory.inventoried(["skill"], { convertedFrom: "settings" });
    agent.end({}, { at: 5 });
    expect(buildActivationReport([...agent.spans, ...inventory.spans]).session?.ended_at).toBe("2026-01-05T09:00:05.000000000Z");
  });
});

describe("runs", () => {
  it("are listed as they began, with what is not recorded null", () => {
    const agent = emitter();
    agent.startRun("r-1", { at: 1 });
    agent.endRun({ at: 2 });
    agent.run = "r-2";
    agent.write("hook", ran("a"), { at: 3 });
    expect(buildActivationReport(agent.spans.toReversed()).runs).toEqual([
      { id: "r-1", started_at: "2026-01-05T09:00:01.000000000Z", ended_at: "2026-01-05T09:00:02.000000000Z" },
      { id: "r-2", started_at: null, ended_at: null },
    ]);
  });
});

describe("a list of sessions", () => {
  it("has the newest first, with what each has", () => {
    const builder = new ReportBuilder();
    const spans = sessionOf(
      (agent) => {
        agent.startRun("r-1");
        agent.call("Bash");
        agent.write("hook", { event: "PreToolUse", decision: "vetoed", name: "guard" });
        agent.write("hook", { event: "PreToolUse", decision: "skipped", name: "other" });
        agent.endRun();
      },
      { session: "s-2", startsAt: 60 },
    );
    for (const span of [...spans, ...sessionOf(() => {}, { session: "s-1" })]) builder.add(span);
    expect(builder.sessions()).toEqual([
      {
        id: "s-2",
        agent: "demo-agent",
        workspace: "~/project",
        first_at: "2026-01-05T09:01:00.000000000Z",
        last_at: "2026-01-05T09:01:00.006000000Z",
        facts: 6,
        runs: 1,
        dispatches: 1,
        vetoes: 1,
        tool_calls: 1,
      },
      expect.objectContaining({ id: "s-1", facts: 2, tool_calls: 0 }),
    ]);
  });
});
