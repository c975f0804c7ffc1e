import { describe, expect, it } from "vitest";
import { buildActivationReport, ReportBuilder } from "../../src/report/builder.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { emitter, sessionOf, type Emitter } from "../helpers/spans.ts";

const ran = (name: string, toolName = "Bash") => ({ name, event: "PreToolUse", decision: "ran", toolName }) as const;
const since = (spans: readonly SpanRecord[]) => buildActivationReport(spans, { sinceLastRun: true });

function twoRuns(first: (agent: Emitter) => void, second: (agent: Emitter) => void) {
  const agent = emitter();
  agent.start();
  agent.startRun("r-1");
  first(agent);
  agent.endRun();
  agent.startRun("r-2");
  second(agent);
  agent.endRun();
  return since(agent.spans);
}

const changesOf = (first: (agent: Emitter) => void, second: (agent: Emitter) => void) => twoRuns(first, second).since_last_run?.changes;

describe("since the last run", () => {
  it("keeps the newest run, and compares it with the one before it in the session", () => {
    const report = twoRuns(
      (agent) => {
        agent.write("hook", ran("audit"));
        agent.write("hook", ran("guard"));
      },
      (agent) => {
        agent.call("Bash");
        agent.write("hook", ran("audit"));
        agent.write("hook", ran("audit"));
      },
    );
    expect(report.hooks_fired).toMatchObject([
      { hook_name: "audit", run: "r-2" },
      { hook_name: "audit", run: "r-2" },
    ]);
    expect(report.since_last_run).toEqual({
      baseline: { session: "s-1", run: "r-1" },
      changes: [{ item: "hook:guard", was: "ran 1", now: "no record", note: "Bash was called 1 time in this run" }],
    });
  });

  it.each<[string, (agent: Emitter) => void, (agent: Emitter) => void, object[]]>([
    [
      "a hook that vetoes now",
      (a) => a.write("hook", ran("g")),
      (a) => (a.write("hook", ran("g")), a.write("hook", { ...ran("g"), decision: "vetoed" })),
      [{ item: "hook:g", was: "ran 1", now: "ran 1, vetoed 1" }],
    ],
    [
      "a hook that fails now",
      (a) => a.write("hook", ran("g")),
      (a) => a.write("hook", { ...ran("g"), outcome: "timed_out" }),
      [{ item: "hook:g", was: "ran 1", now: "ran and timed out 1" }],
    ],
    ["how often a hook ran", (a) => a.write("hook", ran("g")), (a) => (a.write("hook", ran("g")), a.write("hook", ran("g"))), []],
    [
      "a hook that is untrusted now",
      (a) => a.write("hook_registration", { name: "g", event: "Stop", state: "active" }),
      (a) => a.write("hook_registration", { name: "g", event: "Stop", state: "untrusted" }),
      [{ item: "hook:g", was: "registered, no dispatch recorded", now: "untrusted" }],
    ],
    [
      "a skill that is skipped now",
      (a) => a.write("skill", { name: "n", status: "loaded" }),
      (a) => a.write("skill", { name: "n", status: "skipped", reasonCode: "invalid_frontmatter" }),
      [{ item: "skill:n", was: "loaded", now: "skipped (invalid_frontmatter)" }],
    ],
    ["a skill of which the run says nothing: it stays as it was", (a) => a.write("skill", { name: "n", status: "loaded" }), () => {}, []],
    [
      "a definition that changed",
      (a) => a.write("skill", { name: "n", status: "loaded", digest: "sha256:1" }),
      (a) => a.write("skill", { name: "n", status: "loaded", digest: "sha256:2" }),
      [{ item: "skill:n", was: "loaded", now: "loaded", note: "its definition changed" }],
    ],
    [
      "nothing of two copies that are stated in another order",
      (a) => {
        a.write("skill", { name: "n", status: "loaded", sourcePath: "a" });
        a.write("skill", { name: "n", status: "skipped", reasonCode: "shadowed", sourcePath: "b" });
      },
      (a) => {
        a.write("skill", { name: "n", status: "skipped", reasonCode: "shadowed", sourcePath: "b" });
        a.write("skill", { name: "n", status: "loaded", sourcePath: "a" });
      },
      [],
    ],
    [
      "one of two hooks of a name that is suppressed now",
      (a) => {
        a.write("hook_registration", { name: "g", event: "Stop", state: "active", sourcePath: "user.json" });
        a.write("hook_registration", { name: "g", event: "Stop", state: "active", sourcePath: "project.json" });
      },
      (a) => {
        a.write("hook_registration", { name: "g", event: "Stop", state: "suppressed", sourcePath: "user.json" });
        a.write("hook_registration", { name: "g", event: "Stop", state: "active", sourcePath: "project.json" });
      },
      [{ item: "hook:g", was: "registered, no dispatch recorded", now: "suppressed" }],
    ],
    [
      "a hook with another matcher",
      (a) => {
        a.write("hook_registration", { name: "g", event: "Stop", state: "active", matcher: "Bash" });
        a.write("hook", ran("g"));
      },
      (a) => {
        a.write("hook_registration", { name: "g", event: "Stop", state: "active", matcher: "Write" });
        a.write("hook", ran("g"));
      },
      [{ item: "hook:g", note: "its matcher changed from Bash to Bash and Write" }],
    ],
    [
      "a skill from another file",
      (a) => a.write("skill", { name: "n", status: "loaded", sourcePath: "a" }),
      (a) => a.write("skill", { name: "n", status: "loaded", sourcePath: "b" }),
      [{ item: "skill:n", note: "its file changed from a to a and b" }],
    ],
    [
      "a skill that was used and is not",
      (a) => {
        a.write("skill", { name: "n", status: "loaded" });
        a.write("skill_use", { name: "n" });
        a.write("skill_use", { name: "stranger" });
      },
      () => {},
      [
        { item: "skill:n", was: "loaded, used 1", now: "loaded" },
        { item: "skill:stranger", was: "used 1", now: "no record" },
      ],
    ],
    [
      "no definition that only one of the runs records",
      (a) => a.write("skill", { name: "n", status: "loaded" }),
      (a) => a.write("skill", { name: "n", status: "loaded", digest: "sha256:2" }),
      [],
    ],
    [
      "no placeholder of a name that was withheld",
      (a) => a.write("skill", { name: "custom_skill", status: "loaded", nameRedacted: true }),
      (a) => a.write("skill", { name: "custom_skill", status: "skipped", nameRedacted: true }),
      [],
    ],
    [
      "a plugin and its command",
      (a) => a.write("plugin", { name: "k", status: "registered", version: "1", registeredCommands: ["ship"] }),
      (a) => a.write("plugin", { name: "k", status: "failed", reasonCode: "load_error", registeredCommands: [] }),
      [
        { item: "plugin:k", was: "registered 1", now: "failed (load_error)" },
        { item: "command:ship", was: "registered by k", now: "no record" },
      ],
    ],
    [
      "a tool that is new",
      () => {},
      (a) => a.write("mcp_tool", { server: "s", tool: "t", available: true }),
      [{ item: "mcp_tool:s/t", was: "no record", now: "available" }],
    ],
    [
      "a policy that denies now",
      (a) => a.write("policy", { action: "tool:x", outcome: "allow", enforcement: "allow" }),
      (a) => a.write("policy", { action: "tool:x", outcome: "deny", enforcement: "deny" }),
      [{ item: "policy:tool:x", was: "allow", now: "deny" }],
    ],
  ])("tells %s", (_, first, second, expected) => {
    const changes = changesOf(first, second);
    expect(changes).toHaveLength(expected.length);
    expect(changes).toMatchObject(expected);
  });

  it("has no baseline where there is no earlier run, which is not 'no change'", () => {
    expect(since(sessionOf((agent) => agent.write("hook", ran("g")))).since_last_run).toEqual({ baseline: null, changes: null });
    expect(
      changesOf(
        () => {},
        () => {},
      ),
    ).toEqual([]);
  });

  it("is null where it was not asked for", () => {
    expect(buildActivationReport(sessionOf(() => {})).since_last_run).toBeNull();
  });
});

describe("the baseline in another session", () => {
  const earlier = (options: { session: string; startsAt: number; agent?: string }, workspacePath = "~/project") => {
    const agent = emitter({ id: `e-${options.session}`, ...options });
    agent.start({ workspacePath });
    agent.startRun("r-old");
    agent.write("skill", { name: "n", status: "loaded" });
    agent.endRun();
    return agent.spans;
  };
  const current = sessionOf((agent) => agent.write("skill", { name: "n", status: "skipped" }), { session: "s-now", startsAt: 100 });

  it("is the newest earlier one of the same agent and workspace", () => {
    const spans = [
      ...earlier({ session: "s-older", startsAt: 1 }),
      ...earlier({ session: "s-old", startsAt: 2 }),
      ...earlier({ session: "s-elsewhere", startsAt: 3 }, "~/elsewhere"),
      ...earlier({ session: "s-other-agent", startsAt: 4, agent: "other" }),
      ...current,
    ];
    expect(since(spans).since_last_run).toMatchObject({
      baseline: { session: "s-old", run: "r-old" },
      changes: [{ item: "skill:n", was: "loaded", now: "skipped" }],
    });
  });

  it("comes from the journal where the input has none", () => {
    const baseline = new ReportBuilder();
    for (const span of earlier({ session: "s-journal", startsAt: 1 })) baseline.add(span);
    const builder = new ReportBuilder();
    for (const span of current) builder.add(span);
    const report = builder.build({ sinceLastRun: true, baseline });
    expect(report.since_last_run?.baseline).toEqual({ session: "s-journal", run: "r-old" });
    expect(report.sources).toMatchObject([{ spans: current.length }]);
  });
});

describe("one run of a session", () => {
  const agent = emitter();
  agent.start();
  agent.write("surface", { phase: "seal", status: "sealed" });
  agent.startRun("r-1");
  agent.write("hook_registration", { name: "g", event: "PreToolUse", state: "active", matcherSyntax: "all" });
  agent.write("skill", { name: "n", status: "loaded" });
  agent.write("disable", { target: "skill", targetName: "x", state: "disabled", accepted: true });
  agent.write("disable", { target: "skill", targetName: "y", state: "disabled", accepted: true });
  agent.call("Bash");
  agent.write("hook", ran("g"));
  agent.endRun();
  agent.startRun("r-2");
  agent.write("skill", { name: "n", status: "skipped" });
  agent.call("Bash");
  agent.write("hook", { ...ran("g"), decision: "vetoed" });
  agent.write("disable", { target: "skill", targetName: "y", state: "enabled", accepted: true });
  agent.endRun();
  const asked = (run: string) => buildActivationReport(agent.spans, { question: { run } });

  it("has its own facts, and what was in force when it began", () => {
    const report = asked("r-2");
    expect(report.hooks_fired).toMatchObject([{ decision: "vetoed", run: "r-2" }]);
    expect(report.hooks).toMatchObject([{ hook_name: "g", run: "r-1", runs: 1, vetoes: 1, matching_calls: 1 }]);
    expect(report.surfaces).toMatchObject([{ phase: "seal" }]);
    expect(report.disables?.map((row) => [row.name, row.state])).toEqual([
      ["x", "disabled"],
      ["y", "disabled"],
      ["y", "enabled"],
    ]);
  });

  it("leaves out what it restated before anything happened", () => {
    expect(asked("r-2").skills).toMatchObject([{ status: "skipped" }]);
  });

  it("knows nothing of a later run, and leaves session, runs and completeness whole", () => {
    const report = asked("r-1");
    expect(report.hooks_fired).toMatchObject([{ decision: "ran" }]);
    expect(report.skills).toMatchObject([{ status: "loaded" }]);
    expect(report.runs).toHaveLength(2);
    expect(report.completeness.emitters).toMatchObject([{ seen: agent.sequence }]);
  });

  it("does not say that a hook never ran, which ran in another", () => {
    const other = emitter();
    other.start();
    other.write("hook_registration", { name: "g", event: "PreToolUse", state: "active", matcherSyntax: "all" });
    for (const run of ["r-1", "r-2"]) {
      other.startRun(run);
      other.call("Bash");
      if (run === "r-1") other.write("hook", ran("g"));
      other.endRun();
    }
    for (const options of [{ question: { run: "r-2" } }, { sinceLastRun: true }] as const)
      expect(buildActivationReport(other.spans, options).findings[0]?.message).toContain(
        "g is registered for PreToolUse on every tool and did not run in this run",
      );
    expect(buildActivationReport(other.spans).findings).toEqual([]);
  });

  it("judges a disable by all that followed it until the run was over", () => {
    const other = emitter();
    other.start();
    other.startRun("r-1");
    other.write("disable", { target: "hook", targetName: "g", state: "disabled", accepted: true, matched: 1 });
    other.endRun();
    other.startRun("r-2");
    other.write("hook", { ...ran("g"), decision: "skipped", reasonCode: "disabled_for_session" });
    other.endRun();
    other.startRun("r-3");
    other.write("hook", ran("g"));
    other.endRun();
    const judged = (run: string) => {
      const { disables, findings } = buildActivationReport(other.spans, { question: { run } });
      return [disables?.[0]?.honoured, ...findings.map(({ code }) => code)];
    };
    expect([judged("r-1"), judged("r-2"), judged("r-3")]).toEqual([[null], [true], [false, "disable_lapsed"]]);
  });

  it("that nobody knows has no rows", () => {
    const report = asked("r-9");
    expect(report).toMatchObject({ hooks_fired: null, hooks: null, findings: [{ code: "no_record" }] });
  });
});
