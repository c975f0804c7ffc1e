import fc from "fast-check";
import { expect, it } from "vitest";
import type { DisableKind } from "../../src/activation/disable.ts";
import { HostError } from "../../src/host/host-error.ts";
import type { ExtensionHost } from "../../src/host/host.ts";
import { HookVeto } from "../../src/host/hooks/hook.ts";
import type { ActivationReport } from "../../src/report/report.ts";
import { fixtureServer, hostOf, Project, reportOf, type Hosted } from "./project.ts";

// Whatever a host is made of and whatever is done with it: nothing is active without a row in the report that gives
// its origin and a reason, and no row says that something is active which is not.

const NAMES = ["alpha", "beta", "gamma"] as const;
const name = fc.constantFrom(...NAMES);

const skill = fc.record({
  directory: fc.constantFrom("one", "two", "plugins/alpha/skills", "plugins/beta/skills"),
  name,
  frontmatter: fc.constantFrom(undefined, "name: wrong", "description: [", "metadata:\n  isolation: docker"),
  provenance: fc.constantFrom(undefined, "{}", '{"signer": "x", "files": {}}'),
});

const CODE = {
  good: (tool: string) => `export default { tools: { ${tool}: (args) => args }, hooks: { guard() {} } };`,
  throws: () => "throw new Error('broken');",
  lacks: () => "export default {};",
} as const;

const plugin = fc.record({
  folder: name,
  name: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: name }),
  code: fc.constantFrom("good", "good", "throws", "lacks"),
  tool: name,
  command: name,
  isProtected: fc.boolean(),
  manifest: fc.oneof({ weight: 5, arbitrary: fc.constant("good") }, { weight: 1, arbitrary: fc.constantFrom("{", "[]", '{"name": 1}') }),
});

const target = fc.record({
  kind: fc.constantFrom<DisableKind>("hook", "skill", "plugin", "mcp_server", "mcp_tool"),
  name: fc.oneof(name, fc.constantFrom("*", "guard", "a*", "issues", "issues/alpha", "guard@alpha", "nothing")),
});

const step = fc.oneof(
  fc.record({ do: fc.constant("disable"), target }),
  fc.record({ do: fc.constant("enable"), target }),
  fc.record({
    do: fc.constant("hook"),
    name,
    ends: fc.constantFrom("returns", "vetoes", "throws"),
    event: fc.constantFrom("PreToolUse", "PostToolUse"),
  }),
  fc.record({ do: fc.constant("tool"), name: fc.oneof(name, fc.constant("mcp__x__y")), throws: fc.boolean() }),
  fc.record({ do: fc.constant("call"), name: fc.oneof(name, fc.constantFrom("mcp__issues__alpha", "nothing")) }),
  fc.record({ do: fc.constant("use"), name }),
  fc.record({ do: fc.constant("command"), name }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Made {
  readonly skills: readonly (typeof skill extends fc.Arbitrary<infer T> ? T : never)[];
  readonly plugins: readonly (typeof plugin extends fc.Arbitrary<infer T> ? T : never)[];
  readonly load: boolean;
  readonly before: readonly { readonly kind: DisableKind; readonly name: string }[];
  readonly steps: readonly Step[];
}

const made: fc.Arbitrary<Made> = fc.record({
  skills: fc.array(skill, { maxLength: 5 }),
  plugins: fc.uniqueArray(plugin, { maxLength: 3, selector: ({ folder }) => folder }),
  load: fc.boolean(),
  before: fc.array(target, { maxLength: 2 }),
  steps: fc.array(step, { maxLength: 12 }),
});

function make(project: Project, { skills, plugins, load }: Made, withServer: boolean): Hosted {
  for (const each of skills) {
    project.skill(
      each.directory,
      each.name,
      each.frontmatter === undefined ? undefined : `name: ${each.name}\ndescription: x\n${each.frontmatter}`,
    );
    if (each.provenance !== undefined) project.write(`${each.directory}/${each.name}/provenance.json`, each.provenance);
  }
  for (const each of plugins) {
    const manifest = {
      name: each.name ?? each.folder,
      commands: [{ name: each.command, prompt: "x" }],
      agents: [{ name: each.command }],
      tools: [{ name: each.tool }],
      hooks: [{ name: "guard", event: "PreToolUse", protected: each.isProtected }],
      skills: ["."],
    };
    project.plugin(each.folder, manifest, CODE[each.code](each.tool));
    if (each.manifest !== "good") project.write(`plugins/${each.folder}/plugin.json`, each.manifest);
  }
  const configFile = project.write("mcp.json", { mcpServers: withServer ? { issues: fixtureServer([...NAMES]) } : {} });
  const trustFile = project.write("trust.json", { servers: { issues: { deny: ["gamma"] } } });
  return hostOf(project, {
    skills: { directories: ["one", "two"].map((path) => ({ path: project.path(path), scope: "project" as const })) },
    plugins: { directories: [{ path: project.path("plugins"), scope: "managed" }], load },
    mcp: { configFile, trustFile },
  });
}

async function take({ host, session }: Hosted, step: Step): Promise<void> {
  switch (step.do) {
    case "disable":
      session.disable(step.target);
      return;
    case "enable":
      session.enable(step.target);
      await host.settled();
      return;
    case "hook":
      return ignoreTaken(() => {
        const run = (): void => {
          if (step.ends === "vetoes") throw new HookVeto();
          if (step.ends === "throws") throw new Error("broken");
        };
        host.hooks.register({ name: step.name, event: step.event, run });
      });
    case "tool":
      return ignoreTaken(() => {
        host.tools.register({
          name: step.name,
          execute() {
            if (step.throws) throw new Error("broken");
          },
        });
      });
    case "call":
      await host.run("x", async () => await host.callTool(step.name, {}));
      return;
    case "use":
      host.skills.use(step.name);
      return;
    case "command":
      await host.plugins.call(step.name);
  }
}

function ignoreTaken(register: () => void): void {
  try {
    register();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/** What is on, by the host; and what is on, by the last row of each thing in the report. */
function activeInHost(host: ExtensionHost, project: Project): readonly string[] {
  return [
    ...host.offeredTools().map((tool) => `tool ${tool.name}`),
    ...host.plugins.commands().map((command) => `command ${command.name} of ${command.plugin}`),
    ...host.plugins.agents().map((agent) => `agent ${agent.name} of ${agent.plugin}`),
    ...host.skills.loaded().map((loaded) => `skill ${loaded.name} in ${project.shown(loaded.path)}`),
    ...host.hooks.active().map((hook) => `hook ${hook.name} at ${hook.event} of ${hook.source?.plugin ?? "the host"}`),
  ].sort();
}

function activeInReport(report: ActivationReport): readonly string[] {
  const active = new Map<string, readonly string[]>();
  const say = (
    key: string,
    row: { readonly reason: string | null; readonly reason_code: string | null },
    isOn: boolean,
    origin: unknown,
    names: readonly string[],
  ): void => {
    if (isOn) {
      expect(row.reason, key).toBeTruthy();
      expect(row.reason_code, key).toBeTruthy();
      expect(origin, key).toBeTruthy();
    }
    active.set(key, isOn ? names : []);
  };
  for (const row of report.mcp_tools ?? []) {
    say(`tool ${row.server} ${row.tool} ${row.plugin}`, row, row.available === true, row.server ?? row.plugin ?? row.source, [
      `tool ${row.model_name}`,
    ]);
  }
  for (const row of report.plugins ?? []) {
    const names = [
      ...(row.registered.commands ?? []).map((command) => `command ${command} of ${row.name}`),
      ...(row.registered.agents ?? []).map((agent) => `agent ${agent} of ${row.name}`),
    ];
    say(`plugin ${row.manifest_path}`, row, row.status === "registered", row.manifest_path, names);
  }
  for (const row of report.skills ?? [])
    say(`skill ${row.path}`, row, row.status === "loaded", row.path, [`skill ${row.name} in ${row.path}`]);
  for (const row of report.hooks ?? []) {
    const key = `hook ${row.hook_name} at ${row.event} of ${row.plugin ?? "the host"}`;
    say(key, row, row.state === "active", row.registered_via, [key]);
  }
  return [...active.values()].flat().sort();
}

async function holds(plan: Made, withServer: boolean): Promise<void> {
  const project = new Project();
  const hosted = make(project, plan, withServer);
  try {
    for (const target of plan.before) hosted.session.disable(target, { origin: "flag" });
    await hosted.host.start();
    expect(activeInReport(reportOf(hosted.session))).toEqual(activeInHost(hosted.host, project));
    for (const step of plan.steps) {
      await take(hosted, step);
      expect(activeInReport(reportOf(hosted.session)), JSON.stringify(step)).toEqual(activeInHost(hosted.host, project));
    }
    const report = reportOf(hosted.session);
    expect(report.completeness.emitters).toMatchObject([{ missing: [] }]);
  } finally {
    await hosted.host.stop();
    project.remove();
  }
}

it("nothing is active without a row that gives origin and reason, and no row says more than is so", async () => {
  await fc.assert(
    fc.asyncProperty(made, async (plan) => await holds(plan, false)),
    { numRuns: 60 },
  );
}, 120_000);

it("that holds with a real MCP server too", async () => {
  await fc.assert(
    fc.asyncProperty(made, async (plan) => await holds(plan, true)),
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);
