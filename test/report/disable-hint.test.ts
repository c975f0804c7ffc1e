import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import type { RowTail } from "../../src/report/report.ts";
import { sessionOf, type Emitter } from "../helpers/spans.ts";

const report = (write: (agent: Emitter) => void) => buildActivationReport(sessionOf(write));
const hook = { event: "PreToolUse", state: "active" } as const;

describe("how to turn a row off", () => {
  it.each<[string, (agent: Emitter) => void, string]>([
    ["a hook", (a) => a.write("hook_registration", { ...hook, name: "guard" }), "--disable-hook guard"],
    ["a skill", (a) => a.write("skill", { name: "release-notes", status: "loaded" }), "--disable-skill release-notes"],
    ["a skill that was only used", (a) => a.write("skill_use", { name: "release-notes" }), "--disable-skill release-notes"],
    ["a plugin", (a) => a.write("plugin", { name: "kit", status: "registered" }), "--disable-plugin kit"],
    ["an MCP server", (a) => a.write("mcp_server", { server: "issues", status: "connected" }), "--disable-mcp issues"],
    [
      "an MCP tool",
      (a) => a.write("mcp_tool", { server: "issues", tool: "create_issue", available: true }),
      "--disable-mcp issues/create_issue",
    ],
    [
      "a tool of the agent's own that a plugin registered: by its plugin",
      (a) => a.write("mcp_tool", { tool: "bump_version", plugin: "ship-kit", available: true }),
      "--disable-plugin ship-kit",
    ],
    [
      "a name that a shell would take apart",
      (a) => a.write("plugin", { name: "a b; rm", status: "registered" }),
      "--disable-plugin 'a b; rm'",
    ],
    ["a name with a quote", (a) => a.write("plugin", { name: "it's", status: "registered" }), String.raw`--disable-plugin 'it'\''s'`],
    ["a name that looks like an option", (a) => a.write("plugin", { name: "--all", status: "registered" }), "--disable-plugin=--all"],
  ])("%s", (_, write, words) => {
    const { hooks, skills, plugins, mcp_servers, mcp_tools } = report(write);
    expect([hooks, skills, plugins, mcp_servers, mcp_tools].flatMap<RowTail>((rows) => rows ?? [])).toMatchObject([
      { disable: words, disable_note: null },
    ]);
  });

  it.each([
    ["a line break", "gu\nard", false],
    ["a direction mark", "\u202Egnp.exe", false],
    ["a zero-width space", "gu\u200Bard", false],
    ["a tag character", "guard\u{E0041}", false],
    ["a hard space", "gu\u00A0ard", false],
    ["half of a surrogate pair", "guard\uD800", false],
    ["a variation selector behind a letter", "g\uFE0Fuard", false],
    ["an emoji", "\u2699\uFE0F guard", true],
    ["letters of another script", "\u5B88\u3000\u885B e\u0301", true],
  ])("has words for a name with %s: only where they show the name", (_what, name, hasWords) => {
    const rows = report((a) => a.write("hook_registration", { ...hook, name })).hooks ?? [];
    expect(rows).toHaveLength(1);
    expect(rows[0]?.disable).toBe(hasWords ? `--disable-hook '${name}'` : null);
    expect(rows[0]?.disable_note).toBe(hasWords ? null : "its name has characters that do not show");
  });

  it("names the plugin where others share the name, and gives no words where even that means several", () => {
    const { hooks } = report((agent) => {
      agent.write("hook_registration", { ...hook, name: "tracer", sourcePath: "settings.json" });
      agent.write("hook_registration", { ...hook, name: "tracer", plugin: "kit", sourcePath: "hooks.json" });
      agent.write("hook_registration", { ...hook, name: "alone", plugin: "kit" });
    });
    expect(hooks).toMatchObject([
      { disable: null, disable_note: "not separable: --disable-hook tracer also turns off others of that name" },
      { disable: "--disable-hook tracer@kit" },
      { disable: "--disable-hook alone" },
    ]);
  });

  it("needs no more than the name where the others of it are off already", () => {
    const { skills } = report((agent) => {
      agent.write("skill", { name: "notes", status: "skipped", reasonCode: "shadowed", sourcePath: "b/SKILL.md" });
      agent.write("skill", { name: "notes", status: "loaded", sourcePath: "a/SKILL.md" });
    });
    expect(skills).toMatchObject([{ disable: null }, { disable: "--disable-skill notes" }]);
  });

  it.each<[string, (agent: Emitter) => void, RegExp]>([
    ["protected", (a) => a.write("hook_registration", { ...hook, name: "guard", protected: true }), /^protected/],
    [
      "off for the session",
      (a) => a.write("hook_registration", { ...hook, name: "guard", state: "disabled", disabledBy: "hook.guard-*" }),
      /^already off for this session; to turn it on again: \/enable hook guard-\*, or start without --disable-hook 'guard-\*'$/,
    ],
    [
      "not active for another reason",
      (a) => a.write("hook_registration", { ...hook, name: "guard", state: "suppressed" }),
      /^off already: suppressed$/,
    ],
    ["without a name", (a) => a.write("hook_registration", hook), /its name is not recorded/],
    ["withheld by an exporter", (a) => a.write("hook_registration", { ...hook, name: "custom", nameRedacted: true }), /withheld/],
    ["named with control characters", (a) => a.write("hook_registration", { ...hook, name: "a\u001b[2J" }), /characters that do not show/],
    ["named with a star", (a) => a.write("hook_registration", { ...hook, name: "*" }), /stands for any characters/],
  ])("is null for a hook that is %s, with the reason", (_, write, note) => {
    expect(report(write).hooks).toMatchObject([{ disable: null, disable_note: expect.stringMatching(note) }]);
  });

  it("gives every row either words or a note", () => {
    const built = report((agent) => {
      agent.write("hook", { event: "Stop", decision: "ran" });
      agent.write("policy", { action: "a", outcome: "allow" });
      agent.write("surface", { phase: "seal", status: "sealed" });
      agent.write("disable", { target: "hook", targetName: "g", state: "enabled", accepted: true });
      agent.write("disable", { target: "hook", targetName: "g", state: "disabled", accepted: false });
      agent.write("skill", { status: "skipped", name: "s", provenanceSigned: true });
      agent.write("policy", { action: "a", name: "p", vote: "deny", provenanceSigned: true });
    });
    const rows = [built.hooks_fired, built.policies, built.surfaces, built.disables, built.skills, built.provenance].flatMap<RowTail>(
      (each) => each ?? [],
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) expect((row.disable === null) !== (row.disable_note === null), JSON.stringify(row)).toBe(true);
  });
});
