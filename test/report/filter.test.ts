import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import { SECTIONS, type ActivationReport, type Question } from "../../src/report/report.ts";
import { emitter, sessionOf } from "../helpers/spans.ts";

/** Two of everything; of each pair the first has to do with the tool `create` of the server `issues`, the plugin `kit` and its command. */
const spans = sessionOf((agent) => {
  agent.write("plugin", {
    name: "kit",
    status: "registered",
    registeredCommands: ["ship"],
    registeredMcpServers: ["issues"],
    provenanceSigned: true,
  });
  agent.write("plugin", { name: "weekly", status: "registered", registeredCommands: [], shadowedCommands: ["ship"] });
  agent.write("plugin", { name: "other-kit", status: "failed", missingCommands: ["digest"], provenanceSigned: false });
  agent.write("hook_registration", {
    name: "guard",
    event: "PreToolUse",
    state: "active",
    matcher: "mcp__issues__create",
    matcherSyntax: "exact",
    plugin: "kit",
  });
  agent.write("hook_registration", { name: "lint", event: "PreToolUse", state: "active", matcher: "Bash", matcherSyntax: "exact" });
  agent.write("skill", { name: "notes", status: "loaded", plugin: "kit" });
  agent.write("skill", { name: "memo", status: "loaded" });
  agent.write("mcp_server", { server: "issues", status: "connected", plugin: "kit" });
  agent.write("mcp_server", { server: "docs", status: "connected" });
  agent.write("mcp_tool", { server: "issues", tool: "create", toolName: "mcp__issues__create", available: true, plugin: "kit" });
  agent.write("mcp_tool", { server: "docs", tool: "search", toolName: "mcp__docs__search", available: true });
  agent.write("mcp_trust", { server: "issues", change: "approved" });
  agent.write("mcp_trust", { server: "docs", change: "approved" });
  agent.call("mcp__issues__create");
  agent.write("hook", { name: "guard", event: "PreToolUse", decision: "vetoed", toolName: "mcp__issues__create", reason: "no" });
  agent.write("hook", {
    name: "lint",
    event: "PreToolUse",
    decision: "skipped",
    toolName: "mcp__issues__create",
    reasonCode: "not_matched",
  });
  agent.call("Bash");
  agent.write("hook", { name: "lint", event: "PreToolUse", decision: "ran", toolName: "Bash" });
  agent.write("policy", { action: "tool:mcp__issues__create", toolName: "mcp__issues__create", outcome: "allow" });
  agent.write("policy", { action: "tool:Bash", toolName: "Bash", outcome: "allow" });
  agent.write("disable", { target: "mcp_server", targetName: "iss*", state: "disabled", accepted: false, reasonCode: "untrusted_carrier" });
  agent.write("disable", { target: "skill", targetName: "memo", state: "disabled", accepted: false, reasonCode: "untrusted_carrier" });
});

function asked(question: Partial<Question>, input = spans): ActivationReport {
  return buildActivationReport(input, { question });
}

/** The rows that are left, in short. */
function rowsOf(report: ActivationReport): Record<string, unknown[]> {
  const left: Record<string, unknown[]> = {};
  for (const section of SECTIONS) {
    const rows = (report[section] ?? []) as unknown as readonly { [field: string]: unknown }[];
    const name = rows.map((row) => row["hook_name"] ?? row["item"] ?? row["action"] ?? row["tool"] ?? row["server"] ?? row["name"]);
    if (name.length > 0) left[section] = name;
  }
  return left;
}

const aboutTheTool = {
  hooks_fired: ["guard"],
  hooks_skipped: ["lint"],
  hooks: ["guard", "lint"],
  plugins: ["kit"],
  mcp_servers: ["issues"],
  mcp_tools: ["create"],
  trust_changes: ["issues"],
  provenance: ["plugin:kit"],
  policies: ["tool:mcp__issues__create"],
  disables: ["iss*"],
};

describe("a question", () => {
  it.each(["mcp__issues__create", "create", "issues/create"])("about the tool %s keeps the tool and what caused it", (tool) => {
    expect(rowsOf(asked({ tool }))).toEqual(aboutTheTool);
  });

  it("about an MCP server keeps the server, its tools and what is about them", () => {
    expect(rowsOf(asked({ mcp: "issues" }))).toEqual(aboutTheTool);
    expect(rowsOf(asked({ mcp: "issues/create" }))).toEqual(aboutTheTool);
  });

  it("about a hook keeps its dispatches, its registration and its plugin", () => {
    expect(rowsOf(asked({ hook: "guard" }))).toEqual({
      hooks_fired: ["guard"],
      hooks: ["guard"],
      plugins: ["kit"],
      provenance: ["plugin:kit"],
    });
    expect(rowsOf(asked({ hook: "guard@kit" }))).toMatchObject({ hooks: ["guard"] });
  });

  it("about a skill keeps the skill, its plugin and its disables", () => {
    expect(rowsOf(asked({ skill: "notes" }))).toEqual({ skills: ["notes"], plugins: ["kit"], provenance: ["plugin:kit"] });
    expect(rowsOf(asked({ skill: "memo" }))).toEqual({ skills: ["memo"], disables: ["memo"] });
  });

  it("about a plugin keeps all that it owns", () => {
    expect(rowsOf(asked({ plugin: "kit" }))).toMatchObject({
      hooks: ["guard"],
      skills: ["notes"],
      plugins: ["kit"],
      mcp_tools: ["create"],
    });
  });

  it.each(["ship", "/ship"])("about the command %s keeps who has it and who lost it", (command) => {
    expect(rowsOf(asked({ command }))).toEqual({ plugins: ["kit", "weekly"], provenance: ["plugin:kit"] });
  });

  it("about a command finds it by the plugin's name and its own, too", () => {
    expect(rowsOf(asked({ command: "kit:ship" }))).toEqual({ plugins: ["kit"], provenance: ["plugin:kit"] });
    expect(rowsOf(asked({ command: "weekly:nothing" }))).toEqual({});
  });

  it("about what a failed plugin would have brought keeps the plugin", () => {
    expect(rowsOf(asked({ command: "digest" }))).toEqual({ plugins: ["other-kit"], provenance: ["plugin:other-kit"] });
  });

  it("of several kinds keeps what any of them keeps", () => {
    expect(rowsOf(asked({ skill: "memo", hook: "lint" }))).toMatchObject({ skills: ["memo"], hooks: ["lint"], hooks_fired: ["lint"] });
  });

  it("finds a tool of the agent itself by the calls and hooks that name it", () => {
    expect(rowsOf(asked({ tool: "Bash" }))).toMatchObject({ hooks_fired: ["lint"], hooks: ["lint"], policies: ["tool:Bash"] });
  });

  it("finds a tool by the last part of its name only where that is one tool", () => {
    const two = emitter({ id: "e-2" });
    two.write("hook", { name: "g", event: "PreToolUse", decision: "ran", toolName: "mcp__a__send" });
    expect(rowsOf(asked({ tool: "send" }, two.spans))).toMatchObject({ hooks_fired: ["g"] });
    two.write("hook", { name: "h", event: "PreToolUse", decision: "ran", toolName: "mcp__b__send" });
    expect(rowsOf(asked({ tool: "send" }, two.spans))).toEqual({});
  });

  it("keeps sources, session, completeness and warnings whole, and says what was asked", () => {
    const all = buildActivationReport(spans);
    const report = asked({ skill: "memo" });
    for (const part of ["sources", "session", "runs", "completeness", "warnings"] as const) expect(report[part]).toEqual(all[part]);
    expect(report.question).toEqual({ tool: null, skill: "memo", hook: null, plugin: null, mcp: null, command: null, run: null });
  });

  it("keeps the findings on the rows that it keeps", () => {
    expect(asked({ hook: "guard" }).findings.map(({ code }) => code)).toContain("vetoed");
    expect(asked({ skill: "memo" }).findings.map(({ code }) => code)).not.toContain("vetoed");
  });

  it("about something unknown keeps nothing and says that there is no record; what is not known to be empty is null", () => {
    const report = asked({ skill: "unheard-of" });
    expect(rowsOf(report)).toEqual({});
    expect(report.skills).toBeNull();
    expect(report.hooks_fired).toEqual([]);
    expect(report.findings).toMatchObject([{ code: "no_record", subject: "skill:unheard-of" }]);
  });

  it.each(["__proto__", "constructor", "toString"])("about %s finds no more than about any unknown name", (name) => {
    expect(rowsOf(asked({ tool: name, skill: name, hook: name, plugin: name, mcp: name, command: name }))).toEqual({});
  });
});

it("a hook without a name is asked for by the command that the findings call it by", () => {
  const nameless = sessionOf((agent) => {
    agent.write("hook_registration", {
      event: "PreToolUse",
      state: "active",
      command: "./guard.sh",
      sourcePath: "a.json",
      key: "a.json:0",
    });
    agent.write("hook", { event: "PreToolUse", decision: "vetoed", key: "a.json:0", reason: "no", toolName: "Bash" });
    agent.write("hook", { event: "PreToolUse", decision: "ran", name: "other" });
  });
  const [finding] = buildActivationReport(nameless).findings;
  expect(finding?.subject).toBe("hook:./guard.sh");
  const { hooks, hooks_fired, findings } = asked({ hook: "./guard.sh" }, nameless);
  expect([hooks, hooks_fired, findings]).toMatchObject([[{ command: "./guard.sh" }], [{ decision: "vetoed" }], [{ code: "vetoed" }]]);
});

describe("what names no plugin of its own", () => {
  const unnamed = sessionOf((agent) => {
    agent.write("plugin", {
      name: "kit",
      status: "registered",
      registeredHooks: ["guard"],
      registeredSkills: ["notes", "shared"],
      registeredMcpServers: ["issues"],
    });
    agent.write("plugin", { name: "other", status: "registered", registeredSkills: ["shared"] });
    agent.write("hook_registration", { name: "guard", event: "PreToolUse", state: "active" });
    agent.write("hook", { name: "guard", event: "PreToolUse", decision: "ran" });
    for (const name of ["notes", "shared", "own"]) agent.write("skill", { name, status: "loaded" });
    agent.write("mcp_server", { server: "issues", status: "connected" });
    agent.write("mcp_tool", { server: "issues", tool: "create", available: true });
  });

  it("is kept with the plugin that says it registered it, where no other does", () => {
    const { hooks, hooks_fired, skills, mcp_servers, mcp_tools } = asked({ plugin: "kit" }, unnamed);
    expect([hooks, hooks_fired, skills, mcp_servers, mcp_tools]).toMatchObject([
      [{ hook_name: "guard" }],
      [{ hook_name: "guard" }],
      [{ name: "notes" }],
      [{ server: "issues" }],
      [{ tool: "create" }],
    ]);
  });

  it.each<[Partial<Question>]>([[{ tool: "create" }], [{ mcp: "issues" }], [{ hook: "guard" }], [{ skill: "notes" }]])(
    "has that plugin among its causes: %j",
    (question) => {
      expect(asked(question, unnamed).plugins).toMatchObject([{ name: "kit" }]);
    },
  );
});

it("a hook of an event that is about no tool is none of a tool's", () => {
  const input = sessionOf((agent) => {
    for (const event of ["PreToolUse", "Stop"])
      agent.write("hook_registration", { name: event, event, state: "active", matcherSyntax: "all" });
    agent.write("mcp_tool", { server: "issues", tool: "create", available: true });
  });
  expect(asked({ tool: "create" }, input).hooks).toMatchObject([{ event: "PreToolUse" }]);
});
