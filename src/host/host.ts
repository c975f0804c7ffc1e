import type { ActivationKind } from "../activation/activation.ts";
import type { Recorder } from "../emit/recorder.ts";
import type { DisableChange } from "../session/change.ts";
import type { Session } from "../session/session.ts";
import { handedOn } from "./handed-on.ts";
import { HostError } from "./host-error.ts";
import { HookRegistry, type HookBlock, type HooksOptions } from "./hooks/registry.ts";
import { readHookSettings, type HookSettingsFile } from "./hooks/settings.ts";
import { McpRegistry, type McpOptions } from "./mcp/registry.ts";
import { PluginRegistry, type PluginsOptions } from "./plugins/registry.ts";
import { Policies, type PoliciesOptions } from "./policy.ts";
import { SkillRegistry, type SkillsOptions } from "./skills/registry.ts";
import { ToolSurface } from "./surface.ts";
import { ToolCalls, type CallOptions, type ToolOutcome } from "./tool-calls.ts";
import { ToolTable, type ToolDefinition } from "./tools.ts";
import { isWithheld, UNTRUSTED } from "./workspace-trust.ts";

export interface HostOptions {
  /** Writes what the host decides. Its session is the host's. */
  readonly recorder: Recorder;
  readonly hooks?: (HooksOptions & { readonly settings?: readonly HookSettingsFile[] | undefined }) | undefined;
  readonly skills?: SkillsOptions | undefined;
  readonly plugins?: PluginsOptions | undefined;
  readonly mcp?: McpOptions | undefined;
  readonly policies?: PoliciesOptions | undefined;
}

/** One round of a run. */
export interface RunRound {
  readonly prompt: string;
  /** What a Stop hook had against ending: set from the second round on. */
  readonly objection?: HookBlock | undefined;
}

export type RunOutcome<T> =
  | {
      readonly status: "completed";
      readonly value: T;
      /** A Stop hook still had something against ending. */
      readonly objection?: HookBlock | undefined;
    }
  | { readonly status: "blocked"; readonly block: HookBlock };

/** How often a Stop hook can send a run back to work. */
const MOST_ROUNDS = 5;

/** The kinds of which everything that is there has been written when the host has started. */
const INVENTORIED: readonly ActivationKind[] = ["hook_registration", "skill", "plugin", "mcp_server", "mcp_tool"];

/**
 * Hooks, skills, plugins, MCP servers and policies of an agent, each with the reason why it is there or is not.
 *
 * @example
 * const { recorder, end } = startSession({ agent: "demo-agent" });
 * const host = createHost({ recorder, skills: { directories: [{ path: ".agent/skills", scope: "project" }] } });
 * await host.start();
 * await host.run(prompt, async () => await host.callTool("shell", { command: "ls" }));
 * await host.stop();
 * await end();
 */
export class ExtensionHost {
  readonly session: Session;
  readonly hooks: HookRegistry;
  readonly skills: SkillRegistry;
  readonly plugins: PluginRegistry;
  readonly mcp: McpRegistry;
  readonly policies: Policies;
  readonly tools: ToolTable;
  /** Code that brings tools: sealed at the start, harvested at the beginning of every run. */
  readonly surface: ToolSurface;
  readonly #recorder: Recorder;
  readonly #options: HostOptions;
  readonly #calls: ToolCalls;
  #state: "new" | "started" | "stopped" = "new";
  #unwatch: (() => void) | undefined;
  #isRunning = false;

  constructor(options: HostOptions) {
    const { recorder } = options;
    this.#recorder = recorder;
    this.#options = options;
    this.session = recorder.session;
    this.hooks = new HookRegistry(recorder, {
      environment: () => handedOn(() => this.session.childEnvironment(), process.env),
      ...options.hooks,
    });
    this.tools = new ToolTable(recorder);
    this.surface = new ToolSurface(recorder, this.tools);
    this.skills = new SkillRegistry(recorder, options.skills);
    this.plugins = new PluginRegistry(recorder, this.hooks, this.tools, this.skills, options.plugins);
    this.mcp = new McpRegistry(recorder, options.mcp);
    this.policies = new Policies(recorder, options.policies);
    this.#calls = new ToolCalls(recorder, this.hooks, this.policies, this.tools, this.mcp);
  }

  /**
   * Finds what there is, starts what is on, and writes why. What the session has turned off before is not started.
   * @returns what became of each disable that was asked for before: how much it reaches, or that it matched nothing
   * @throws HostError where a configuration file cannot be used
   */
  async start(): Promise<readonly DisableChange[]> {
    if (this.#state !== "new") throw new HostError("a host starts once: create another one");
    this.#state = "started";
    try {
      await this.#discover();
    } catch (error) {
      await this.mcp.close();
      throw error;
    }
    // What there is, is known now: what flags and carriers turned off can be counted.
    const changes = this.session.settle();
    for (const registry of this.#registries()) registry.announce();
    this.#unwatch = this.session.onDisableChange(() => this.#refresh());
    this.#recorder.inventoried(INVENTORIED);
    await this.hooks.dispatch("SessionStart");
    return changes;
  }

  /** The tools that the model is offered now: the host's, those of plugins, those of MCP servers. */
  offeredTools(): readonly ToolDefinition[] {
    const own = this.tools.available().map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    return [...own, ...this.mcp.available()];
  }

  /**
   * One run: a prompt to its end. UserPromptSubmit hooks can block it; `body` does the work; a Stop hook that objects
   * sends it back to work, at most five times. What `body` throws, this throws.
   */
  async run<T>(prompt: string, body: (round: RunRound) => Promise<T>): Promise<RunOutcome<T>> {
    this.#mustRun();
    if (this.#isRunning) throw new HostError("a run is going on: a session has one at a time");
    this.#isRunning = true;
    this.#recorder.startRun();
    try {
      if (this.surface.size > 0) await this.surface.harvest();
      const { blocked: block } = await this.hooks.dispatch("UserPromptSubmit", { prompt });
      if (block !== undefined) return { status: "blocked", block };
      let objection: HookBlock | undefined;
      for (let round = 1; ; round++) {
        const value = await body({ prompt, objection });
        ({ blocked: objection } = await this.hooks.dispatch("Stop", { prompt }));
        if (objection === undefined || round === MOST_ROUNDS) return { status: "completed", value, objection };
      }
    } finally {
      this.#recorder.endRun();
      this.#isRunning = false;
    }
  }

  /**
   * Calls a tool: PreToolUse hooks first, then the policies, then the tool, then PostToolUse hooks. Never throws for
   * what a tool, a hook or a policy does.
   * @throws HostError where the host is not running
   */
  async callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<ToolOutcome> {
    this.#mustRun();
    return await this.#calls.call(name, args, options);
  }

  /** Waits for what a change of the disables has set going: servers and code of plugins that were off. */
  async settled(): Promise<void> {
    await Promise.all([this.mcp.settled(), this.plugins.settled()]);
  }

  /** Dispatches SessionEnd and ends the MCP servers. The session itself is ended by whoever began it. */
  async stop(): Promise<void> {
    if (this.#state !== "started") return;
    this.#state = "stopped";
    await this.hooks.dispatch("SessionEnd");
    this.#unwatch?.();
    await this.mcp.close();
  }

  async #discover(): Promise<void> {
    const { workspace } = this.session;
    for (const file of this.#options.hooks?.settings ?? []) {
      const hooks = await readHookSettings(file, workspace.path);
      if (!isWithheld(file.scope, workspace)) this.hooks.register(...hooks);
      else for (const hook of hooks) this.hooks.declare(hook, "untrusted", UNTRUSTED.reason, UNTRUSTED.reasonCode);
    }
    await this.mcp.discover();
    await this.plugins.discover();
    await this.skills.discover(this.plugins.skillDirectories());
    for (const { name, config, plugin, manifestPath, folder } of this.plugins.servers()) {
      const isFree = this.mcp.declare({ name, config, plugin, path: manifestPath, scope: "plugin", cwd: folder });
      if (!isFree) this.plugins.loseServer(name, `the host's configuration has an MCP server ${name}`);
    }
    if (this.surface.size > 0) await this.surface.seal();
    await this.mcp.connect();
  }

  #mustRun(): void {
    if (this.#state !== "started") throw new HostError("the host is not running: call start() first, and nothing after stop()");
  }

  #refresh(): void {
    for (const registry of this.#registries()) registry.refresh();
  }

  #registries(): readonly { announce(): void; refresh(): void }[] {
    return [this.hooks, this.plugins, this.tools, this.skills, this.mcp];
  }
}

/** A host for a recorder's session. */
export function createHost(options: HostOptions): ExtensionHost {
  return new ExtensionHost(options);
}
