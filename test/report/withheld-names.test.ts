import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import { emitter, sessionOf } from "../helpers/spans.ts";
import { concluded, only } from "./findings/concluded.ts";

const WITHHELD = { name: "third-party", nameRedacted: true } as const;
const HOOK = { event: "PreToolUse", toolName: "Bash" } as const;
const GUARD = { name: "guard", event: "PreToolUse", matcher: "Bash", matcherSyntax: "exact", state: "active" } as const;

describe("a placeholder in the place of a name", () => {
  it("is not the name of a skill that is called so: a use of the one is no use of the other", () => {
    const { skills } = buildActivationReport(
      sessionOf((agent) => {
        agent.write("skill", { name: "third-party", status: "loaded" });
        agent.write("skill_use", { ...WITHHELD, trigger: "implicit" });
      }),
    );
    expect(skills).toMatchObject([
      { name_redacted: null, status: "loaded", uses: 0 },
      { name_redacted: true, status: null, uses: 1 },
    ]);
  });

  it("does not end the statement of what is called so", () => {
    const { skills } = buildActivationReport(
      sessionOf((agent) => {
        agent.write("skill", { name: "third-party", status: "loaded" });
        agent.write("skill", { ...WITHHELD, status: "skipped" });
        agent.write("skill_use", { name: "third-party", trigger: "explicit" });
      }),
    );
    expect(skills?.map((row) => [row.status, row.uses])).toEqual([
      ["loaded", 1],
      ["skipped", 0],
    ]);
  });

  it("joins no dispatch with a registration", () => {
    const { hooks } = buildActivationReport(
      sessionOf((agent) => {
        agent.write("hook_registration", { ...GUARD, name: "third-party" });
        agent.write("hook", { ...WITHHELD, ...HOOK, decision: "vetoed", reason: "no" });
      }),
    );
    expect(hooks).toMatchObject([{ hook_name: "third-party", runs: 0, vetoes: 0 }]);
  });

  it("joins no call with a tool: the calls of many tools stand under it", () => {
    const { mcp_tools } = buildActivationReport(
      sessionOf((agent) => {
        agent.write("mcp_tool", { ...WITHHELD, server: "docs", tool: "third-party", toolName: "mcp_tool", available: true });
        agent.call("mcp_tool");
      }),
    );
    expect(mcp_tools).toMatchObject([{ calls: 0 }]);
  });

  it.each(["skill", "hook", "plugin"] as const)("is reached by no disable of a %s that is called so", (target) => {
    const { disables, findings } = buildActivationReport(
      sessionOf((agent) => {
        agent.write("disable", { target, targetName: "third-party", state: "disabled", accepted: true, matched: 1, origin: "flag" });
        agent.write("skill_use", { ...WITHHELD, trigger: "implicit" });
        agent.write("hook", { ...WITHHELD, ...HOOK, decision: "ran", outcome: "completed" });
        agent.write("plugin", { ...WITHHELD, status: "registered" });
      }),
    );
    expect(disables).toMatchObject([{ honoured: null }]);
    expect(findings.map(({ code }) => code)).not.toContain("disable_not_honoured");
  });

  it.each(["skill", "hook", "plugin", "mcp"] as const)("answers to no question for a %s", (kind) => {
    const spans = sessionOf((agent) => {
      agent.write("skill_use", { ...WITHHELD, trigger: "implicit" });
      agent.write("hook", { ...WITHHELD, ...HOOK, decision: "ran", outcome: "completed" });
      agent.write("plugin", { ...WITHHELD, status: "registered" });
      agent.write("mcp_server", { ...WITHHELD, server: "third-party", status: "connected" });
    });
    const { findings } = buildActivationReport(spans, { question: { [kind]: "third-party" } });
    expect(only(findings, "no_record").message).toContain("an exporter withheld the name, which can be this one");
  });

  it("can stand for what was asked: of a list with it nobody says that it is whole", () => {
    const spans = sessionOf((agent) => {
      agent.write("skill", { ...WITHHELD, status: "loaded" });
      agent.write("session", { phase: "inventoried", inventory: ["skill"] });
    });
    const { message } = only(buildActivationReport(spans, { question: { skill: "notes" } }).findings, "no_record");
    expect(message).toContain("unknown, not absent");
    expect(message).not.toContain("never registered");
  });

  it("names the item of a proof of origin as nothing", () => {
    const { provenance } = buildActivationReport(
      sessionOf((agent) => {
        agent.write("plugin", { ...WITHHELD, status: "registered", provenanceSigned: false });
      }),
    );
    expect(provenance).toMatchObject([{ item: "plugin:*" }]);
  });

  it("is counted by records, also where one row stands for several", () => {
    const found = concluded((agent) => {
      agent.write("skill", { ...WITHHELD, status: "loaded" });
      agent.write("skill", { ...WITHHELD, status: "loaded" });
      for (let use = 0; use < 3; use++) agent.write("skill_use", { ...WITHHELD, trigger: "implicit" });
    });
    expect(only(found, "name_withheld").message).toMatch(/^5 records of skills have the placeholder third-party/);
  });
});

describe("a hook without a recorded dispatch", () => {
  const silent = (write: Parameters<typeof concluded>[0]): boolean => {
    const found = concluded((agent) => {
      agent.write("hook_registration", GUARD);
      agent.call("Bash");
      write(agent);
    });
    return found.some(({ code }) => code === "hook_registered_never_ran");
  };

  it("is told of where every dispatch of its event says whose it is", () => {
    expect(silent((agent) => agent.write("hook", { ...HOOK, name: "other", decision: "ran", outcome: "completed" }))).toBe(true);
    expect(silent((agent) => agent.write("hook", { ...HOOK, candidates: ["a", "b"], decision: "ran", outcome: "completed" }))).toBe(true);
    expect(silent((agent) => agent.write("hook", { ...WITHHELD, event: "PostToolUse", decision: "ran", outcome: "completed" }))).toBe(true);
  });

  it("can be the one of a dispatch whose name was withheld, or is not recorded", () => {
    expect(silent((agent) => agent.write("hook", { ...HOOK, ...WITHHELD, decision: "ran", outcome: "completed" }))).toBe(false);
    expect(silent((agent) => agent.write("hook", { ...HOOK, decision: "ran", outcome: "completed" }))).toBe(false);
    expect(silent((agent) => agent.write("hook", { ...HOOK, ...WITHHELD, decision: "skipped", reasonCode: "not_matched" }))).toBe(false);
  });

  it("is not looked for under a placeholder", () => {
    const found = concluded((agent) => {
      agent.write("hook_registration", { ...GUARD, ...WITHHELD });
      agent.write("hook", { ...HOOK, name: "other", decision: "ran", outcome: "completed" });
      agent.call("Bash");
    });
    expect(found.map(({ code }) => code)).toEqual(["name_withheld"]);
  });
});

it("what a plugin brought breaks the plugin's disable, also where its own name was withheld", () => {
  const agent = emitter();
  agent.start();
  agent.write("disable", { target: "plugin", targetName: "kit", state: "disabled", accepted: true, matched: 1, origin: "flag" });
  agent.write("hook", { ...WITHHELD, ...HOOK, plugin: "kit", decision: "ran", outcome: "completed" });
  agent.end();
  expect(buildActivationReport(agent.spans).disables).toMatchObject([{ honoured: false }]);
});
