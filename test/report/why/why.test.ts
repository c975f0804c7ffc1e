import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildActivationReport } from "../../../src/report/builder.ts";
import { ASKED_KINDS, RELATIONS, why, type Answer, type AskedKind, type Link } from "../../../src/report/why/index.ts";
import { sessionOf, type Emitter } from "../../helpers/spans.ts";

/** The answer of a report that went through a file, as it does for a user. */
function ask(kind: AskedKind, name: string, write: (agent: Emitter) => void): Answer {
  return why(JSON.parse(JSON.stringify(buildActivationReport(sessionOf(write)))), { kind, name });
}

const sentences = (links: readonly Link[] | undefined): readonly string[] => (links ?? []).map(({ sentence }) => sentence);

function acme(agent: Emitter): void {
  agent.write("plugin", {
    name: "acme",
    version: "1.4.0",
    status: "registered",
    reason: "enabled in the project settings",
    reasonCode: "always_active",
    manifestPath: "plugins/acme/plugin.json",
    enabledVia: ".agent/settings.json",
    registeredCommands: ["ship"],
    registeredMcpServers: ["issues"],
  });
}

const CREATE = {
  name: "create_issue",
  tool: "create_issue",
  server: "issues",
  toolName: "mcp__issues__create_issue",
  trusted: true,
  available: true,
} as const;

describe("why a tool is offered", () => {
  const write = (agent: Emitter): void => {
    acme(agent);
    agent.write("mcp_server", {
      name: "issues",
      server: "issues",
      status: "connected",
      transport: "stdio",
      plugin: "acme",
      reason: "enabled",
      reasonCode: "always_active",
      sourcePath: "plugins/acme/mcp.json",
      sourceScope: "plugin",
    });
    agent.write("mcp_trust", {
      name: "create_issue",
      server: "issues",
      tool: "create_issue",
      change: "approved",
      reason: "approved by the user",
      reasonCode: "selected_explicitly",
    });
    agent.write("mcp_tool", { ...CREATE, reason: "its server is trusted", reasonCode: "always_active" });
    agent.call("mcp__issues__create_issue");
  };

  test("is found where an MCP server of its name is asked for, and there is none", () => {
    expect(ask("mcp", "create_issue", write).parts.map((part) => part.verdict)).toEqual(["active"]);
  });

  test.each(["mcp__issues__create_issue", "create_issue", "issues/create_issue"])("is found by the name %s", (name) => {
    const answer = ask("tool", name, write);
    expect(answer.verdict).toBe("active");
    expect(answer.names).toEqual(["mcp__issues__create_issue", "create_issue", "issues/create_issue"]);
  });

  test("is told from the offer up to the file, each link with its evidence", () => {
    const { parts } = ask("tool", "create_issue", write);
    expect(parts).toHaveLength(1);
    const [part] = parts;
    expect(part?.chain.map(({ relation, sentence }) => `${relation}: ${sentence}`)).toEqual([
      "state: the tool issues/create_issue is offered to the agent demo-agent as mcp__issues__create_issue: its server is trusted",
      "used: it was called once",
      "trusted_by: it is trusted",
      "trusted_by: its trust was approved: approved by the user",
      "served_by: the MCP server issues is connected over stdio: enabled",
      "registered_by: it comes from the plugin acme 1.4.0",
      "state: the plugin is registered: enabled in the project settings",
      "enabled_by: the plugin is enabled via .agent/settings.json",
      "declared_in: its manifest is plugins/acme/plugin.json",
      "declared_in: it is declared in plugins/acme/mcp.json, scope plugin",
    ]);
    for (const link of part?.chain ?? []) expect([link.recorded, link.evidence, typeof link.span_id]).toEqual([true, "observed", "string"]);
    expect(part?.chain.at(-1)?.file).toEqual({ path: "plugins/acme/mcp.json", real_path: null, position: null });
    expect(part?.turn_off.command).toBe("--disable-mcp issues/create_issue");
  });

  test("says what the trace does not say", () => {
    const { parts } = ask("tool", "create_issue", (agent) => agent.write("mcp_tool", CREATE));
    const missing = parts[0]?.chain.filter(({ recorded }) => !recorded);
    expect(sentences(missing)).toEqual(["how the MCP server issues came is not recorded"]);
    for (const link of missing ?? []) expect([link.evidence, link.span_id, link.file]).toEqual([null, null, null]);
  });

  test("is answered for each agent, never with one yes or no", () => {
    const answer = ask("tool", "create_issue", (agent) => {
      agent.write("mcp_tool", { ...CREATE, reason: "allowed", reasonCode: "selected_explicitly" });
      agent.write("mcp_tool", {
        ...CREATE,
        agent: "helper",
        available: false,
        reason: "its list has no such tool",
        reasonCode: "not_in_allowlist",
      });
    });
    expect(answer.verdict).toBe("mixed");
    expect(answer.parts.map(({ about, verdict }) => [about, verdict])).toEqual([
      ["the tool issues/create_issue, for the agent demo-agent", "active"],
      ["the tool issues/create_issue, for the agent helper", "not_active"],
    ]);
  });
});

describe("why a tool is not there, or was blocked", () => {
  test("by a hook: its reason, and the file in which it is registered", () => {
    const answer = ask("tool", "Bash", (agent) => {
      const hook = {
        name: "guard",
        event: "PreToolUse",
        key: ".agent/settings.json:PreToolUse:0:1",
        sourcePath: ".agent/settings.json",
        sourceScope: "project",
        matcher: "Bash",
        matcherSyntax: "exact",
      } as const;
      agent.write("hook_registration", {
        ...hook,
        state: "active",
        registeredVia: "settings",
        reason: "declared",
        reasonCode: "always_active",
      });
      agent.write("hook", {
        ...hook,
        toolName: "Bash",
        decision: "vetoed",
        outcome: "completed",
        reason: "rm -rf",
        reasonCode: "vetoed_by_hook",
      });
    });
    expect(answer.verdict).toBe("not_active");
    expect(sentences(answer.parts[0]?.chain)).toEqual([
      "the hook guard blocked a call of it: rm -rf",
      "its matcher is Bash",
      "it is registered for PreToolUse by settings",
      "it is declared in .agent/settings.json at PreToolUse:0:1, scope project",
    ]);
    expect(answer.parts[0]?.chain.at(-1)?.file?.position).toBe("PreToolUse:0:1");
    expect(answer.parts[0]?.turn_off.command).toBe("--disable-hook guard");
  });

  test("a hook that ran on its calls is one part, whatever the reasons", () => {
    const answer = ask("tool", "Bash", (agent) => {
      const ran = {
        name: "audit",
        event: "PreToolUse",
        toolName: "Bash",
        decision: "ran",
        outcome: "completed",
        reasonCode: "matched",
      } as const;
      for (const reason of ["one", "two"]) agent.write("hook", { ...ran, reason });
    });
    expect(answer.parts.map(({ chain }) => chain[0]?.sentence)).toEqual(["the hook audit ran on 2 calls"]);
  });

  test("of which a call was blocked is still there, and both are said", () => {
    const answer = ask("tool", "create_issue", (agent) => {
      agent.write("mcp_tool", { ...CREATE, reason: "trusted", reasonCode: "always_active" });
      const guard = { name: "guard", event: "PreToolUse", toolName: CREATE.toolName, decision: "vetoed", outcome: "completed" } as const;
      agent.write("hook", { ...guard, reason: "no", reasonCode: "vetoed_by_hook" });
    });
    expect(answer.verdict).toBe("active");
    expect(answer.sentence).toMatch(/^the tool issues\/create_issue is offered .*; 1 hook or policy blocks calls of it$/);
  });

  test("by a session disable: who asked for it, and how to undo it", () => {
    const answer = ask("tool", "create_issue", (agent) => {
      agent.write("disable", {
        name: "issues/*",
        target: "mcp_tool",
        targetName: "issues/*",
        state: "disabled",
        accepted: true,
        matched: 1,
        origin: "flag",
      });
      agent.write("mcp_tool", {
        ...CREATE,
        available: false,
        reason: "disabled for this session",
        reasonCode: "disabled_for_session",
        disabledBy: "mcp_tool.issues/*",
      });
    });
    expect(answer.verdict).toBe("not_active");
    expect(sentences(answer.parts[0]?.chain)).toContain("it was disabled for the session by flag, as mcp_tool.issues/*");
    expect(answer.parts[0]?.turn_on.command).toBe("/enable mcp_tool issues/*");
  });

  test("by a policy: the votes", () => {
    const answer = ask("tool", "http.post", (agent) => {
      const parent = agent.write("policy", {
        action: "tool:http.post",
        toolName: "http.post",
        outcome: "deny",
        enforcement: "deny",
        reason: "denied",
        reasonCode: "denied_by_policy",
      });
      agent.write(
        "policy",
        { action: "tool:http.post", toolName: "http.post", name: "egress", vote: "deny", reason: "host", reasonCode: "denied_by_policy" },
        { parent },
      );
    });
    expect(answer.sentence).toBe("policies denied a call of it: denied (votes: egress deny)");
  });

  test("a name that was cut is found, and what is asked by its own name is that tool alone", () => {
    const write = (agent: Emitter): void => {
      const cut = { server: "db", toolName: "mcp__db__synchronize" } as const;
      agent.write("mcp_tool", { ...cut, name: "synchronize_a", tool: "synchronize_a", available: true });
      agent.write("mcp_tool", {
        ...cut,
        name: "synchronize_b",
        tool: "synchronize_b",
        available: false,
        reason: "its cut name is taken",
        reasonCode: "name_too_long",
      });
    };
    expect(ask("tool", "synchronize_b", write).verdict).toBe("not_active");
    expect(ask("tool", "mcp__db__synchronize", write).verdict).toBe("mixed");
  });
});

describe("a skill", () => {
  const base = {
    name: "release",
    sourcePath: "a/SKILL.md",
    status: "loaded",
    listed: true,
    reason: "first in search order",
    reasonCode: "first_in_search_order",
  } as const;

  test("that another copy hides", () => {
    const answer = ask("skill", "release", (agent) => {
      agent.write("skill", { ...base, status: "skipped", shadowedBy: "b/SKILL.md", reason: "the last one wins", reasonCode: "shadowed" });
      agent.write("skill", { ...base, sourcePath: "b/SKILL.md", shadows: ["a/SKILL.md"] });
    });
    expect(answer.verdict).toBe("mixed");
    expect(sentences(answer.parts[0]?.chain)).toContain("the copy in b/SKILL.md has its name");
    expect(answer.findings.map(({ code }) => code)).toEqual(["skill_shadowed"]);
  });

  test("that cannot be read says which file to correct", () => {
    const answer = ask("skill", "release", (agent) =>
      agent.write("skill", { ...base, status: "skipped", reason: "line 3", reasonCode: "invalid_frontmatter" }),
    );
    expect(answer.parts[0]?.turn_on.note).toBe("correct a/SKILL.md");
  });

  test.each(["release@acme", "plugins/acme/SKILL.md"])("is found as %s too", (name) => {
    const write = (agent: Emitter): void => {
      agent.write("skill", base);
      agent.write("skill", { ...base, plugin: "acme", sourcePath: "plugins/acme/SKILL.md" });
    };
    expect(ask("skill", name, write)).toMatchObject({ verdict: "active", names: ["release"] });
    expect(ask("skill", name, write).parts).toHaveLength(1);
  });

  test("that was used says how often and how", () => {
    const answer = ask("skill", "release", (agent) => {
      agent.write("skill", base);
      agent.write("skill_use", { name: "release", sourcePath: "a/SKILL.md", trigger: "implicit" });
    });
    expect(sentences(answer.parts[0]?.chain)).toContain("it was used once (implicit)");
  });
});

describe("a hook", () => {
  const base = {
    name: "guard",
    event: "PreToolUse",
    matcher: "Write",
    matcherSyntax: "exact",
    state: "active",
    registeredVia: "settings",
    sourcePath: ".agent/settings.json",
    reason: "declared",
    reasonCode: "always_active",
  } as const;

  test("that had nothing to do", () => {
    const answer = ask("hook", "guard", (agent) => {
      agent.write("hook_registration", base);
      agent.write("hook", { name: "other", event: "PreToolUse", decision: "ran", toolName: "Bash" });
      agent.call("Bash");
    });
    expect(answer.parts[0]?.chain[0]?.sentence).toBe("it had nothing to do: no call that its matcher selects is recorded");
  });

  test("says how many more were skipped for a tool of which nothing else is recorded", () => {
    const answer = ask("tool", "Bash", (agent) => {
      for (let i = 0; i < 7; i += 1) {
        agent.write("hook", { name: `h-${i}`, event: "PreToolUse", decision: "skipped", toolName: "Bash", reasonCode: "not_matched" });
      }
    });
    const chain = sentences(answer.parts[0]?.chain);
    expect(chain.filter((sentence) => sentence.includes("was considered for a call of it"))).toHaveLength(5);
    expect(chain).toContain("2 more skips of hooks are recorded for it");
  });

  test("whose matcher missed shows both strings", () => {
    const answer = ask("hook", "guard", (agent) => {
      agent.write("hook_registration", { ...base, matcher: "mcp__wiki" });
      agent.write("hook", {
        name: "guard",
        event: "PreToolUse",
        decision: "skipped",
        matcher: "mcp__wiki",
        toolName: "mcp__wiki__edit",
        reason: "not equal",
        reasonCode: "not_matched",
        sourcePath: ".agent/settings.json",
      });
    });
    expect(answer.verdict).toBe("not_active");
    expect(sentences(answer.parts[0]?.chain)).toContain("its matcher mcp__wiki did not select mcp__wiki__edit: not equal");
    expect(answer.findings.map(({ code }) => code)).toEqual(["hook_near_miss"]);
  });

  test("that is suppressed names the rule and its file", () => {
    const answer = ask("hook", "guard", (agent) =>
      agent.write("hook_registration", {
        ...base,
        state: "suppressed",
        reason: "managed hooks only",
        reasonCode: "disabled_by_policy",
        rule: "managed_only",
        rulePath: "/etc/agent.json",
      }),
    );
    expect(answer.verdict).toBe("not_active");
    expect(sentences(answer.parts[0]?.chain).slice(0, 2)).toEqual([
      "guard is suppressed: managed hooks only",
      "the rule managed_only in /etc/agent.json decided it",
    ]);
    expect(answer.parts[0]?.turn_on.note).toBe("change the rule in /etc/agent.json");
  });

  test("of which no registration is recorded says so", () => {
    const answer = ask("hook", "guard", (agent) =>
      agent.write("hook", { name: "guard", event: "Stop", decision: "ran", outcome: "completed" }),
    );
    expect(answer.verdict).toBe("active");
    expect(sentences(answer.parts[0]?.chain.filter(({ recorded }) => !recorded))).toContain("no registration of the hook is recorded");
  });

  test("of one plugin is asked for as name@plugin", () => {
    const write = (agent: Emitter): void => {
      agent.write("hook_registration", base);
      agent.write("hook_registration", { ...base, plugin: "acme", sourcePath: "plugins/acme/hooks.json" });
    };
    expect(ask("hook", "guard", write).parts).toHaveLength(2);
    expect(ask("hook", "guard@acme", write).parts).toHaveLength(1);
  });
});

describe("a plugin, a server, a command", () => {
  test("a plugin that failed says where, and what is missing", () => {
    const answer = ask("plugin", "acme", (agent) =>
      agent.write("plugin", {
        name: "acme",
        status: "failed",
        stage: "load",
        reason: "no module",
        reasonCode: "load_error",
        missingCommands: ["ship"],
        manifestPath: "acme/plugin.json",
      }),
    );
    expect(answer.sentence).toBe("the plugin acme failed at the stage load: no module");
    expect(sentences(answer.parts[0]?.chain)).toContain("missing because of it: commands ship");
  });

  test("a server says which of its tools are offered, and what it was before", () => {
    const answer = ask("mcp", "issues", (agent) => {
      agent.write("mcp_server", { name: "issues", server: "issues", status: "failed", reason: "refused", reasonCode: "connect_failed" });
      agent.write("mcp_server", { name: "issues", server: "issues", status: "connected", reason: "enabled", reasonCode: "always_active" });
      agent.write("mcp_tool", CREATE);
      agent.write("mcp_tool", {
        ...CREATE,
        name: "close",
        tool: "close",
        toolName: "mcp__issues__close",
        available: false,
        reasonCode: "tool_filtered",
      });
    });
    expect(sentences(answer.parts[0]?.chain)).toEqual(
      expect.arrayContaining([
        "before that it could not be connected: refused",
        "of its tools are offered: create_issue; not offered: close",
      ]),
    );
    expect(answer.findings.map(({ subject }) => subject)).toEqual(["mcp_tool:issues/close"]);
  });

  test("a server that is back though it was disabled says that the disable did not hold", () => {
    const answer = ask("mcp", "slack", (agent) => {
      agent.write("disable", {
        name: "sl*",
        target: "mcp_server",
        targetName: "sl*",
        state: "disabled",
        accepted: true,
        matched: 1,
        origin: "flag",
      });
      agent.write("mcp_server", { name: "slack", server: "slack", status: "connected", reason: "enabled", reasonCode: "always_active" });
    });
    expect(sentences(answer.parts[0]?.chain)).toContain("it was disabled for the session by flag, and that did not hold");
  });

  test("a name that a plugin changed is found by both names", () => {
    const write = (agent: Emitter): void => {
      agent.write("plugin", {
        name: "two",
        status: "registered",
        registeredCommands: ["chat1"],
        renamedFrom: ["chat"],
        renamedTo: ["chat1"],
      });
    };
    expect(ask("command", "chat", write).sentence).toBe("the plugin two claimed it, and has it as chat1");
    expect(ask("command", "chat1", write).sentence).toBe("the plugin two registered it, having claimed chat");
  });

  test("a hook that only its plugin speaks of is not said to run", () => {
    const answer = ask("hook", "lint", (agent) => agent.write("plugin", { name: "two", status: "registered", registeredHooks: ["lint"] }));
    expect(answer.verdict).toBe("unclear");
    expect(answer.parts[0]?.chain[1]?.sentence).toBe("no registration or dispatch of it is recorded");
  });

  test("a tool can be asked for under its server", () => {
    expect(ask("mcp", "issues/create_issue", (agent) => agent.write("mcp_tool", CREATE)).verdict).toBe("active");
  });

  test("a command says which plugin has it, and which one lost it", () => {
    const answer = ask("command", "/ship", (agent) => {
      acme(agent);
      agent.write("plugin", { name: "other", status: "registered", shadowedCommands: ["ship"], reasonCode: "always_active" });
    });
    expect(answer.verdict).toBe("mixed");
    expect(answer.parts.map(({ chain }) => chain[0]?.sentence.split(":")[0])).toEqual([
      "the plugin acme 1.4.0 registered it",
      "the plugin other claimed it, and lost it to another",
    ]);
  });
});

describe("what is not recorded", () => {
  test.each(ASKED_KINDS)("is said as such of a %s, with what was searched", (kind) => {
    const answer = ask(kind, "nothing-like-it", acme);
    expect(answer).toMatchObject({ verdict: "no_record", parts: [], names: [] });
    expect(answer.sentence).toContain("that is unknown, not absent");
    expect(answer.searched.sources).toEqual([{ name: "traces.jsonl", activation_spans: 3 }]);
    expect(answer.searched.sections).toContainEqual({ section: "plugins", rows: 1 });
    expect(answer.searched.sections).toContainEqual({ section: "mcp_tools", rows: null });
  });

  test("suggests names that are near", () => {
    expect(ask("command", "/shi", acme).near).toEqual(["ship"]);
    expect(ask("plugin", "acme-tools", acme).near).toEqual(["acme"]);
  });

  test("but that it was called, is said", () => {
    const report = buildActivationReport(sessionOf((agent) => agent.call("Bash")));
    expect(why(report, { kind: "tool", name: "Bash" }, { called: true })).toMatchObject({
      verdict: "unclear",
      sentence: "calls of Bash are recorded; what offers it, and why, is not",
    });
  });

  test("but that something else speaks of it, is said", () => {
    const disable = { name: "exa", target: "mcp_tool", targetName: "exa", state: "disabled", accepted: true, matched: 0 } as const;
    expect(ask("tool", "exa", (agent) => agent.write("disable", disable))).toMatchObject({
      verdict: "unclear",
      sentence: "disabling exa for the session matched nothing",
    });
    const skipped = { name: "guard", event: "PreToolUse", decision: "skipped", toolName: "Bash", reasonCode: "not_matched" } as const;
    expect(ask("tool", "Bash", (agent) => agent.write("hook", skipped)).verdict).toBe("unclear");
    const revoked = {
      name: "issues",
      server: "issues",
      change: "revoked",
      reason: "by the user",
      reasonCode: "selected_explicitly",
    } as const;
    expect(ask("mcp", "issues", (agent) => agent.write("mcp_trust", revoked)).sentence).toBe(
      "the trust in issues was revoked: by the user",
    );
  });

  test("takes a withheld name's placeholder for no name", () => {
    const answer = ask("skill", "custom_skill", (agent) =>
      agent.write("skill", { name: "custom_skill", nameRedacted: true, status: "loaded" }),
    );
    expect(answer.verdict).toBe("no_record");
  });
});

test("any name may be asked for, and every chain is of known relations with its evidence", () => {
  const report = buildActivationReport(
    sessionOf((agent) => {
      for (const name of ["__proto__", "constructor", "*", "a\u001b[2Kb", "x".repeat(3000)]) {
        agent.write("skill", { name, status: "loaded", sourcePath: name });
        agent.write("hook", { name, event: "PreToolUse", decision: "vetoed", toolName: name });
        agent.write("plugin", { name, status: "failed", registeredTools: [name], renamedFrom: [name], renamedTo: ["y"] });
        agent.write("mcp_tool", { name, tool: name, server: name, available: false, disabledBy: `hook.${name}` });
      }
    }),
  );
  const names = fc.oneof(
    fc.constantFrom("__proto__", "constructor", "*", "a\u001b[2Kb", "x".repeat(3000), "toString", "a/b", "@", "/"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...ASKED_KINDS), names, (kind, name) => {
      const answer = why(report, { kind, name });
      for (const { chain } of answer.parts) {
        expect(chain.length).toBeGreaterThan(0);
        for (const link of chain) {
          expect(RELATIONS).toContain(link.relation);
          expect(link.recorded).toBe(link.evidence !== null);
        }
      }
    }),
  );
});
