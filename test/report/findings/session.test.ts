import { describe, expect, test } from "vitest";
import type { Common } from "../../../src/activation/common.ts";
import type { DisableDetails } from "../../../src/activation/disable.ts";
import { buildActivationReport } from "../../../src/report/builder.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import type { SessionDetails } from "../../../src/activation/session.ts";
import { emitter, sessionOf, type Emitter } from "../../helpers/spans.ts";
import { codes, concluded, ids, only, spansOf } from "./concluded.ts";

describe("a session disable", () => {
  const off = (agent: Emitter, details: Partial<DisableDetails & Common> = {}): SpanRecord =>
    agent.write("disable", {
      name: "exa",
      target: "mcp_tool",
      targetName: "exa",
      state: "disabled",
      accepted: true,
      matched: 1,
      origin: "flag",
      ...details,
    });
  const server = (agent: Emitter, status: "connected" | "disabled"): SpanRecord =>
    agent.write("mcp_server", {
      name: "slack",
      server: "slack",
      status,
      reasonCode: status === "connected" ? "always_active" : "disabled_for_session",
      reason: status === "connected" ? "enabled in the settings" : "disabled for this session",
      ...(status === "connected" ? {} : { disabledBy: "mcp_server.slack" }),
    });
  const SLACK = { name: "slack", target: "mcp_server", targetName: "slack" } as const;

  test("that matched nothing names what is near", () => {
    const found = concluded((agent) => {
      off(agent, { matched: 0 });
      agent.write("mcp_tool", { name: "exa_search", tool: "exa_search", server: "s", toolName: "exa_search", available: true });
      agent.write("mcp_tool", { name: "weather", tool: "weather", server: "s", toolName: "weather", available: true });
    });
    const nothing = only(found, "disable_matched_nothing");
    expect(nothing.subject).toBe("mcp_tool:exa");
    expect(nothing.message).toBe("disabling the MCP tool exa (by flag) matched nothing; the nearest name is exa_search");
  });

  test("that was honoured is no finding", () => {
    const found = concluded((agent) => {
      off(agent, SLACK);
      server(agent, "disabled");
    });
    expect(found).toEqual([]);
  });

  test("that lapsed in the next run", () => {
    const spans: SpanRecord[] = [];
    const found = concluded((agent) => {
      agent.startRun("r-1");
      spans.push(off(agent, SLACK));
      server(agent, "disabled");
      agent.endRun();
      agent.startRun("r-2");
      spans.push(server(agent, "connected"));
    });
    expect(codes(found)).toEqual(["disable_lapsed mcp_server:slack"]);
    expect(found[0]?.severity).toBe("error");
    expect(spansOf(found[0] as never)).toEqual(ids(...spans));
  });

  test("that was taken back did not lapse", () => {
    const found = concluded((agent) => {
      off(agent, SLACK);
      server(agent, "disabled");
      off(agent, { ...SLACK, state: "enabled" });
      server(agent, "connected");
    });
    expect(found).toEqual([]);
  });

  test("that the host did not honour", () => {
    const found = concluded((agent) => {
      off(agent, SLACK);
      server(agent, "connected");
    });
    expect(codes(found)).toEqual(["disable_not_honoured mcp_server:slack"]);
  });

  test("of which nothing follows is no finding", () => {
    expect(concluded((agent) => off(agent, SLACK))).toEqual([]);
  });

  test.each(["protected", "untrusted_carrier", "over_baggage_limit", "not_recognised"] as const)(
    "that was refused (%s) is that alone",
    (reasonCode) => {
      const found = concluded((agent) => {
        off(agent, { ...SLACK, accepted: false, matched: 0, reasonCode, reason: `refused: ${reasonCode}` });
        server(agent, "connected");
      });
      expect(codes(found)).toEqual(["disable_refused mcp_server:slack"]);
      expect(found[0]?.message).toContain(`refused: ${reasonCode}`);
    },
  );
});

describe("a surface", () => {
  const surface = (
    agent: Emitter,
    details: { readonly phase: "seal" | "harvest"; readonly status: "sealed" | "refused" | "harvested" },
  ): SpanRecord =>
    agent.write("surface", {
      extensions: ["files-kit", "ops-kit"],
      tools: ["read"],
      reasonCode: "sealed",
      reason: "as sealed",
      ...details,
    });

  test("with a late tool says which extension and which tool", () => {
    let diagnostic: SpanRecord | undefined;
    const found = concluded((agent) => {
      const parent = surface(agent, { phase: "harvest", status: "harvested" });
      diagnostic = agent.write(
        "diagnostic",
        { name: "ops-kit", severity: "ERROR", refusal: false, reasonCode: "late_tool", reason: "the tool deploy appeared after the seal" },
        { parent },
      );
      agent.write(
        "diagnostic",
        { name: "files-kit", severity: "WARNING", refusal: false, reasonCode: "provider_raised", reason: "raised" },
        { parent },
      );
    });
    expect(codes(found)).toEqual(["late_tool extension:ops-kit"]);
    expect(found[0]?.message).toContain("the tool deploy appeared after the seal");
    expect(spansOf(found[0] as never)).toEqual([diagnostic?.spanId]);
  });

  test("that refused an extension", () => {
    const found = concluded((agent) => {
      const parent = surface(agent, { phase: "seal", status: "refused" });
      agent.write(
        "diagnostic",
        { name: "ops-kit", severity: "ERROR", refusal: true, reasonCode: "review_failed", reason: "not reviewed" },
        { parent },
      );
    });
    expect(codes(found)).toEqual(["admission_refused extension:ops-kit"]);
  });

  test("that was refused without a diagnostic says that the cause is not recorded", () => {
    const found = concluded((agent) => surface(agent, { phase: "seal", status: "refused" }));
    expect(codes(found)).toEqual(["admission_refused extension:*"]);
    expect(found[0]?.message).toContain("which extension caused it is not recorded");
  });
});

describe("a policy", () => {
  const decide = (
    agent: Emitter,
    outcome: "allow" | "deny" | "abstain",
    enforcement: "allow" | "deny",
    votes: Readonly<Record<string, "allow" | "deny" | "abstain">>,
    details: Partial<Common> = {},
  ): void => {
    const on = { action: "tool:http.post", toolName: "http.post", toolCallId: "call_1" } as const;
    const parent = agent.write("policy", {
      ...on,
      outcome,
      enforcement,
      reasonCode: "denied_by_policy",
      reason: "by the votes",
      ...details,
    });
    for (const [name, vote] of Object.entries(votes))
      agent.write("policy", { ...on, name, vote, reason: `${name} says ${vote}`, reasonCode: "allowed_by_policy" }, { parent });
  };

  test.each<readonly [string, (agent: Emitter) => void, readonly string[]]>([
    ["that allowed", (a) => decide(a, "allow", "allow", { one: "allow" }), []],
    ["that denied", (a) => decide(a, "deny", "deny", { one: "allow", two: "deny" }), ["vetoed policy:two"]],
    [
      "that gave no reason",
      (a) => decide(a, "deny", "deny", {}, { reason: undefined, reasonCode: "no_reason_given", rule: "r" }),
      ["vetoed_without_reason policy:r"],
    ],
    [
      "that abstained, so that the action was denied",
      (a) => decide(a, "abstain", "deny", { one: "allow", two: "abstain" }),
      ["policy_abstained policy:two"],
    ],
    [
      "that abstained, though the action was allowed",
      (a) => decide(a, "allow", "allow", { one: "allow", two: "abstain" }),
      ["policy_abstained policy:two"],
    ],
    [
      "that abstained beside one that denied",
      (a) => decide(a, "deny", "deny", { one: "deny", two: "abstain" }),
      ["policy_abstained policy:two", "vetoed policy:one"],
    ],
    ["of which only the abstention is recorded", (a) => decide(a, "abstain", "deny", {}), ["policy_abstained policy:tool:http.post"]],
  ])("%s", (_title, write, expected) => {
    expect(codes(concluded(write))).toEqual(expected);
  });

  test("that abstained: why, and what was then done", () => {
    const found = concluded((agent) => decide(agent, "abstain", "deny", { two: "abstain" }));
    expect(only(found, "policy_abstained").message).toBe(
      "the policy two gave no vote on http.post (two says abstain); the action was denied",
    );
  });
});

test("of thousands of disables that matched nothing, the first are told what is near", () => {
  const found = concluded((agent) => {
    agent.write("hook_registration", { name: "guard-1", event: "Stop", state: "active" });
    for (let i = 0; i < 3000; i += 1)
      agent.write("disable", { target: "hook", targetName: `gaurd-${i}`, state: "disabled", accepted: true, matched: 0 });
  });
  expect(found).toHaveLength(3000);
  expect(found[0]?.message).toBe("disabling the hook gaurd-0 matched nothing; the nearest name is guard-1");
  expect(found.at(-1)?.message).toBe("disabling the hook gaurd-2999 matched nothing");
});

describe("missing records", () => {
  test("are told by range, and of what kind where the totals tell", () => {
    const agent = emitter();
    agent.start();
    agent.lose(3);
    agent.write("hook", {
      name: "guard",
      event: "PreToolUse",
      decision: "vetoed",
      outcome: "completed",
      reason: "no",
      reasonCode: "vetoed_by_hook",
    });
    agent.lose(1);
    agent.end({ totalHooksVetoed: 3, totalHooksFailed: 0, totalSkillsSkipped: 0, totalDisables: 0 });
    const missing = only(buildActivationReport(agent.spans).findings, "missing_records");
    expect(missing.subject).toBe("emitter:e-1");
    expect(missing.message).toBe("4 records of the emitter e-1 are missing (sequence 2-4, 6); by its totals among them: 2 vetoes");
    expect(missing.evidence).toHaveLength(1);
  });

  test.each<readonly [string, Partial<SessionDetails>, string]>([
    ["none where it states no total", {}, "what they say is not known"],
    ["none of one kind where it states that total alone", { totalHooksVetoed: 0 }, "by its totals no veto is among them"],
    ["none of two", { totalHooksVetoed: 0, totalDisables: 0 }, "by its totals no veto or disable is among them"],
    ["some of one, whatever the others are", { totalHooksFailed: 1, totalDisables: 0 }, "by its totals among them: 1 failed hook"],
  ])("are said to be of a kind as far as the emitter's end tells: %s", (_title, totals, said) => {
    const agent = emitter();
    agent.start();
    agent.lose(2);
    agent.end(totals);
    expect(only(buildActivationReport(agent.spans).findings, "missing_records").message).toBe(
      `2 records of the emitter e-1 are missing (sequence 2-3); ${said}`,
    );
  });

  test("are none where the sequence has no gap", () => {
    expect(concluded((agent) => agent.write("skill", { name: "a", status: "loaded" }))).toEqual([]);
  });
});

describe("what was asked", () => {
  const spans = sessionOf((agent) => {
    agent.write("skill", {
      name: "deploy-note",
      status: "skipped",
      reasonCode: "unreadable",
      reason: "no access",
      sourcePath: "a/SKILL.md",
    });
    agent.write("hook", {
      name: "guard",
      event: "PreToolUse",
      decision: "vetoed",
      outcome: "completed",
      reason: "no",
      reasonCode: "vetoed_by_hook",
    });
  });

  test("and is not recorded is unknown, with the names that are near", () => {
    const { findings } = buildActivationReport(spans, { question: { skill: "deploy-notes" } });
    expect(codes(findings)).toEqual(["no_record skill:deploy-notes"]);
    expect(findings[0]?.message).toContain("that is unknown, not absent; names that are recorded and near it: deploy-note");
  });

  test.each<[string, readonly string[], Record<string, string>, RegExp]>([
    ["a skill", ["skill"], { skill: "deploy-notes" }, /^the skill deploy-notes was never registered: all that there is was listed/],
    ["a command", ["plugin"], { command: "ship" }, /^the command ship was never registered/],
    ["a tool, where plugins were not listed", ["mcp_tool"], { tool: "ship" }, /that is unknown, not absent/],
    ["a tool", ["mcp_tool", "plugin"], { tool: "ship" }, /^the tool ship was never registered/],
  ])("and is not among all that was listed was never registered: %s", (_, inventory, question, said) => {
    const listed = sessionOf((agent) => agent.inventoried([...inventory]));
    const { findings } = buildActivationReport(listed, { question });
    expect(findings.find(({ code }) => code === "no_record")?.message).toMatch(said);
  });

  test("and is not recorded is told of each that was asked, beside what is recorded of the others", () => {
    const { findings } = buildActivationReport(spans, { question: { hook: "guard", skill: "deploy", mcp: "issues" } });
    expect(codes(findings)).toEqual(["no_record skill:deploy", "no_record mcp_server:issues", "vetoed hook:guard"]);
  });

  test("and is a session that the input does not have", () => {
    const { findings } = buildActivationReport(spans, { session: "s-9" });
    expect(codes(findings)).toEqual(["no_record session:s-9"]);
  });

  test("keeps the findings on the rows that it selects, and no other", () => {
    const { findings } = buildActivationReport(spans, { question: { hook: "guard" } });
    expect(codes(findings)).toEqual(["vetoed hook:guard"]);
  });
});
