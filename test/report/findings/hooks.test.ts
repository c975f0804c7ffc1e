import { describe, expect, test } from "vitest";
import type { HookDetails } from "../../../src/activation/hook.ts";
import type { HookRegistrationDetails } from "../../../src/activation/hook-registration.ts";
import type { Common } from "../../../src/activation/common.ts";
import { buildActivationReport } from "../../../src/report/builder.ts";
import { emitter, type Emitter } from "../../helpers/spans.ts";
import { codes, concluded, ids, only, spansOf } from "./concluded.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";

const GUARD = { name: "guard", event: "PreToolUse", toolName: "Bash", toolCallId: "call_1" } as const;

function dispatch(agent: Emitter, details: Partial<HookDetails & Common>): SpanRecord {
  return agent.write("hook", { ...GUARD, decision: "ran", outcome: "completed", reasonCode: "matched", reason: "selected", ...details });
}

function register(agent: Emitter, details: Partial<HookRegistrationDetails & Common> = {}): SpanRecord {
  return agent.write("hook_registration", {
    name: "guard",
    event: "PreToolUse",
    matcher: "Bash",
    matcherSyntax: "exact",
    state: "active",
    reasonCode: "always_active",
    reason: "declared in the settings",
    sourcePath: ".agent/settings.json",
    sourceScope: "project",
    ...details,
  });
}

describe("a dispatch", () => {
  const BLOCKED = { decision: "vetoed", reason: "rm outside the workspace", reasonCode: "vetoed_by_hook" } as const;
  test.each<readonly [string, Partial<HookDetails & Common>, readonly string[]]>([
    ["that let the action go on is no finding", {}, []],
    ["that wants somebody asked is no finding", { decision: "asked" }, []],
    ["that vetoed with a reason", BLOCKED, ["vetoed hook:guard"]],
    [
      "that vetoed and gave no reason",
      { decision: "vetoed", reason: undefined, reasonCode: "no_reason_given" },
      ["vetoed_without_reason hook:guard"],
    ],
    [
      "that vetoed and says no more than that",
      { decision: "vetoed", reason: undefined, reasonCode: "vetoed_by_hook" },
      ["vetoed_without_reason hook:guard"],
    ],
    [
      "that vetoed with a line of blanks for a reason",
      { decision: "vetoed", reason: " \n", reasonCode: "vetoed_by_hook" },
      ["vetoed_without_reason hook:guard"],
    ],
    [
      "that vetoed, in a record that says nothing of why",
      { decision: "vetoed", reason: undefined, reasonCode: undefined },
      ["vetoed_without_reason hook:guard"],
    ],
    [
      "that vetoed by a rule has that for a reason",
      { decision: "vetoed", reason: undefined, reasonCode: "vetoed_by_hook", rule: "no-root" },
      ["vetoed hook:guard"],
    ],
    [
      "that vetoed and whose reason was withheld",
      { decision: "vetoed", reason: undefined, reasonCode: undefined, evidence: "redacted" },
      ["vetoed hook:guard"],
    ],
    [
      "whose definition is not the approved one, though no registration says so",
      { digest: "sha256:aa", digestExpected: "sha256:bb" },
      ["definition_changed hook:guard"],
    ],
    [
      "whose reason nothing carries has given one",
      { decision: "vetoed", reason: undefined, reasonCode: "not_recorded" },
      ["vetoed hook:guard"],
    ],
    ["that vetoed another action than a tool's", { ...BLOCKED, event: "UserPromptSubmit", toolName: undefined }, ["vetoed hook:guard"]],
    ["that blocked after the fact", { ...BLOCKED, event: "PostToolUse" }, ["late_block hook:guard"]],
    ["that blocked because it broke", { ...BLOCKED, outcome: "failed", failMode: "closed" }, ["failed_closed hook:guard"]],
    ["that blocked because it timed out", { ...BLOCKED, outcome: "timed_out" }, ["failed_closed hook:guard"]],
    ["that broke and let the action go on", { outcome: "failed", failMode: "open" }, ["failed_open hook:guard"]],
    ["that timed out and let the action go on", { outcome: "timed_out", reasonCode: "hook_timed_out" }, ["failed_open hook:guard"]],
    ["that broke where it blocks nothing", { event: "PostToolUse", outcome: "failed" }, ["hook_failed hook:guard"]],
    [
      "of another agent's event, because of which an action was blocked",
      { event: "BeforeTool", decision: "vetoed", outcome: "failed" },
      ["failed_closed hook:guard"],
    ],
    [
      "that broke after the action and vetoed it",
      { event: "PostToolUse", decision: "vetoed", outcome: "failed" },
      ["hook_failed hook:guard"],
    ],
    ["that broke and says itself that it blocks nothing", { outcome: "failed", canBlock: false }, ["hook_failed hook:guard"]],
    [
      "of another event that says that it can block",
      { event: "BeforeModel", outcome: "failed", canBlock: true },
      ["failed_open hook:guard"],
    ],
    ["that was cancelled is no finding", { outcome: "cancelled" }, []],
    ["of a group is called by its members", { ...BLOCKED, name: undefined, candidates: ["a", "b"] }, ["vetoed hook:a|b"]],
    ["without any name", { ...BLOCKED, name: undefined }, ["vetoed hook:*"]],
    [
      "whose key is all that names it",
      { ...BLOCKED, name: undefined, key: "s.json:PreToolUse:0:0" },
      ["vetoed hook:s.json:PreToolUse:0:0"],
    ],
  ])("%s", (_title, details, expected) => {
    expect(codes(concluded((agent) => dispatch(agent, details)))).toEqual(expected);
  });

  test("says in its finding what, by which and why, and rests on its span", () => {
    const spans: SpanRecord[] = [];
    const veto = only(
      concluded((agent) => spans.push(dispatch(agent, BLOCKED))),
      "vetoed",
    );
    expect(veto.message).toBe("guard vetoed Bash at PreToolUse: rm outside the workspace");
    expect(veto.severity).toBe("info");
    expect(veto.evidence).toEqual([{ trace_id: spans[0]?.traceId, span_id: spans[0]?.spanId, source: "traces.jsonl", position: "line 2" }]);
  });

  test("says that no reason was given, and never invents one", () => {
    const veto = concluded((agent) => dispatch(agent, { decision: "vetoed", reason: undefined, reasonCode: "no_reason_given" }));
    expect(only(veto, "vetoed_without_reason").message).toBe("guard vetoed Bash at PreToolUse: no reason was given");
  });

  test("tells a veto from a crash only where the trace does", () => {
    const veto = concluded((agent) => dispatch(agent, { ...BLOCKED, outcome: undefined }));
    expect(only(veto, "vetoed").message).toContain("whether it decided so or broke is not recorded");
  });

  test("that goes the same way again is one finding with a count and all the evidence", () => {
    const spans: SpanRecord[] = [];
    const found = concluded((agent) => {
      for (let i = 0; i < 3; i += 1) spans.push(dispatch(agent, { ...BLOCKED, toolCallId: `call_${i}` }));
      spans.push(dispatch(agent, { ...BLOCKED, reason: "another reason" }));
    });
    expect(found.map((finding) => finding.message)).toEqual([
      "guard vetoed Bash at PreToolUse: rm outside the workspace (3 times)",
      "guard vetoed Bash at PreToolUse: another reason",
    ]);
    expect(spansOf(found[0] as never)).toEqual(ids(...spans.slice(0, 3)));
  });

  test("names the error, the exit code and the limit of one that broke", () => {
    const broken = concluded((agent) =>
      dispatch(agent, { outcome: "failed", errorType: "command_not_found", exitCode: 127, reason: "no such file" }),
    );
    expect(only(broken, "failed_open").message).toBe(
      "guard broke (command_not_found, exit code 127) at PreToolUse of Bash, and the action went on without its verdict: no such file",
    );
    const late = concluded((agent) => dispatch(agent, { outcome: "timed_out", timeoutMs: 5000, reason: "no verdict" }));
    expect(only(late, "failed_open").message).toContain("guard timed out after 5000 ms at PreToolUse of Bash");
  });

  test("that broke at an event that is not recorded may have been a guard", () => {
    const broken = concluded((agent) => dispatch(agent, { event: undefined as never, outcome: "failed", reason: "no such file" }));
    expect(only(broken, "hook_failed").message).toContain(
      "guard broke at an unknown event of Bash, and whether it could have blocked the action is not recorded",
    );
  });

  test("that broke and was tried again is judged by its last attempt", () => {
    const late = { outcome: "timed_out", reason: "no verdict", reasonCode: "hook_timed_out" } as const;
    const tried = (...attempts: readonly Partial<HookDetails & Common>[]): readonly string[] =>
      codes(concluded((agent) => attempts.forEach((details, i) => dispatch(agent, { attempt: i + 1, ...details }))));
    expect(tried(late, {})).toEqual(["hook_failed hook:guard"]);
    expect(tried(late, late)).toEqual(["failed_open hook:guard", "hook_failed hook:guard"]);
    expect(tried(late, { toolCallId: "call_2" })).toEqual(["failed_open hook:guard"]);
  });

  test("of a group of one is called by its name", () => {
    const veto = concluded((agent) => dispatch(agent, { ...BLOCKED, name: undefined, candidates: ["only"] }));
    expect(only(veto, "vetoed").message).toContain("only vetoed Bash");
  });

  test("that could not be started has failed", () => {
    const skip = concluded((agent) =>
      dispatch(agent, { decision: "skipped", outcome: undefined, reasonCode: "launch_failed", reason: "no shell" }),
    );
    expect(codes(skip)).toEqual(["hook_failed hook:guard"]);
  });
});

describe("a registered hook", () => {
  const call = (agent: Emitter): SpanRecord => agent.call("Bash", { toolCallId: "call_1" });

  test.each<readonly [string, Partial<HookRegistrationDetails & Common>, readonly string[]]>([
    ["that never ran though its tool was called", {}, ["hook_registered_never_ran hook:guard"]],
    ["that matches everything", { matcher: "*", matcherSyntax: "all" }, ["hook_registered_never_ran hook:guard"]],
    ["for another tool had nothing to do", { matcher: "Write" }, []],
    ["for an event that a call alone does not make", { event: "PermissionRequest" }, []],
    ["for no tool's event", { event: "SessionStart", matcher: "*", matcherSyntax: "all" }, []],
    ["that a person disabled", { state: "disabled", reasonCode: "disabled_by_setting" }, []],
    ["that is disabled for the session", { state: "disabled", reasonCode: "disabled_for_session" }, []],
    ["that safe mode turned off", { state: "disabled", reasonCode: "safe_mode" }, ["hook_suppressed hook:guard"]],
    ["that is suppressed", { state: "suppressed", reasonCode: "disabled_by_policy" }, ["hook_suppressed hook:guard"]],
    ["that is not trusted", { state: "untrusted", reasonCode: "untrusted" }, ["hook_suppressed hook:guard"]],
    ["that was modified since it was trusted", { state: "modified", reasonCode: "modified_since_trusted" }, ["hook_suppressed hook:guard"]],
    ["that is shadowed", { state: "shadowed", reasonCode: "shadowed" }, []],
    ["that could not be registered", { state: "failed", reasonCode: "unreadable" }, ["hook_failed hook:guard"]],
  ])("%s", (_title, details, expected) => {
    const found = concluded((agent) => {
      register(agent, details);
      call(agent);
    });
    expect(codes(found)).toEqual(expected);
  });

  test("of an agent that is cut off has not run; one that is known from its file alone may have", () => {
    const unfinished = (details: Partial<HookRegistrationDetails & Common>): readonly string[] => {
      const agent = emitter();
      agent.start();
      register(agent, details);
      call(agent);
      return codes(buildActivationReport(agent.spans).findings);
    };
    expect(unfinished({})).toEqual(["hook_registered_never_ran hook:guard"]);
    expect(unfinished({ evidence: "declared" })).toEqual([]);
  });

  test("that never ran rests on its registration and the calls", () => {
    const spans: SpanRecord[] = [];
    const never = only(
      concluded((agent) => spans.push(register(agent), call(agent), call(agent))),
      "hook_registered_never_ran",
    );
    expect(never.message).toBe(
      "guard declared in .agent/settings.json is registered for PreToolUse on Bash and never ran, though Bash was called twice",
    );
    expect(spansOf(never)).toEqual(ids(...spans));
  });

  test("that ran is no finding", () => {
    const found = concluded((agent) => {
      register(agent);
      dispatch(agent, {});
      call(agent);
    });
    expect(found).toEqual([]);
  });

  test("that was skipped with a recorded reason did not silently fail to run", () => {
    const found = concluded((agent) => {
      register(agent);
      dispatch(agent, { decision: "skipped", outcome: undefined, reasonCode: "disabled_for_session", reason: "disabled" });
      call(agent);
    });
    expect(found).toEqual([]);
  });

  test("for PostToolUse is not missed after a call that was blocked or failed", () => {
    const found = concluded((agent) => {
      register(agent, { name: "log", event: "PostToolUse" });
      dispatch(agent, { decision: "vetoed", reason: "no", reasonCode: "vetoed_by_hook" });
      call(agent);
      agent.call("Bash", { toolCallId: "call_2", errorType: "timeout" });
    });
    expect(codes(found)).toEqual(["vetoed hook:guard"]);
  });

  test("for PostToolUse is missed after a call that went well", () => {
    const found = concluded((agent) => {
      register(agent, { name: "log", event: "PostToolUse" });
      dispatch(agent, {});
      call(agent);
    });
    expect(codes(found)).toEqual(["hook_registered_never_ran hook:log"]);
  });

  test("that ran under an earlier registration is not said to have never run", () => {
    const found = concluded((agent) => {
      register(agent);
      dispatch(agent, {});
      agent.call("Bash");
      register(agent, { reason: "declared anew" });
      agent.call("Bash");
    });
    expect(only(found, "hook_registered_never_ran").message).toContain(
      "and did not run while it was registered so, though Bash was called once",
    );
  });

  test("may have run where records are missing, and that is said", () => {
    const found = concluded((agent) => {
      register(agent);
      call(agent);
      agent.lose();
      dispatch(agent, { name: "other" });
    });
    expect(only(found, "hook_registered_never_ran").message).toContain("so it may have run");
  });

  test("that is suppressed names the cause, the rule and the file", () => {
    const found = concluded((agent) =>
      register(agent, {
        state: "suppressed",
        reason: "only managed hooks are allowed",
        reasonCode: "disabled_by_policy",
        rule: "managed_hooks_only",
        rulePath: "/etc/agent/managed.json",
      }),
    );
    expect(only(found, "hook_suppressed").message).toBe(
      "guard declared in .agent/settings.json does not run: it is suppressed: only managed hooks are allowed (rule managed_hooks_only in /etc/agent/managed.json)",
    );
  });
});

describe("a matcher that missed", () => {
  const skip = (matcher: string, tool: string, details: Partial<HookDetails> = {}) =>
    concluded((agent) =>
      dispatch(agent, {
        decision: "skipped",
        outcome: undefined,
        reasonCode: "not_matched",
        matcher,
        matcherSyntax: "exact",
        toolName: tool,
        ...details,
      }),
    );

  test.each([
    ["post_message", "mcp__7c1f__post_message", "both end in post_message"],
    ["mcp__chat__post_message", "mcp__7c1f__post_message", "both end in post_message"],
    ["Write|post_message", "mcp__7c1f__post_message", "both end in post_message"],
    ["mcp__wiki", "mcp__wiki__edit_page", "mcp__wiki is the prefix of that tool's server"],
    ["mcp__wiki__", "mcp__wiki__edit_page", "mcp__wiki__ is the prefix of that tool's server"],
    ["^mcp__wiki$", "mcp__wiki__edit_page", "mcp__wiki is the prefix of that tool's server"],
    ["bash", "Bash", "they differ in upper and lower case only"],
    ["mcp__wiki__*", "mcp__wiki__edit_page", "mcp__wiki__ is the prefix of that tool's server"],
    ["mcp__wiki__.*", "mcp__wiki__edit_page", "mcp__wiki__ is the prefix of that tool's server"],
    ["Bash ", "Bash", "they differ in spaces only"],
    ["Write | Edit", "Edit", "it names Edit, but it is not read as a matcher that selects it"],
    ["Edit.*", "Edit", "it names Edit, but it is not read as a matcher that selects it"],
  ])("%s nearly names %s", (matcher, tool, why) => {
    const miss = only(skip(matcher, tool), "hook_near_miss");
    expect(miss.subject).toBe("hook:guard");
    expect(miss.message).toContain(matcher);
    expect(miss.message).toContain(tool);
    expect(miss.message).toContain(why);
    const byCalls = concluded((agent) => {
      register(agent, { matcher });
      agent.call(tool);
    });
    expect(only(byCalls, "hook_near_miss").message).toContain(why);
  });

  test("says on what the hook did not run, since it may have run on others", () => {
    const found = concluded((agent) => {
      register(agent, { matcher: "Write" });
      dispatch(agent, { toolName: "Write" });
      dispatch(agent, { decision: "skipped", outcome: undefined, reasonCode: "not_matched", matcher: "Write", toolName: "mcp__fs__Write" });
    });
    expect(only(found, "hook_near_miss").message).toBe(
      "guard did not run on mcp__fs__Write: its matcher Write missed it; both end in Write, but a matcher has to select the tool's whole name",
    );
  });

  test.each([
    ["Write", "Bash"],
    ["mcp__wiki", "mcp__wikipedia__search"],
    ["message", "mcp__7c1f__post_message"],
    ["post_message_draft", "mcp__7c1f__post_message"],
    [".*", "mcp__wiki__edit_page"],
  ])("%s does not nearly name %s", (matcher, tool) => {
    expect(skip(matcher, tool)).toEqual([]);
  });

  test("is a near miss only where it missed", () => {
    expect(skip("mcp__wiki", "mcp__wiki__edit_page", { decision: "ran", outcome: "completed" })).toEqual([]);
  });

  test("is seen from the calls too, where the agent records no skips", () => {
    const spans: SpanRecord[] = [];
    const found = concluded((agent) => {
      spans.push(register(agent, { matcher: "post_message" }), agent.call("mcp__7c1f__post_message"), agent.call("Read"));
      dispatch(agent, { name: "other" });
    });
    const miss = only(found, "hook_near_miss");
    expect(miss.message).toContain("did not run on mcp__7c1f__post_message: its matcher post_message missed it");
    expect(spansOf(miss)).toEqual(ids(...spans.slice(0, 2)));
  });

  test.each([
    ["Bash", "exact"],
    ["Write|Bash", "list"],
    ["Bash.*", "regex"],
  ] as const)("is none where the call came before its registration: %s as %s", (matcher, matcherSyntax) => {
    const found = concluded((agent) => {
      agent.call("Bash");
      register(agent, { matcher, matcherSyntax });
    });
    expect(found).toEqual([]);
  });

  test("is no near miss of a hook that some call selects", () => {
    const found = concluded((agent) => {
      register(agent, { matcher: "mcp__a__send" });
      dispatch(agent, { toolName: "mcp__a__send" });
      agent.call("mcp__a__send");
      agent.call("mcp__b__send");
    });
    expect(found).toEqual([]);
  });

  test("several tools make one finding that names them all", () => {
    const found = concluded((agent) => {
      for (const tool of ["edit_page", "read_page"]) {
        dispatch(agent, {
          decision: "skipped",
          outcome: undefined,
          reasonCode: "not_matched",
          matcher: "mcp__wiki",
          toolName: `mcp__wiki__${tool}`,
        });
      }
    });
    expect(only(found, "hook_near_miss").message).toContain(
      "did not run on mcp__wiki__edit_page and mcp__wiki__read_page: its matcher mcp__wiki missed them",
    );
  });
});

describe("a hook that is there twice", () => {
  const MANIFEST = {
    name: "lint",
    command: "./lint.sh",
    matcher: "*",
    matcherSyntax: "all",
    sourcePath: "plugins/lint/hooks.json",
  } as const;
  const both = (first: Partial<HookRegistrationDetails & Common>, second: Partial<HookRegistrationDetails & Common>) =>
    concluded((agent) => {
      register(agent, { ...MANIFEST, ...first });
      register(agent, { ...MANIFEST, ...second });
    });

  test("with other matchers is one command from two sources where both ran for one call", () => {
    const found = (calls: readonly [string, string]): readonly string[] =>
      codes(
        concluded((agent) => {
          register(agent, { name: "lint", command: "./lint.sh", matcher: "*", matcherSyntax: "all", sourcePath: "user.json" });
          register(agent, { name: "lint", command: "./lint.sh", sourcePath: "project.json" });
          dispatch(agent, { name: "lint", sourcePath: "user.json", toolCallId: calls[0] });
          dispatch(agent, { name: "lint", sourcePath: "project.json", toolCallId: calls[1] });
        }),
      );
    expect(found(["call_1", "call_1"])).toEqual(["same_command_two_sources hook:lint"]);
    expect(found(["call_1", "call_2"])).toEqual([]);
  });

  test.each<readonly [string, Partial<HookRegistrationDetails & Common>, Partial<HookRegistrationDetails & Common>, readonly string[]]>([
    ["by two routes", { registeredVia: "manifest" }, { registeredVia: "default_path" }, ["hook_registered_twice hook:lint"]],
    [
      "through a link",
      { registeredVia: "settings", sourcePath: "~/a.json", sourceRealPath: "~/dot/a.json" },
      { registeredVia: "settings", sourcePath: "~/dot/a.json" },
      ["hook_registered_twice hook:lint"],
    ],
    [
      "from two sources",
      { registeredVia: "settings" },
      { registeredVia: "manifest", sourcePath: "other.json" },
      ["same_command_two_sources hook:lint"],
    ],
    ["for other events is two hooks", { registeredVia: "manifest" }, { registeredVia: "default_path", event: "PostToolUse" }, []],
    ["with other arguments is two hooks", { registeredVia: "manifest" }, { registeredVia: "default_path", command: "./lint.sh --fix" }, []],
    ["with another matcher is two hooks", { sourcePath: "a.json" }, { sourcePath: "b.json", matcher: "Write", matcherSyntax: "exact" }, []],
    [
      "before the first run and in it",
      { registeredVia: "manifest" },
      { runId: "r-1", registeredVia: "default_path" },
      ["hook_registered_twice hook:lint"],
    ],
    ["but off once runs once", { registeredVia: "manifest" }, { registeredVia: "default_path", state: "disabled" }, []],
    ["in two runs is not twice in one", { runId: "r-1", registeredVia: "manifest" }, { runId: "r-2", registeredVia: "default_path" }, []],
    [
      "with commands in each plugin's own directory is two hooks",
      { plugin: "a", sourcePath: "a.json", command: "${CLAUDE_PLUGIN_ROOT}/run.sh" },
      { plugin: "b", sourcePath: "b.json", command: "${CLAUDE_PLUGIN_ROOT}/run.sh" },
      [],
    ],
  ])("%s", (_title, first, second, expected) => {
    expect(codes(both(first, second))).toEqual(expected);
  });

  test("names the file, the routes and how often each ran", () => {
    const twice = only(both({ registeredVia: "manifest" }, { registeredVia: "default_path" }), "hook_registered_twice");
    expect(twice.message).toContain(
      "lint in plugins/lint/hooks.json is registered twice for PreToolUse, by manifest and default_path; no run of them is recorded",
    );
    expect(twice.evidence).toHaveLength(2);
  });
});
