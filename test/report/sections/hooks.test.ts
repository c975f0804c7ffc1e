import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../../src/report/builder.ts";
import { emitter, sessionOf, type Emitter } from "../../helpers/spans.ts";

const report = (write: (agent: Emitter) => void) => buildActivationReport(sessionOf(write));
const guard = { name: "guard", event: "PreToolUse", state: "active", matcher: "Write", matcherSyntax: "exact" } as const;
const ran = { name: "guard", event: "PreToolUse", decision: "ran" } as const;

describe("a fired hook", () => {
  it("has every field of its dispatch and the tail of its span", () => {
    const span = emitter({ run: "r-1" }).write(
      "hook",
      {
        name: "guard",
        event: "PreToolUse",
        decision: "vetoed",
        outcome: "completed",
        failMode: "closed",
        key: "k",
        timeoutMs: 5000,
        attempt: 2,
        matcher: "Write",
        matcherSyntax: "exact",
        registeredVia: "settings",
        canBlock: true,
        mutated: [],
        toolName: "Write",
        toolCallId: "call_1",
        exitCode: 2,
        reason: "outside",
        reasonCode: "vetoed_by_hook",
        plugin: "kit",
        sourcePath: "a.json",
        sourceScope: "project",
        digest: "sha256:1",
        rule: "r",
        evidenceDeclared: ["matcher"],
        evidenceInferred: ["attempt"],
      },
      { durationMs: 1.5, attributes: { "host.name": "h" } },
    );
    expect(buildActivationReport([span]).hooks_fired).toEqual([
      {
        event: "PreToolUse",
        hook_name: "guard",
        hook_key: "k",
        target_tool: "Write",
        tool_call_id: "call_1",
        decision: "vetoed",
        outcome: "completed",
        fail_mode: "closed",
        timeout_ms: 5000,
        attempt: 2,
        can_block: true,
        mutated: [],
        matcher: "Write",
        matcher_syntax: "exact",
        reason: "outside",
        reason_code: "vetoed_by_hook",
        exit_code: 2,
        error_type: null,
        command: null,
        registered_via: "settings",
        candidates: null,
        plugin: "kit",
        source: { path: "a.json", scope: "project", real_path: null },
        digest: "sha256:1",
        digest_expected: null,
        rule: { name: "r", path: null },
        disabled_by: null,
        disable: "--disable-hook guard",
        disable_note: null,
        evidence: "observed",
        evidence_fields: { matcher: "declared", attempt: "inferred" },
        name_redacted: null,
        agent: "demo-agent",
        session: "s-1",
        run: "r-1",
        at: "2026-01-05T09:00:00.000000000Z",
        duration_ms: 1.5,
        emitter: "e-1",
        sequence: 1,
        trace_id: span.traceId,
        span_id: span.spanId,
        extra: { "host.name": "h" },
      },
    ]);
  });

  it("takes command, route and file from its registration, with the registration's evidence", () => {
    const declared = { ...guard, command: "./guard.sh", registeredVia: "settings", sourcePath: "a.json", evidence: "declared" } as const;
    const { hooks_fired } = report((agent) => {
      agent.write("hook_registration", declared);
      agent.write("hook", ran);
    });
    expect(hooks_fired).toMatchObject([
      {
        command: "./guard.sh",
        registered_via: "settings",
        source: { path: "a.json" },
        evidence: "observed",
        evidence_fields: { command: "declared", registered_via: "declared", source: "declared" },
      },
    ]);
  });

  it("takes nothing where two registrations could be meant, and counts for each of them", () => {
    const { hooks_fired, hooks } = report((agent) => {
      agent.write("hook_registration", { ...guard, command: "./a.sh", sourcePath: "a.json" });
      agent.write("hook_registration", { ...guard, command: "./b.sh", sourcePath: "b.json" });
      agent.write("hook", ran);
    });
    expect(hooks_fired).toMatchObject([{ command: null, source: null }]);
    expect(hooks).toMatchObject([{ runs: 1 }, { runs: 1 }]);
  });

  it("finds its registration by file, plugin, event and key", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", { ...guard, sourcePath: "a.json" });
      agent.write("hook_registration", { ...guard, sourcePath: "b.json", plugin: "kit" });
      agent.write("hook_registration", { ...guard, event: "Stop" });
      agent.write("hook_registration", { ...guard, name: "other", key: "k-1" });
      agent.write("hook", { ...ran, sourcePath: "a.json" });
      agent.write("hook", { ...ran, plugin: "kit" });
      agent.write("hook", { ...ran, event: "Stop" });
      agent.write("hook", { ...ran, name: "renamed", key: "k-1" });
    });
    expect(hooks?.map((row) => row.runs)).toEqual([1, 1, 1, 1]);
  });

  it("of a subagent, or with a matcher that was inferred, still belongs to its one registration", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", { ...guard, registeredVia: "settings" });
      agent.write("hook", { ...ran, agent: "sub" });
      agent.write("hook", { ...ran, matcher: "*", evidenceInferred: ["matcher"] });
      agent.write("hook", { ...ran, registeredVia: "api" });
    });
    expect(hooks).toMatchObject([{ runs: 3 }]);
  });

  it("of a file that no registration has belongs to none", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", { ...guard, sourcePath: "a.json" });
      agent.write("hook", { ...ran, sourcePath: "elsewhere.json" });
    });
    expect(hooks).toMatchObject([{ runs: 0 }]);
  });

  it("of which only the group is recorded counts as a run of its members, not as a veto of any", () => {
    const { hooks, hooks_fired } = report((agent) => {
      for (const name of ["a", "b"]) agent.write("hook_registration", { ...guard, name });
      agent.write("hook", { event: "PreToolUse", decision: "vetoed", candidates: ["a", "b"] });
    });
    expect(hooks).toMatchObject([
      { runs: 1, vetoes: 0 },
      { runs: 1, vetoes: 0 },
    ]);
    expect(hooks_fired).toMatchObject([
      { hook_name: null, candidates: ["a", "b"], disable: null, disable_note: expect.stringContaining("a, b") },
    ]);
  });

  it("that lost attributes at a limit has no reason rather than 'no reason given'", () => {
    const span = emitter().write("hook", { ...ran, decision: "vetoed" }, { droppedAttributes: 4 });
    expect(buildActivationReport([span]).hooks_fired).toMatchObject([{ reason: null, reason_code: null }]);
  });

  it("takes what its registration says, as the registration knows it", () => {
    const { hooks_fired } = report((agent) => {
      agent.write("hook_registration", { ...guard, command: "./a.sh", registeredVia: "settings", evidenceDeclared: ["command"] });
      agent.write("hook", ran);
    });
    expect(hooks_fired).toMatchObject([{ command: "./a.sh", evidence: "observed", evidence_fields: { command: "declared" } }]);
  });

  it("comes of two registrations of one name from the one whose matcher selects its tool", () => {
    const { hooks, hooks_fired } = report((agent) => {
      agent.write("hook_registration", { ...guard, command: "./a.sh" });
      agent.write("hook_registration", { ...guard, command: "./b.sh", matcher: "Bash" });
      agent.write("hook", { ...ran, toolName: "Bash" });
    });
    expect(hooks?.map((row) => row.runs)).toEqual([0, 1]);
    expect(hooks_fired).toMatchObject([{ command: "./b.sh" }]);
  });

  it("that no matcher selects can have come from any registration of its name", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", guard);
      agent.write("hook_registration", { ...guard, matcher: "Bash" });
      agent.write("hook", { ...ran, toolName: "Read" });
    });
    expect(hooks?.map((row) => row.runs)).toEqual([1, 1]);
  });
});

describe("a skipped hook", () => {
  it("stands among the skipped alone, with its matcher and target", () => {
    const { hooks_fired, hooks_skipped } = report((agent) =>
      agent.write("hook", { ...ran, decision: "skipped", matcher: "Edit", toolName: "Write", reasonCode: "not_matched" }),
    );
    expect(hooks_fired).toEqual([]);
    expect(hooks_skipped).toMatchObject([{ hook_name: "guard", matcher: "Edit", target_tool: "Write", reason_code: "not_matched" }]);
  });
});

describe("a registration", () => {
  it("is one row however often it is stated, and a new one when its statement changes", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", guard);
      agent.write("hook_registration", guard);
      agent.write("hook", ran);
      agent.write("hook_registration", { ...guard, state: "untrusted", reasonCode: "workspace_untrusted" });
      agent.write("hook_registration", guard);
      agent.write("hook", { ...ran, decision: "vetoed" });
      agent.write("hook", { ...ran, outcome: "timed_out" });
    });
    expect(hooks).toMatchObject([
      { state: "active", runs: 1, vetoes: 0 },
      { state: "untrusted", runs: 0 },
      { state: "active", runs: 2, vetoes: 1, failures: 1 },
    ]);
  });

  it("is a row for each route by which it came", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", { ...guard, registeredVia: "manifest" });
      agent.write("hook_registration", { ...guard, registeredVia: "default_path" });
    });
    expect(hooks).toMatchObject([{ registered_via: "manifest" }, { registered_via: "default_path" }]);
  });

  it("counts the calls that its matcher selects while it is in force", () => {
    const { hooks } = report((agent) => {
      agent.call("Write");
      agent.write("hook_registration", guard);
      agent.call("Write");
      agent.call("Read");
      agent.call("Write");
      agent.write("hook_registration", { ...guard, state: "disabled" });
      agent.call("Write");
    });
    expect(hooks).toMatchObject([{ matching_calls: 2 }, { matching_calls: 1 }]);
  });

  it.each([
    ["all", undefined, "PreToolUse", 2],
    ["exact", "Write", "PostToolUse", 1],
    ["list", "Write|Read", "PreToolUse", 2],
    ["glob", "Wr*", "PreToolUse", 1],
    ["regex", "^(Write|Edit)$", "PreToolUse", 1],
    ["regex", "rit", "PreToolUse", null],
    ["regex", "(?=Write)", "PreToolUse", null],
    [undefined, "Write", "PreToolUse", null],
    ["exact", "startup", "SessionStart", null],
    ["all", undefined, "Stop", null],
  ] as const)("with the matcher %s %s for %s: %s matching calls", (matcherSyntax, matcher, event, matching) => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", { name: "g", event, state: "active", matcher, matcherSyntax });
      agent.call("Write");
      agent.call("Read");
    });
    expect(hooks).toMatchObject([{ matching_calls: matching }]);
  });

  it("counts a subagent's calls unless that has hooks of its own", () => {
    const build = (own: boolean) =>
      report((agent) => {
        agent.write("hook_registration", guard);
        if (own) agent.write("hook_registration", { ...guard, agent: "sub" });
        agent.call("Write", { agent: "sub" });
      }).hooks?.map((row) => row.matching_calls);
    expect(build(false)).toEqual([1]);
    expect(build(true)).toEqual([0, 1]);
  });

  it("counts for a subagent's own hook the subagent's calls alone, and not its parent's", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", { ...guard, agent: "sub" });
      agent.call("Write", { agent: "sub" });
      agent.call("Write");
    });
    expect(hooks).toMatchObject([{ agent: "sub", matching_calls: 1 }]);
  });

  it("is found by a dispatch that is older than its record", () => {
    const { hooks } = report((agent) => {
      agent.write("hook", ran);
      agent.write("hook_registration", guard);
    });
    expect(hooks).toMatchObject([{ runs: 1 }]);
  });
});
