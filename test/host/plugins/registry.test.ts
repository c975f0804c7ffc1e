import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HookVeto } from "../../../src/host/hooks/hook.ts";
import type { ExtensionHost } from "../../../src/host/host.ts";
import type { PluginsOptions } from "../../../src/host/plugins/registry.ts";
import type { Session } from "../../../src/session/session.ts";
import { facts, fixtureServer, hostOf, Project, reportOf } from "../project.ts";

let project: Project;
let host: ExtensionHost | undefined;
beforeEach(() => {
  project = new Project();
});
afterEach(async () => {
  await host?.stop();
  project.remove();
});

async function start(
  options: PluginsOptions = { load: true },
  before: (session: Session, host: ExtensionHost) => void = () => {},
  trusted = true,
): Promise<{ host: ExtensionHost; session: Session }> {
  const trustFile = project.write("trust.json", { servers: { issues: {} } });
  const plugins = { directories: [{ path: project.path("plugins"), scope: "project" as const }], ...options };
  const hosted = hostOf(project, { plugins, mcp: { trustFile } }, trusted);
  host = hosted.host;
  before(hosted.session, hosted.host);
  await hosted.host.start();
  return { host: hosted.host, session: hosted.session };
}

/** A plugin that brings one of everything. */
function everything(hook: object = {}): void {
  project.plugin(
    "kit",
    {
      version: "1.4.0",
      commands: [{ name: "ship", prompt: "Ship it." }, { name: "count" }],
      agents: [{ name: "checker", description: "Checks." }],
      tools: [{ name: "bump" }],
      hooks: [{ name: "guard", event: "PreToolUse", matcher: "bump", ...hook }],
      skills: ["skills"],
      mcpServers: { issues: fixtureServer(["create"]) },
    },
    `globalThis.kitLoads = (globalThis.kitLoads ?? 0) + 1;
     export default () => ({
       commands: { count: (words) => words.length },
       tools: { bump: ({ from }) => from + 1 },
       hooks: { guard: ({ arguments: { from } }) => { if (from < 0) throw Object.assign(new Error(), { name: "no" }); } },
     });`,
  );
  project.skill("plugins/kit/skills", "notes");
}

const loads = (): number => (globalThis as { kitLoads?: number }).kitLoads ?? 0;

describe("a plugin", () => {
  it("registers what its manifest declares, and each part says whose it is", async () => {
    everything();
    const { host, session } = await start();
    expect(facts(session, "plugin")).toMatchObject([
      {
        name: "kit",
        version: "1.4.0",
        type: "bundle",
        status: "registered",
        reasonCode: "always_active",
        manifestPath: "plugins/kit/plugin.json",
        registeredCommands: ["ship", "count"],
        registeredAgents: ["checker"],
        registeredTools: ["bump"],
        registeredHooks: ["guard"],
        registeredSkills: ["notes"],
        registeredMcpServers: ["issues"],
        missingTools: [],
        shadowedCommands: [],
      },
    ]);
    for (const kind of ["hook_registration", "skill", "mcp_server", "mcp_tool"] as const) {
      expect(facts(session, kind).map(({ plugin }) => plugin)).toEqual(facts(session, kind).map(() => "kit"));
    }
    expect(await host.plugins.call("ship")).toEqual({ status: "prompt", prompt: "Ship it.", plugin: "kit" });
    expect(await host.plugins.call("count", "abc")).toEqual({ status: "done", result: 3, plugin: "kit" });
    expect(host.plugins.agents()).toMatchObject([{ name: "checker", plugin: "kit" }]);
    expect(await host.callTool("bump", { from: 1 })).toMatchObject({ status: "completed", result: 2 });
    expect(await host.callTool("mcp__issues__create", {})).toMatchObject({ status: "completed" });
  });

  it("runs nothing where the host does not allow it, and says what is missing", async () => {
    everything({ command: [process.execPath, "-e", "process.exit(2)"] });
    const before = loads();
    const { host, session } = await start({});
    expect(loads()).toBe(before);
    expect(facts(session, "plugin")).toMatchObject([
      {
        status: "registered",
        reasonCode: "feature_off",
        registeredCommands: ["ship"],
        registeredAgents: ["checker"],
        registeredSkills: ["notes"],
        missingCommands: ["count"],
        missingTools: ["bump"],
        missingHooks: ["guard"],
        missingMcpServers: ["issues"],
      },
    ]);
    expect(facts(session, "hook_registration")).toMatchObject([{ name: "guard", state: "suppressed", reasonCode: "feature_off" }]);
    expect(facts(session, "mcp_server")).toEqual([]);
    expect(await host.callTool("bump", {})).toMatchObject({ status: "unavailable" });
  });

  it("of an untrusted workspace is refused", async () => {
    everything();
    const before = loads();
    const { host, session } = await start({ load: true }, () => {}, false);
    expect(loads()).toBe(before);
    expect(facts(session, "plugin")).toMatchObject([{ status: "refused", reasonCode: "workspace_untrusted", missingTools: ["bump"] }]);
    expect(host.plugins.commands()).toEqual([]);
    expect(host.skills.loaded()).toEqual([]);
  });

  it("that is turned off takes along all that it registered, and brings it back", async () => {
    everything();
    const { host, session } = await start();
    const on = (): unknown => [
      host.plugins.commands().length,
      host.plugins.agents().length,
      host.offeredTools().map(({ name }) => name),
      host.hooks.active().length,
      host.skills.loaded().length,
    ];
    const whole = [2, 1, ["bump", "mcp__issues__create"], 1, 1];
    expect(on()).toEqual(whole);
    session.disable({ kind: "plugin", name: "kit" });
    expect(on()).toEqual([0, 0, [], 0, 0]);
    expect(await host.callTool("bump", { from: 1 })).toMatchObject({ status: "unavailable", reasonCode: "disabled_for_session" });
    expect(await host.plugins.call("ship")).toMatchObject({ status: "unavailable", reasonCode: "disabled_for_session" });
    expect(facts(session, "plugin").at(-1)).toMatchObject({
      status: "disabled",
      disabledBy: "plugin.kit",
      registeredCommands: [],
      registeredSkills: [],
      missingCommands: ["ship", "count"],
      missingSkills: ["notes"],
    });
    session.enable({ kind: "plugin", name: "kit" });
    expect(on()).toEqual(whole);
    expect(facts(session, "plugin").at(-1)).toMatchObject({ status: "registered", registeredCommands: ["ship", "count"] });
    expect(reportOf(session).disables).toMatchObject([{ honoured: true }, { state: "enabled", accepted: true }]);
  });

  it("protects no hook against whoever turns it off, unless it is managed or built in", async () => {
    everything({ protected: true });
    const { host, session } = await start();
    expect(facts(session, "plugin").at(-1)?.reason).toContain("guard not protected");
    expect(session.disable({ kind: "hook", name: "guard" })).toMatchObject({ accepted: true, matched: 1 });
    session.enable({ kind: "hook", name: "guard" });
    session.disable({ kind: "plugin", name: "kit" });
    expect(host.hooks.active()).toEqual([]);
  });

  it("that is managed keeps what is protected when it is turned off", async () => {
    everything({ protected: true });
    const { host, session } = await start({ load: true, directories: [{ path: project.path("plugins"), scope: "managed" }] });
    session.disable({ kind: "plugin", name: "kit" });
    expect(host.hooks.active().map(({ name }) => name)).toEqual(["guard"]);
    expect(facts(session, "plugin").at(-1)).toMatchObject({ status: "disabled", registeredHooks: ["guard"], missingHooks: [] });
  });

  it("that is off when the session begins is not loaded before it is on", async () => {
    everything();
    const before = loads();
    const { host, session } = await start({ load: true }, (session) =>
      session.disable({ kind: "plugin", name: "kit" }, { origin: "flag" }),
    );
    expect(loads()).toBe(before);
    expect(facts(session, "disable")).toMatchObject([{ targetName: "kit", accepted: true, origin: "flag" }]);
    session.enable({ kind: "plugin", name: "kit" });
    await host.settled();
    expect(await host.callTool("bump", { from: 1 })).toMatchObject({ status: "completed", result: 2 });
  });

  it("turned off in the host's settings is disabled by them", async () => {
    everything();
    const { host, session } = await start({ load: true, disabled: ["kit"] });
    expect(facts(session, "plugin")).toMatchObject([
      { status: "disabled", reasonCode: "disabled_by_setting", missingCommands: ["ship", "count"] },
    ]);
    expect(host.plugins.commands()).toEqual([]);
  });

  it.each<[string, object, string | undefined, object]>([
    [
      "throws when it is loaded",
      { tools: [{ name: "a" }] },
      "throw new RangeError('boom')",
      { stage: "load", reason: "boom", errorType: "RangeError", missingTools: ["a"] },
    ],
    [
      "has no code for a tool",
      { tools: [{ name: "a" }, { name: "b" }] },
      "export default { tools: { a() {} } }",
      { stage: "register", reason: "index.mjs has no code for the tools b", missingTools: ["a", "b"] },
    ],
    [
      "brings more than it declares",
      { tools: [] },
      "export default { tools: { a() {} } }",
      { stage: "register", reason: expect.stringContaining("tools a") as string },
    ],
    ["exports nothing", { commands: [{ name: "a" }] }, "export const x = 1", { stage: "register", missingCommands: ["a"] }],
    [
      "needs code and names none",
      { tools: [{ name: "a" }] },
      undefined,
      { stage: "manifest", reasonCode: "invalid_manifest", reason: "the tools a need code, and it names no main", missingTools: ["a"] },
    ],
    ["names code that is not there", { main: "gone.mjs", tools: [{ name: "a" }] }, undefined, { stage: "load", missingTools: ["a"] }],
    [
      "reaches out of its folder for code",
      { main: "../../outside.mjs", tools: [{ name: "a" }] },
      undefined,
      { stage: "load", reason: expect.stringContaining("leads out of") as string },
    ],
    [
      "reaches out of its folder for skills",
      { skills: [".."] },
      undefined,
      { stage: "register", reason: expect.stringContaining("leads out of") as string },
    ],
    [
      "has a hook whose matcher could hang",
      {
        hooks: [
          { name: "ok", event: "Stop", command: ["x"] },
          { name: "h", event: "PreToolUse", matcher: "(a)\\1", matcherSyntax: "regex", command: ["x"] },
        ],
      },
      undefined,
      { stage: "register", missingHooks: ["ok", "h"] },
    ],
  ])("that %s fails whole", async (_, manifest, code, fact) => {
    project.write("outside.mjs", "globalThis.escaped = true; export default {}");
    project.plugin("kit", manifest, code);
    const { host, session } = await start();
    expect(facts(session, "plugin")).toMatchObject([{ name: "kit", status: "failed", ...fact }]);
    expect(host.offeredTools()).toEqual([]);
    expect(host.hooks.active()).toEqual([]);
    expect((globalThis as { escaped?: boolean }).escaped).toBeUndefined();
    expect(reportOf(session).findings).toContainEqual(expect.objectContaining({ code: "plugin_failed", subject: "plugin:kit" }));
  });

  it.each<[string, string, readonly string[]]>([
    ["no JSON", "{", ["is no JSON"]],
    ["a list", "[]", ["expected object"]],
    [
      "wrong in every part",
      '{"name": 3, "version": "", "commands": {}, "tools": [{"name": "a b"}], "hooks": [{"name": "h", "event": "Never"}], "skills": "x", "mcpServers": {"s": {}}}',
      ["name: ", "version: ", "commands: ", "tools[0].name: ", "hooks[0].event: ", "skills: ", "mcpServers.s.command: "],
    ],
    [
      "saying a name twice",
      '{"name": "kit", "commands": [{"name": "a", "prompt": ""}, {"name": "a", "prompt": ""}]}',
      ["commands[1].name: a is declared twice"],
    ],
    ["after a prototype", '{"name": "kit", "__proto__": {"tools": [{"name": "evil"}]}, "commands": 3}', ["commands: "]],
  ])("whose manifest is %s fails with every error", async (_, text, errors) => {
    project.write("plugins/kit/plugin.json", text);
    const { session } = await start();
    const [fact] = facts(session, "plugin");
    expect(fact).toMatchObject({ name: "kit", status: "failed", stage: "manifest", reasonCode: "invalid_manifest" });
    for (const error of errors) expect(fact?.reason).toContain(error);
  });

  it("that fails to be read still says what is missing with it", async () => {
    project.write("plugins/kit/plugin.json", {
      name: "kit",
      version: 3,
      commands: [{ name: "ship" }, 3, { name: "a b" }],
      mcpServers: { s: {} },
    });
    const { session } = await start();
    expect(facts(session, "plugin")).toMatchObject([{ status: "failed", missingCommands: ["ship"], missingMcpServers: ["s"] }]);
  });

  it("behind a link that leaves the folder is not read", async () => {
    project.write("elsewhere/kit/plugin.json", { name: "kit", commands: [{ name: "ship", prompt: "x" }] });
    project.link("plugins/kit", project.path("elsewhere/kit"));
    const { host, session } = await start();
    expect(facts(session, "plugin")).toMatchObject([{ name: "kit", status: "failed", reasonCode: "unreadable" }]);
    expect(host.plugins.commands()).toEqual([]);
  });
});

describe("names that two want", () => {
  it("are the first one's, and the other is told who has them", async () => {
    const parts = {
      commands: [{ name: "ship", prompt: "a" }],
      agents: [{ name: "checker" }],
      tools: [{ name: "bump" }, { name: "read" }, { name: "mcp__x__y" }],
    };
    const code = "export default { tools: { bump: () => 'NAME', read() {}, mcp__x__y() {} } }";
    project.plugin("alpha", parts, code.replace("NAME", "alpha"));
    project.plugin("beta", parts, code.replace("NAME", "beta"));
    const { host, session } = await start({ load: true }, (_, host) => host.tools.register({ name: "read", execute: () => "host" }));
    expect(facts(session, "plugin")).toMatchObject([
      { name: "alpha", registeredTools: ["bump"], shadowedTools: ["read", "mcp__x__y"], shadowedCommands: [] },
      {
        name: "beta",
        registeredTools: [],
        shadowedTools: ["bump", "read", "mcp__x__y"],
        shadowedCommands: ["ship"],
        shadowedAgents: ["checker"],
      },
    ]);
    expect(facts(session, "plugin")[1]?.reason).toContain("the plugin alpha has the command ship");
    expect(await host.callTool("bump", {})).toMatchObject({ result: "alpha" });
    expect(await host.callTool("read", {})).toMatchObject({ result: "host" });
  });

  it("of plugins themselves: the second is refused", async () => {
    project.write("plugins/a/plugin.json", { name: "kit" });
    project.write("plugins/b/plugin.json", { name: "kit", commands: [{ name: "ship", prompt: "x" }] });
    const { session } = await start();
    expect(facts(session, "plugin")).toMatchObject([
      { status: "registered", manifestPath: "plugins/a/plugin.json" },
      { status: "refused", reasonCode: "name_claimed", missingCommands: ["ship"] },
    ]);
  });
});

it("a hook of a plugin can veto", async () => {
  project.plugin(
    "kit",
    { hooks: [{ name: "guard", event: "PreToolUse", failMode: "closed" }] },
    `export default { hooks: { guard() { throw globalThis.makeVeto(); } } }`,
  );
  (globalThis as { makeVeto?: () => Error }).makeVeto = () => new HookVeto("not with me");
  const { host } = await start({ load: true }, (_, host) => host.tools.register({ name: "read", execute: () => "" }));
  expect(await host.callTool("read", {})).toMatchObject({ status: "blocked", by: "hook", name: "guard", reason: "not with me" });
});
