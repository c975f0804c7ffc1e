import { describe, expect, test } from "vitest";
import type { Common } from "../../../src/activation/common.ts";
import type { McpToolDetails } from "../../../src/activation/mcp-tool.ts";
import type { PluginDetails } from "../../../src/activation/plugin.ts";
import type { SkillDetails } from "../../../src/activation/skill.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { EPOCH_SECONDS, type Emitter } from "../../helpers/spans.ts";
import { codes, concluded, ids, only, spansOf } from "./concluded.ts";

function skill(agent: Emitter, details: Partial<SkillDetails & Common> = {}): SpanRecord {
  return agent.write("skill", {
    name: "release",
    status: "loaded",
    listed: true,
    shadows: [],
    reasonCode: "first_in_search_order",
    reason: "first in search order",
    sourcePath: "a/SKILL.md",
    ...details,
  });
}

function plugin(agent: Emitter, details: Partial<PluginDetails & Common> = {}): SpanRecord {
  return agent.write("plugin", { name: "acme", status: "registered", reasonCode: "always_active", reason: "enabled", ...details });
}

function tool(agent: Emitter, details: Partial<McpToolDetails & Common> = {}): SpanRecord {
  const { tool: name = "send" } = details;
  return agent.write("mcp_tool", {
    name,
    tool: name,
    server: "mail",
    toolName: `mcp__${details.server ?? "mail"}__${name}`,
    trusted: true,
    allowed: true,
    available: true,
    reasonCode: "always_active",
    reason: "its server is trusted",
    ...details,
  });
}

describe("an untrusted workspace", () => {
  const UNTRUSTED = { reasonCode: "workspace_untrusted", reason: "the workspace is not trusted" } as const;

  test("is one finding with all its consequences, and none of their own", () => {
    const spans: SpanRecord[] = [];
    const found = concluded((agent) => {
      spans.push(
        agent.write("hook_registration", { name: "guard", event: "PreToolUse", state: "untrusted", ...UNTRUSTED }),
        skill(agent, { status: "skipped", listed: false, ...UNTRUSTED }),
        plugin(agent, { status: "refused", ...UNTRUSTED }),
        agent.write("mcp_server", { name: "repo", server: "repo", status: "blocked", ...UNTRUSTED }),
        tool(agent, { server: "repo", available: false, ...UNTRUSTED }),
        tool(agent, {
          server: "repo",
          tool: "later",
          available: false,
          cached: true,
          reasonCode: "connect_failed",
          reason: "not connected",
        }),
      );
    });
    expect(codes(found)).toEqual(["workspace_untrusted session:s-1"]);
    const [finding] = found;
    expect(spansOf(finding as never)).toEqual(expect.arrayContaining(ids(...spans) as string[]));
    for (const name of ["hook guard", "skill release", "plugin acme", "MCP server repo", "tool repo/send", "tool repo/later"]) {
      expect(finding?.message).toContain(name);
    }
  });

  test("leaves what is off for another reason its own finding", () => {
    const found = concluded((agent) => {
      skill(agent, { name: "notes", status: "skipped", ...UNTRUSTED });
      skill(agent, { name: "draft", status: "skipped", reasonCode: "invalid_frontmatter", reason: "line 3" });
    });
    expect(codes(found)).toEqual(["workspace_untrusted session:s-1", "skill_skipped skill:draft"]);
  });

  test("that is trusted is no finding", () => {
    expect(concluded((agent) => skill(agent))).toEqual([]);
  });

  test("that was trusted later is not said to be untrusted", () => {
    const found = concluded((agent) => {
      skill(agent, { status: "skipped", ...UNTRUSTED });
      agent.inventoried(["skill"], { workspaceTrusted: true });
      skill(agent);
    });
    expect(only(found, "workspace_untrusted").message).toBe(
      "the workspace ~/project is trusted by the session's last word; off because it was not: skill release",
    );
  });
});

describe("a skill", () => {
  test("that another copy hides names both paths and rests on both", () => {
    const spans: SpanRecord[] = [];
    const found = concluded((agent) => {
      const lost = { status: "skipped", shadowedBy: "b/SKILL.md", reasonCode: "shadowed", reason: "the last one wins" } as const;
      spans.push(skill(agent, lost), skill(agent, { sourcePath: "b/SKILL.md", shadows: ["a/SKILL.md"] }));
    });
    expect(codes(found)).toEqual(["skill_shadowed skill:release"]);
    expect(found[0]?.message).toBe("release in a/SKILL.md is hidden by b/SKILL.md: the last one wins");
    expect(spansOf(found[0] as never)).toEqual(ids(...spans));
  });

  test("that hides a copy which left no record is a finding of the winner", () => {
    const found = concluded((agent) => skill(agent, { shadows: ["z/SKILL.md"] }));
    expect(only(found, "skill_shadowed").message).toContain("release is loaded from a/SKILL.md and hides z/SKILL.md");
  });

  test("that is active in two copies has no winner invented", () => {
    const found = concluded((agent) => {
      skill(agent, { digest: "sha256:1" });
      skill(agent, { sourcePath: "b/SKILL.md", digest: "sha256:2" });
    });
    expect(codes(found)).toEqual(["skill_ambiguous skill:release"]);
    expect(found[0]?.message).toBe("release is active in 2 copies, and which one is used is not recorded: a/SKILL.md and b/SKILL.md");
  });

  test.each<readonly [string, Partial<SkillDetails & Common>]>([
    ["one copy for each agent", { agent: "other" }],
    ["one file behind two paths", { sourceRealPath: "a/SKILL.md" }],
    ["two runs", { runId: "r-2" }],
    ["another name", { name: "notes" }],
  ])("is not there twice: %s", (_title, second) => {
    const found = concluded((agent) => {
      skill(agent, { runId: "r-1" });
      skill(agent, { sourcePath: "b/SKILL.md", runId: "r-1", ...second });
    });
    expect(found).toEqual([]);
  });

  test("that was skipped names its path and reason", () => {
    const found = concluded((agent) =>
      skill(agent, { status: "skipped", reasonCode: "invalid_frontmatter", reason: "line 3: a quote is not closed" }),
    );
    expect(only(found, "skill_skipped").message).toBe("release in a/SKILL.md was skipped: line 3: a quote is not closed");
  });

  test("that is loaded and not listed is hidden, and not skipped", () => {
    const found = concluded((agent) => {
      for (const name of ["alpha", "beta"])
        skill(agent, { name, sourcePath: `${name}/SKILL.md`, listed: false, reasonCode: "over_budget", reason: "over the budget" });
    });
    expect(codes(found)).toEqual(["skill_hidden skill:alpha", "skill_hidden skill:beta"]);
  });

  test("whose name was withheld is counted, and its placeholder never taken for a name", () => {
    const found = concluded((agent) => {
      for (const path of ["a/SKILL.md", "b/SKILL.md"]) skill(agent, { name: "custom_skill", nameRedacted: true, sourcePath: path });
    });
    expect(codes(found)).toEqual(["name_withheld skill:*"]);
    expect(found[0]?.message).toContain("2 records of skills have the placeholder custom_skill instead of a name");
  });
});

describe("a name", () => {
  test("that two plugins claim: who has it and who lost it", () => {
    const spans: SpanRecord[] = [];
    const found = concluded((agent) => {
      spans.push(
        plugin(agent, { name: "digest", registeredCommands: ["digest"] }),
        plugin(agent, { name: "weekly", registeredCommands: [], shadowedCommands: ["digest"] }),
      );
    });
    expect(codes(found)).toEqual(["name_collision command:digest"]);
    expect(found[0]?.message).toBe("the command digest is claimed more than once: the plugin digest has it; the plugin weekly lost it");
    expect(new Set(spansOf(found[0] as never))).toEqual(new Set(ids(...spans)));
  });

  test("that was renamed: under which name it is now", () => {
    const found = concluded((agent) => {
      plugin(agent, { name: "one", registeredTools: ["chat"] });
      plugin(agent, { name: "two", registeredTools: ["chat1"], renamedFrom: ["chat"], renamedTo: ["chat1"] });
    });
    expect(only(found, "name_collision").subject).toBe("tool:chat");
    expect(found[0]?.message).toContain("the plugin one has it; the plugin two has its own as chat1");
  });

  test("that two plugins registered has no winner invented", () => {
    const found = concluded((agent) => {
      plugin(agent, { name: "one", registeredCommands: ["ship"] });
      plugin(agent, { name: "two", registeredCommands: ["ship"] });
    });
    expect(only(found, "name_collision").message).toContain("which of them answers is not recorded");
  });

  test("of two servers' tools: the loser's being unavailable is told by the collision", () => {
    const found = concluded((agent) => {
      tool(agent, { server: "mail-a", toolName: "send", available: false, reasonCode: "shadowed", reason: "loaded later from mail-b" });
      tool(agent, { server: "mail-b", toolName: "send" });
    });
    expect(codes(found)).toEqual(["name_collision tool:send"]);
    expect(found[0]?.message).toBe("the tool send is claimed more than once: mail-b has it; mail-a lost it (loaded later from mail-b)");
  });

  test("of a plugin's tool and a server's: who lost it names the plugin that has it", () => {
    const lost = { server: "x", toolName: "search", available: false, reasonCode: "name_claimed", reason: "taken" } as const;
    const found = concluded((agent) => {
      plugin(agent, { name: "acme", registeredTools: ["search"] });
      tool(agent, lost);
    });
    expect(codes(found)).toEqual(["name_collision tool:search"]);
    expect(found[0]?.message).toBe("the tool search is claimed more than once: the plugin acme has it; x lost it (taken)");
    const own = concluded((agent) => {
      plugin(agent, { name: "acme", registeredTools: ["search"], registeredMcpServers: ["x"] });
      tool(agent, lost);
    });
    expect(codes(own)).toEqual(["tool_unavailable mcp_tool:x/send"]);
  });

  test.each<readonly [string, Partial<McpToolDetails & Common>]>([
    ["another agent's", { agent: "other" }],
    ["one server's two tools, cut to one name", { server: "mail-a", tool: "send2", available: false, reasonCode: "name_too_long" }],
    ["another name", { toolName: "mcp__b__send" }],
  ])("is claimed once: %s", (_title, second) => {
    const found = concluded((agent) => {
      tool(agent, { server: "mail-a", toolName: "send" });
      tool(agent, { server: "mail-b", toolName: "send", ...second });
    });
    expect(codes(found).filter((code) => code.startsWith("name_collision"))).toEqual([]);
  });
});

describe("a plugin", () => {
  test("that failed: where, why, and what is missing because of it", () => {
    const found = concluded((agent) =>
      plugin(agent, {
        status: "failed",
        stage: "load",
        manifestPath: "acme/plugin.json",
        reason: "a module is missing",
        reasonCode: "load_error",
        missingCommands: ["ship"],
        missingTools: ["deploy", "rollback"],
      }),
    );
    const failed = only(found, "plugin_failed");
    expect(failed.severity).toBe("error");
    expect(failed.message).toBe(
      "the plugin acme (acme/plugin.json) failed at the stage load: a module is missing; missing because of it: commands ship; tools deploy and rollback",
    );
  });

  test.each<readonly [string, PluginDetails["status"], readonly string[]]>([
    ["that was refused", "refused", ["plugin_failed plugin:acme"]],
    ["that is registered", "registered", []],
    ["that a person disabled", "disabled", []],
  ])("%s", (_title, status, expected) => {
    expect(codes(concluded((agent) => plugin(agent, { status, reasonCode: "invalid_manifest", reason: "no name" })))).toEqual(expected);
  });
});

describe("an MCP tool", () => {
  const before = new Date((EPOCH_SECONDS - 60) * 1000).toISOString();
  const after = new Date((EPOCH_SECONDS + 3600) * 1000).toISOString();

  test.each<readonly [string, Partial<McpToolDetails & Common>, readonly string[]]>([
    ["that is offered", {}, []],
    [
      "that is not offered",
      { available: false, reasonCode: "not_in_allowlist", reason: "not on the list" },
      ["tool_unavailable mcp_tool:mail/send"],
    ],
    [
      "whose trust expired",
      { available: false, expiresAt: before, reasonCode: "trust_expired", reason: "expired" },
      ["trust_expired mcp_tool:mail/send"],
    ],
    ["that is offered though its trust had ended", { expiresAt: before }, ["trust_expired mcp_tool:mail/send"]],
    ["whose trust ends after the event, however long ago that is now", { expiresAt: after }, []],
    [
      "of the agent itself",
      { server: undefined, toolName: "web_search", tool: "web_search", available: false, reasonCode: "in_denylist", reason: "excluded" },
      ["tool_unavailable tool:web_search"],
    ],
  ])("%s", (_title, details, expected) => {
    expect(codes(concluded((agent) => tool(agent, details)))).toEqual(expected);
  });

  test("is judged for each agent, by its last statement", () => {
    const found = concluded((agent) => {
      tool(agent, { available: false, reasonCode: "connect_failed", reason: "still connecting" });
      tool(agent);
      tool(agent, {
        agent: "helper",
        available: false,
        reasonCode: "not_in_allowlist",
        reason: "its list has no send",
        rule: "tools",
        rulePath: "helper.md",
      });
    });
    expect(codes(found)).toEqual(["tool_unavailable mcp_tool:mail/send"]);
    expect(found[0]?.message).toBe("the tool mail/send is not offered to the agent helper: its list has no send (rule tools in helper.md)");
  });

  test("of a server that is not connected has the finding, and the server none beside it", () => {
    const found = concluded((agent) => {
      agent.write("mcp_server", {
        name: "mail",
        server: "mail",
        status: "failed",
        reasonCode: "sign_in_expired",
        reason: "sign-in expired",
      });
      agent.write("mcp_server", { name: "docs", server: "docs", status: "failed", reasonCode: "connect_failed", reason: "refused" });
      agent.write("mcp_server", { name: "off", server: "off", status: "disabled", reasonCode: "disabled_by_setting", reason: "off" });
      tool(agent, { available: false, cached: true, reasonCode: "connect_failed", reason: "its server is not connected" });
    });
    expect(codes(found)).toEqual(["tool_unavailable mcp_server:docs", "tool_unavailable mcp_tool:mail/send"]);
  });

  test("is not said to be missing where another server of that name is connected, or it is offered all the same", () => {
    const down = { name: "mail", server: "mail", status: "blocked", reasonCode: "shadowed", reason: "the project's comes first" } as const;
    const said = (write: (agent: Emitter) => void): string | undefined =>
      concluded((agent) => {
        agent.write("mcp_server", { ...down, sourcePath: "user.json" });
        write(agent);
      })[0]?.message;
    expect(
      said((agent) => agent.write("mcp_server", { name: "mail", server: "mail", status: "connected", sourcePath: "project.json" })),
    ).toBe("the MCP server mail is blocked, and another of that name is connected: the project's comes first");
    expect(said((agent) => tool(agent))).toContain("is blocked, and some of its tools are offered all the same");
    expect(said(() => {})).toContain("is blocked, and none of its tools is offered");
  });

  test("whose definition changed is one finding, however often it was seen, and not also unavailable", () => {
    const found = concluded((agent) => {
      tool(agent, { digest: "sha256:aa" });
      const changed = {
        digest: "sha256:bb",
        digestExpected: "sha256:aa",
        provenanceVerified: false,
        provenanceErrors: ["changed since approval"],
        available: false,
        reasonCode: "modified_since_trusted",
        reason: "it changed",
      } as const;
      for (let i = 0; i < 3; i += 1) tool(agent, changed);
    });
    expect(codes(found)).toEqual(["definition_changed mcp_tool:mail/send"]);
    expect(found[0]?.message).toContain("approved sha256:aa, now sha256:bb");
  });

  test("whose trust drifted changed its definition", () => {
    const found = concluded((agent) =>
      agent.write("mcp_trust", {
        name: "send",
        server: "mail",
        tool: "send",
        change: "drifted",
        reason: "new text",
        reasonCode: "modified_since_trusted",
      }),
    );
    expect(codes(found)).toEqual(["definition_changed mcp_tool:mail/send"]);
  });
});

describe("provenance", () => {
  test.each<readonly [string, Partial<Common>, readonly string[]]>([
    ["that holds", { provenanceSigned: true, provenanceVerified: true, provenanceErrors: [] }, []],
    ["that is not known", {}, []],
    ["of what is not signed", { provenanceSigned: false }, []],
    ["that nobody checked", { provenanceSigned: true }, ["signature_not_verified plugin:acme"]],
    [
      "that could not be checked",
      { provenanceSigned: true, provenanceVerified: false, provenanceErrors: [] },
      ["signature_not_verified plugin:acme"],
    ],
    [
      "that does not hold",
      { provenanceSigned: true, provenanceVerified: false, provenanceErrors: ["a", "b"] },
      ["provenance_failed plugin:acme"],
    ],
    ["that failed without more", { reasonCode: "provenance_failed", reason: "no" }, ["provenance_failed plugin:acme"]],
  ])("%s", (_title, details, expected) => {
    expect(codes(concluded((agent) => plugin(agent, details)))).toEqual(expected);
  });

  test("of what nothing traced is not taken for another's", () => {
    const untraced = { traceId: "", spanId: "", parent: null } as const;
    const found = concluded((agent) => {
      agent.write("plugin", { name: "good", status: "registered", provenanceSigned: true, provenanceVerified: true }, untraced);
      agent.write("plugin", { name: "bad", status: "refused", reasonCode: "provenance_failed", reason: "no" }, untraced);
    });
    expect(codes(found)).toEqual(["provenance_failed plugin:bad"]);
  });

  test("that does not hold has every error, and is why the plugin was refused", () => {
    const errors = [
      ...Array.from({ length: 40 }, (_, i) => `digest of the file src/part-${i}.js differs from the signed one`),
      "signer unknown",
    ];
    const found = concluded((agent) =>
      plugin(agent, {
        status: "refused",
        reasonCode: "provenance_failed",
        reason: "refused",
        provenanceSigned: true,
        provenanceVerified: false,
        provenanceErrors: errors,
      }),
    );
    expect(codes(found)).toEqual(["provenance_failed plugin:acme"]);
    for (const error of errors) expect(found[0]?.message).toContain(error);
  });
});
