import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HostError } from "../../src/host/host-error.ts";
import { HookVeto } from "../../src/host/hooks/hook.ts";
import type { ToolArguments } from "../../src/host/arguments.ts";
import { facts, fixtureServer, hostOf, Project, reportOf } from "./project.ts";

let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project.remove());

const veto = (reason: string) => (): never => {
  throw new HookVeto(reason);
};

describe("a host", () => {
  it("that has nothing says so: every list is known to be empty", async () => {
    const { host, session } = hostOf(project);
    await host.start();
    await host.stop();
    expect(reportOf(session)).toMatchObject({ hooks: [], skills: [], plugins: [], mcp_servers: [], mcp_tools: [], findings: [] });
  });

  it("starts once, and stops as often as it is told", async () => {
    const { host } = hostOf(project);
    await expect(host.run("x", async () => await Promise.resolve())).rejects.toThrow(HostError);
    await host.start();
    await expect(host.start()).rejects.toThrow("starts once");
    await host.stop();
    await host.stop();
    await expect(host.run("x", async () => await Promise.resolve())).rejects.toThrow("nothing after stop()");
    await expect(host.callTool("x", {})).rejects.toThrow(HostError);
  });

  it("reads the hooks of settings files", async () => {
    const path = project.write("settings.json", {
      theme: "dark",
      hooks: [{ name: "guard", event: "PreToolUse", matcher: "Write", command: [process.execPath, "-e", "process.exit(2)"] }],
    });
    const { host, session } = hostOf(project, {
      hooks: {
        settings: [
          { path, scope: "project" },
          { path: project.path("none.json"), scope: "user" },
        ],
      },
    });
    host.tools.register({ name: "Write", execute: () => "" });
    await host.start();
    expect(await host.callTool("Write", {})).toMatchObject({ status: "blocked", name: "guard", reasonCode: "no_reason_given" });
    expect(facts(session, "hook_registration")).toMatchObject([
      { name: "guard", registeredVia: "settings", sourcePath: "settings.json", sourceScope: "project" },
    ]);
    await host.stop();
  });

  it("does not run the hooks of a workspace that is not trusted", async () => {
    const path = project.write("settings.json", { hooks: [{ name: "guard", event: "PreToolUse", command: ["false"] }] });
    const { host, session } = hostOf(project, { hooks: { settings: [{ path, scope: "project" }] } }, false);
    host.tools.register({ name: "Write", execute: () => "done" });
    await host.start();
    expect(await host.callTool("Write", {})).toMatchObject({ status: "completed" });
    expect(facts(session, "hook_registration")).toMatchObject([{ state: "untrusted", reasonCode: "workspace_untrusted" }]);
    await host.stop();
  });

  it("takes nothing from a workspace that is not trusted, and says what of", async () => {
    project.skill("skills", "deploy");
    project.skill("own", "notes");
    const settings = project.write("settings.json", { hooks: [{ name: "guard", event: "PreToolUse", command: ["false"] }] });
    project.plugin("kit", { commands: [{ name: "ship", prompt: "x" }] });
    const configFile = project.write("mcp.json", { mcpServers: { issues: fixtureServer(["list"]) } });
    const trustFile = project.write("trust.json", { servers: { issues: {} } });
    const { host, session } = hostOf(
      project,
      {
        hooks: { settings: [{ path: settings, scope: "project" }] },
        skills: {
          directories: [
            { path: project.path("skills"), scope: "project" },
            { path: project.path("own"), scope: "user" },
          ],
        },
        plugins: { directories: [{ path: project.path("plugins"), scope: "local" }], load: true },
        mcp: { configFile, trustFile },
      },
      false,
    );
    await host.start();
    expect(host.skills.loaded().map(({ name }) => name)).toEqual(["notes"]);
    expect(host.skills.use("deploy")).toMatchObject({ status: "unavailable", reasonCode: "workspace_untrusted" });
    expect(host.offeredTools()).toEqual([]);
    expect(host.plugins.commands()).toEqual([]);
    const { findings } = reportOf(session);
    expect(findings.map(({ code }) => code)).toEqual(["workspace_untrusted"]);
    for (const name of ["guard", "deploy", "kit", "issues"]) expect(findings[0]?.message).toContain(name);
    await host.stop();
  });

  it.each([
    ["[]", "expected object"],
    ['{"hooks": [{"name": "a", "event": "Never"}, {"event": "Stop"}]}', "hooks[1].name"],
    ['{"hooks": [{"name": "a", "event": "Stop"}]}', "hook a has neither a command nor a shell line"],
    ['{"hooks": [{"name": "a", "event": "Stop", "shell": "x", "command": ["x"]}]}', "keep one"],
    ['{"hooks": [{"name": "a", "event": "PreToolUse", "command": ["x"], "matcher": "(?=a)", "matcherSyntax": "regex"}]}', "linear time"],
    [
      '{"hooks": [{"name": "a", "event": "Stop", "command": ["x"]}, {"name": "a", "event": "Stop", "command": ["x"]}]}',
      "a hook of that name already",
    ],
  ])("does not start with settings that it cannot use: %s", async (text, message) => {
    const path = project.write("settings.json", text);
    const { host } = hostOf(project, { hooks: { settings: [{ path, scope: "project" }] } });
    const failure = await host.start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HostError);
    expect((failure as Error).message).toContain(message);
  });
});

describe("a tool call", () => {
  it("goes through its guards, and every part of it stands under the call", async () => {
    const order: string[] = [];
    const { host, session } = hostOf(project);
    host.tools.register({ name: "write", execute: (args) => (order.push(`tool ${JSON.stringify(args)}`), "written") });
    host.hooks.register({
      name: "pre",
      event: "PreToolUse",
      run: ({ arguments: args }) => (order.push("pre"), { arguments: { ...args, safe: true } }),
    });
    host.hooks.register({ name: "post", event: "PostToolUse", run: ({ result }) => void order.push(`post ${String(result)}`) });
    host.policies.register({
      name: "all",
      evaluate: ({ arguments: args }) => (order.push(`policy ${JSON.stringify(args)}`), { vote: "allow" }),
    });
    await host.start();
    const outcome = await host.callTool("write", { path: "a" }, { toolCallId: "call_1" });
    expect(outcome).toEqual({ status: "completed", result: "written", arguments: { path: "a", safe: true }, objection: undefined });
    expect(order).toEqual(["pre", 'policy {"path":"a","safe":true}', 'tool {"path":"a","safe":true}', "post written"]);
    const calls = Array.from(session.records(), ({ activation }) => activation).filter(({ kind }) => kind === "tool_call");
    expect(calls).toMatchObject([{ toolName: "write", toolCallId: "call_1" }]);
    await host.stop();
  });

  it("that is blocked by a policy does not happen", async () => {
    const { host } = hostOf(project);
    const calls: ToolArguments[] = [];
    host.tools.register({ name: "write", execute: (args) => calls.push(args) });
    host.policies.register({ name: "no-root", evaluate: () => ({ vote: "deny", reason: "it is root's" }) });
    await host.start();
    expect(await host.callTool("write", {})).toEqual({
      status: "blocked",
      by: "policy",
      name: "no-root",
      reason: "no-root: it is root's",
      reasonCode: "denied_by_policy",
    });
    expect(calls).toEqual([]);
    await host.stop();
  });

  it("that fails says so, and has no PostToolUse", async () => {
    const { host, session } = hostOf(project);
    host.tools.register({
      name: "write",
      execute() {
        throw new RangeError("disk full");
      },
    });
    host.hooks.register({ name: "post", event: "PostToolUse", run: () => {} });
    await host.start();
    expect(await host.callTool("write", {})).toMatchObject({ status: "failed", reason: "disk full" });
    expect(await host.callTool("write", { run: () => {} })).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("no JSON") as string,
    });
    expect(await host.callTool("nothing", {})).toMatchObject({ status: "unavailable", reason: "there is no tool nothing" });
    expect(await host.callTool("__proto__", {})).toMatchObject({ status: "unavailable" });
    expect(facts(session, "hook")).toEqual([]);
    await host.stop();
  });

  it("can be objected to when it has happened", async () => {
    const { host } = hostOf(project);
    host.tools.register({ name: "write", execute: () => "written" });
    host.hooks.register({ name: "post", event: "PostToolUse", run: veto("it does not compile") });
    await host.start();
    expect(await host.callTool("write", {})).toMatchObject({
      status: "completed",
      objection: { hook: "post", reason: "it does not compile" },
    });
    await host.stop();
  });

  it("of a tool that is turned off is unavailable, and back when it is on again", async () => {
    const { host, session } = hostOf(project);
    host.tools.register({ name: "write", execute: () => "written" });
    await host.start();
    session.disable({ kind: "mcp_tool", name: "write" });
    expect(host.offeredTools()).toEqual([]);
    expect(await host.callTool("write", {})).toMatchObject({ status: "unavailable", reasonCode: "disabled_for_session" });
    session.enable({ kind: "mcp_tool", name: "write" });
    expect(await host.callTool("write", {})).toMatchObject({ status: "completed" });
    expect(facts(session, "mcp_tool").map(({ available }) => available)).toEqual([true, false, true]);
    await host.stop();
  });
});

describe("a run", () => {
  it("is blocked by a UserPromptSubmit hook", async () => {
    const { host, session } = hostOf(project);
    host.hooks.register({
      name: "polite",
      event: "UserPromptSubmit",
      run: ({ prompt }) => (prompt === "please" ? undefined : veto("say please")()),
    });
    await host.start();
    expect(await host.run("do it", async () => await Promise.resolve(1))).toMatchObject({
      status: "blocked",
      block: { hook: "polite", reason: "say please" },
    });
    expect(await host.run("please", async () => await Promise.resolve(1))).toEqual({ status: "completed", value: 1, objection: undefined });
    expect(facts(session, "run").map(({ phase }) => phase)).toEqual(["started", "ended", "started", "ended"]);
    await host.stop();
  });

  it("is sent back to work by a Stop hook, and not for ever", async () => {
    const { host } = hostOf(project);
    host.hooks.register({ name: "tests", event: "Stop", run: veto("the tests fail") });
    await host.start();
    const heard: unknown[] = [];
    const outcome = await host.run("x", async ({ objection }) => await Promise.resolve(heard.push(objection?.reason)));
    expect(heard).toEqual([undefined, ...Array.from({ length: 4 }, () => "the tests fail")]);
    expect(outcome).toMatchObject({ status: "completed", value: 5, objection: { hook: "tests" } });
    await host.stop();
  });

  it("ends when its work throws, and is one at a time", async () => {
    const { host, session } = hostOf(project);
    await host.start();
    await expect(host.run("x", async () => await host.run("y", async () => await Promise.resolve()))).rejects.toThrow("one at a time");
    expect(session.run).toBeUndefined();
    await host.stop();
  });

  it("dispatches the events of the session around it", async () => {
    const events: string[] = [];
    const { host } = hostOf(project);
    for (const event of ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PreCompact", "SubagentStop"] as const) {
      host.hooks.register({ name: "trace", event, run: (input) => void events.push(input.event) });
    }
    await host.start();
    await host.run("x", async () => {
      await host.hooks.dispatch("PreCompact");
      await host.hooks.dispatch("SubagentStop");
    });
    await host.stop();
    expect(events).toEqual(["SessionStart", "UserPromptSubmit", "PreCompact", "SubagentStop", "Stop", "SessionEnd"]);
  });
});
