import { describe, expect, it } from "vitest";
import type { DisableDetails, DisableKind } from "../../../src/activation/disable.ts";
import { buildActivationReport } from "../../../src/report/builder.ts";
import { emitter, sessionOf, type Emitter } from "../../helpers/spans.ts";

const off = (target: DisableKind, targetName: string, more: Partial<DisableDetails> = {}) =>
  ({ target, targetName, state: "disabled", accepted: true, matched: 1, origin: "flag", ...more }) as const;

function honoured(write: (agent: Emitter) => void) {
  const { disables, findings } = buildActivationReport(sessionOf(write));
  const verdict = findings.find(({ code }) => code.startsWith("disable_"))?.code ?? null;
  return { honoured: disables?.[0]?.honoured, verdict };
}

const skipped = {
  name: "guard",
  event: "PreToolUse",
  decision: "skipped",
  reasonCode: "disabled_for_session",
  disabledBy: "hook.guard",
} as const;
const ran = { name: "guard", event: "PreToolUse", decision: "ran" } as const;

describe("a disable", () => {
  it("has its row, with how to take it back", () => {
    const { disables } = buildActivationReport(sessionOf((agent) => agent.write("disable", off("mcp_tool", "issues/create issue"))));
    expect(disables).toMatchObject([
      {
        kind: "mcp_tool",
        name: "issues/create issue",
        state: "disabled",
        accepted: true,
        matched: 1,
        origin: "flag",
        honoured: null,
        disable: null,
        disable_note: "to turn it on again: /enable mcp_tool issues/create issue, or start without --disable-mcp 'issues/create issue'",
      },
    ]);
  });

  it("is honoured where the target is seen off and not active after", () => {
    expect(
      honoured((agent) => {
        agent.write("hook", ran);
        agent.write("disable", off("hook", "guard"));
        agent.write("hook", skipped);
      }),
    ).toEqual({ honoured: true, verdict: null });
  });

  it("has lapsed where the target was seen off first and active later", () => {
    expect(
      honoured((agent) => {
        agent.write("disable", off("hook", "guard"));
        agent.write("hook", skipped);
        agent.write("hook", ran);
        agent.write("hook", skipped);
      }),
    ).toEqual({ honoured: false, verdict: "disable_lapsed" });
  });

  it("is not honoured where the target was never seen off", () => {
    expect(
      honoured((agent) => {
        agent.write("disable", off("hook", "guard"));
        agent.write("hook", ran);
      }),
    ).toEqual({ honoured: false, verdict: "disable_not_honoured" });
  });

  it("holds until the same words are enabled again, and no other words end it", () => {
    const build = (name: string) =>
      honoured((agent) => {
        agent.write("disable", off("hook", "guard-*"));
        agent.write("hook", { ...skipped, name: "guard-a" });
        agent.write("disable", off("hook", name, { state: "enabled" }));
        agent.write("hook", { ...ran, name: "guard-a" });
      }).honoured;
    expect(build("guard-*")).toBe(true);
    expect(build("guard-a")).toBe(false);
  });

  it("is not judged where it was refused, where it enables, or where nothing follows that would tell", () => {
    for (const more of [{ accepted: false }, { state: "enabled" }] as const) {
      expect(honoured((agent) => (agent.write("disable", off("hook", "guard", more)), agent.write("hook", ran))).honoured).toBeNull();
    }
    const notMatched = { ...ran, decision: "skipped", reasonCode: "not_matched" } as const;
    expect(honoured((agent) => (agent.write("disable", off("hook", "guard")), agent.write("hook", notMatched))).honoured).toBeNull();
    expect(
      honoured((agent) => (agent.write("disable", off("hook", "guard")), agent.write("hook", { ...ran, name: "other" }))).honoured,
    ).toBeNull();
  });

  it.each<[string, DisableKind, string, (agent: Emitter) => void, boolean]>([
    ["a skill that is loaded", "skill", "notes", (a) => a.write("skill", { name: "notes", status: "loaded" }), false],
    ["a skill that is skipped", "skill", "notes", (a) => a.write("skill", { name: "notes", status: "skipped" }), true],
    ["a skill that is used", "skill", "notes", (a) => a.write("skill_use", { name: "notes" }), false],
    [
      "a skill of the named plugin",
      "skill",
      "notes@kit",
      (a) => a.write("skill", { name: "notes", plugin: "kit", status: "loaded" }),
      false,
    ],
    ["a plugin that registers", "plugin", "kit", (a) => a.write("plugin", { name: "kit", status: "registered" }), false],
    ["a hook of a disabled plugin", "plugin", "kit", (a) => a.write("hook", { ...ran, plugin: "kit" }), false],
    ["a server that connects", "mcp_server", "issues", (a) => a.write("mcp_server", { server: "issues", status: "connected" }), false],
    ["a server that is off", "mcp_server", "issues", (a) => a.write("mcp_server", { server: "issues", status: "disabled" }), true],
    [
      "a tool of a disabled server",
      "mcp_server",
      "issues",
      (a) => a.write("mcp_tool", { server: "issues", tool: "x", available: true }),
      false,
    ],
    [
      "a tool, by its own name",
      "mcp_tool",
      "create",
      (a) => a.write("mcp_tool", { server: "issues", tool: "create", available: true }),
      false,
    ],
    [
      "a tool, by server and name",
      "mcp_tool",
      "issues/*",
      (a) => a.write("mcp_tool", { server: "issues", tool: "create", available: false }),
      true,
    ],
    [
      "a hook's registration",
      "hook",
      "guard",
      (a) => a.write("hook_registration", { name: "guard", event: "Stop", state: "active" }),
      false,
    ],
    [
      "a hook whose registration alone names its plugin",
      "plugin",
      "kit",
      (a) => (a.write("hook_registration", { name: "guard", event: "PreToolUse", state: "disabled", plugin: "kit" }), a.write("hook", ran)),
      false,
    ],
    [
      "a hook that its plugin registered",
      "plugin",
      "kit",
      (a) => (a.write("plugin", { name: "kit", status: "disabled", registeredHooks: ["guard"] }), a.write("hook", ran)),
      false,
    ],
    [
      "a use of a skill of a disabled plugin",
      "plugin",
      "kit",
      (a) => (a.write("skill", { name: "notes", status: "skipped", plugin: "kit" }), a.write("skill_use", { name: "notes" })),
      false,
    ],
    [
      "a tool of a server of a disabled plugin",
      "plugin",
      "kit",
      (a) => (a.write("plugin", { name: "kit", status: "disabled", registeredMcpServers: ["issues"] }), a.call("mcp__issues__create")),
      false,
    ],
    ["a call that has the server in its name", "mcp_server", "issues", (a) => a.call("mcp__issues__create"), false],
    ["a call to a disabled server", "mcp_server", "issues", (a) => a.call("mcp__issues__create", { server: "issues" }), false],
  ])("reaches %s: %s %s", (_, kind, name, write, expected) => {
    expect(honoured((agent) => (agent.write("disable", off(kind, name)), write(agent))).honoured).toBe(expected);
  });

  it("is broken by a call of the tool, though not by one that failed", () => {
    const build = (errorType?: string) =>
      honoured((agent) => {
        const tool = { server: "issues", tool: "create", toolName: "mcp__issues__create" } as const;
        agent.write("mcp_tool", { ...tool, available: true });
        agent.write("disable", off("mcp_tool", "issues/create"));
        agent.write("mcp_tool", { ...tool, available: false });
        agent.call("mcp__issues__create", { errorType });
      });
    expect(build()).toMatchObject({ honoured: false, verdict: "disable_lapsed" });
    expect(build("disabled")).toMatchObject({ honoured: true });
  });

  it("of a plugin does not reach a hook that could be another's", () => {
    const build = honoured((agent) => {
      agent.write("hook_registration", { name: "guard", event: "PreToolUse", plugin: "kit", state: "disabled" });
      agent.write("hook_registration", { name: "guard", event: "PreToolUse", state: "active" });
      agent.write("disable", off("plugin", "kit"));
      agent.write("hook", ran);
    });
    expect(build).toEqual({ honoured: null, verdict: null });
  });

  it("that a child process refused is broken by nothing that the child does", () => {
    const parent = emitter();
    parent.write("disable", off("hook", "guard"));
    parent.write("hook", skipped);
    const child = emitter({ id: "e-2", startsAt: 1 });
    child.write("disable", off("hook", "guard", { accepted: false, matched: 0, origin: "baggage" }));
    child.write("hook", ran);
    const { disables } = buildActivationReport([...parent.spans, ...child.spans]);
    expect(disables?.map((row) => row.honoured)).toEqual([true, null]);
    parent.write("hook", ran, { at: 5 });
    expect(buildActivationReport([...parent.spans, ...child.spans]).disables?.[0]?.honoured).toBe(false);
  });
});

it("thousands of disables take no time for each fact after them", () => {
  const time = (disables: number, pattern: string): number => {
    const agent = emitter();
    for (let i = 0; i < disables; i += 1) agent.write("disable", off("hook", `d${i}${pattern}`));
    for (let i = 0; i < 4000; i += 1) agent.write("hook", { ...ran, name: `h${i % 100}` });
    const start = performance.now();
    const report = buildActivationReport(agent.spans, { question: { hook: "h1" } });
    expect(report.hooks_fired).toHaveLength(40);
    return performance.now() - start;
  };
  for (const pattern of ["", "*"]) {
    const few = Math.max(10, time(10, pattern));
    expect(time(3000, pattern)).toBeLessThan(40 * few);
  }
});
