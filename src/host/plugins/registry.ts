import { join } from "node:path";
import type { PluginPart, PluginStage } from "../../activation/plugin.ts";
import type { Recorder } from "../../emit/recorder.ts";
import type { Session } from "../../session/session.ts";
import type { Surface } from "../../session/surface.ts";
import { errorTypeOf, messageOf } from "../host-error.ts";
import { commandHook, type HookDeclaration } from "../hooks/declaration.ts";
import type { HookHandler, HookSource, HookSpec } from "../hooks/hook.ts";
import { whyOff, type HookRegistry } from "../hooks/registry.ts";
import type { McpConfig } from "../mcp/config.ts";
import { resolveWithin } from "../read-file.ts";
import type { SkillDirectory } from "../skills/candidate.ts";
import type { SkillRegistry } from "../skills/registry.ts";
import type { ToolFunction, ToolOrigin, ToolTable, Unavailable } from "../tools.ts";
import { whyNotAdmitted } from "./admission.ts";
import { CodeMismatch, loadCode } from "./code.ts";
import { NOT_RUN, pluginFacts } from "./facts.ts";
import type { PluginAgent, PluginCommand, PluginManifest } from "./manifest.ts";
import { findPlugins, type Plugin, type PluginDirectory, type PluginFault } from "./plugin.ts";

export interface PluginsOptions {
  /** The folders to search, in order: of one name, the first plugin has it. */
  readonly directories?: readonly PluginDirectory[] | undefined;
  /** Whether what plugins bring is run: their module, the commands of their hooks, their MCP servers. Default: their manifests are read, and nothing is run. */
  readonly load?: boolean | undefined;
  /** Plugins that the host's settings turn off. */
  readonly disabled?: readonly string[] | undefined;
  /** The setting that enables plugins, for the report. */
  readonly enabledVia?: string | undefined;
}

/** A server that a plugin brings. */
export interface PluginServer {
  readonly name: string;
  readonly config: McpConfig;
  readonly plugin: string;
  readonly manifestPath: string;
  readonly folder: string;
}

/** What became of a wish to call a command. */
export type CommandCall =
  | { readonly status: "prompt"; readonly prompt: string; readonly plugin: string }
  | { readonly status: "done"; readonly result: unknown; readonly plugin: string }
  | ({ readonly status: "unavailable" } & Unavailable);

interface Owned<T> {
  readonly plugin: Plugin;
  readonly part: T;
}

/** The plugins of a session: their manifests, what they register, and, where the host allows it, their code. */
export class PluginRegistry {
  readonly #recorder: Recorder;
  readonly #session: Session;
  readonly #options: PluginsOptions;
  readonly #hooks: HookRegistry;
  readonly #tools: ToolTable;
  readonly #skills: SkillRegistry;
  readonly #commands = new Map<string, Owned<PluginCommand>>();
  readonly #agents = new Map<string, Owned<PluginAgent>>();
  readonly #servers = new Map<string, PluginServer>();
  readonly #surfaces = new Map<Plugin, Surface>();
  readonly #said = new Map<Plugin, string | null>();
  readonly #loading = new Map<Plugin, Promise<void>>();
  #announced = false;

  constructor(recorder: Recorder, hooks: HookRegistry, tools: ToolTable, skills: SkillRegistry, options: PluginsOptions = {}) {
    this.#recorder = recorder;
    this.#session = recorder.session;
    this.#options = options;
    this.#hooks = hooks;
    this.#tools = tools;
    this.#skills = skills;
  }

  /** Reads the manifests, loads the code of what is on, and registers what the plugins bring. */
  async discover(): Promise<void> {
    const owners = new Map<string, Plugin>();
    for (const directory of this.#options.directories ?? []) {
      for (const plugin of await findPlugins(directory)) {
        this.#surfaces.set(plugin, this.#session.addSurface({ kind: "plugin", name: plugin.name }));
        this.#admit(plugin, owners);
      }
    }
    await Promise.all(this.#plugins().map(async (plugin) => await this.#load(plugin)));
    for (const plugin of this.#plugins()) await this.#register(plugin);
  }

  /** The folders of skills that the plugins bring. */
  skillDirectories(): readonly SkillDirectory[] {
    return this.#plugins().flatMap(({ fault, skills }) => (fault === undefined ? skills : []));
  }

  /** The MCP servers that the plugins bring and this host may start. */
  servers(): readonly PluginServer[] {
    return [...this.#servers.values()];
  }

  /** The commands that a user can call now. */
  commands(): readonly (PluginCommand & { readonly plugin: string })[] {
    return this.#on(this.#commands);
  }

  /** The subagents that are there now. */
  agents(): readonly (PluginAgent & { readonly plugin: string })[] {
    return this.#on(this.#agents);
  }

  /** Calls a command: gives its prompt, or runs its code. What the code throws, this throws. */
  async call(name: string, words = ""): Promise<CommandCall> {
    const owned = this.#commands.get(name);
    if (owned === undefined) return { status: "unavailable", reason: `there is no command ${name}`, reasonCode: "not_recognised" };
    const { plugin, part } = owned;
    const off = this.#whyOff(plugin);
    if (off !== undefined) return { status: "unavailable", ...off };
    if (part.prompt !== undefined) return { status: "prompt", prompt: part.prompt, plugin: plugin.name };
    await this.#load(plugin);
    return { status: "done", result: await plugin.code?.commands?.[name]?.(words), plugin: plugin.name };
  }

  announce(): void {
    this.#announced = true;
    for (const plugin of this.#plugins()) this.#record(plugin);
  }

  /** Says anew what a disable has changed, and loads what was off when the session began. */
  refresh(): void {
    if (!this.#announced) return;
    for (const plugin of this.#plugins()) {
      if ((this.#disabledBy(plugin) ?? null) !== this.#said.get(plugin)) this.#record(plugin);
      void this.#loadLate(plugin);
    }
  }

  /** Waits for code that is being loaded. */
  async settled(): Promise<void> {
    await Promise.all(this.#loading.values());
  }

  #admit(plugin: Plugin, owners: Map<string, Plugin>): void {
    if (plugin.fault !== undefined) return;
    const owner = owners.get(plugin.name);
    if (owner === undefined) owners.set(plugin.name, plugin);
    plugin.fault = whyNotAdmitted(plugin, owner, this.#session.workspace, this.#options.disabled ?? []);
  }

  /** Imports the code once, when the plugin is on. A failure becomes its fault. */
  async #load(plugin: Plugin): Promise<void> {
    const { manifest } = plugin;
    if (this.#options.load !== true || manifest === undefined || plugin.fault !== undefined || this.#disabledBy(plugin) !== undefined)
      return;
    const loading = this.#loading.get(plugin) ?? this.#import(plugin, manifest);
    this.#loading.set(plugin, loading);
    await loading;
  }

  async #import(plugin: Plugin, manifest: PluginManifest): Promise<void> {
    try {
      plugin.code = await loadCode(plugin.folder, manifest);
    } catch (error) {
      plugin.fault = faultOf(error, error instanceof CodeMismatch ? "register" : "load");
    }
  }

  /** Code that is loaded when its plugin is turned on again can fail then. */
  async #loadLate(plugin: Plugin): Promise<void> {
    const wasWhole = plugin.fault === undefined;
    await this.#load(plugin);
    if (!wasWhole || plugin.fault === undefined) return;
    this.#record(plugin);
    this.#tools.refresh();
  }

  async #register(plugin: Plugin): Promise<void> {
    const { manifest } = plugin;
    if (manifest === undefined || plugin.fault !== undefined) return;
    try {
      for (const folder of manifest.skills) {
        plugin.skills.push({ path: await resolveWithin(plugin.folder, join(plugin.folder, folder)), scope: "plugin", plugin: plugin.name });
      }
      const hooks = manifest.hooks.map((hook) => this.#hookOf(plugin, hook));
      if (this.#options.load === true) this.#hooks.register(...hooks);
      else this.#withholdHooks(plugin, hooks);
    } catch (error) {
      plugin.fault = faultOf(error, "register");
      return;
    }
    for (const command of manifest.commands) {
      if (this.#withholds(plugin, "commands", command.name, command.prompt === undefined)) continue;
      this.#claim(plugin, "commands", command, this.#commands);
    }
    for (const agent of manifest.agents) this.#claim(plugin, "agents", agent, this.#agents);
    for (const tool of manifest.tools) {
      if (this.#withholds(plugin, "tools", tool.name, true)) continue;
      const taken = this.#tools.whyTaken(tool.name);
      if (taken !== undefined) this.#lose(plugin, "tools", tool.name, taken);
      else this.#tools.add({ ...tool, execute: this.#runner(plugin, tool.name) }, this.#originOf(plugin));
    }
    for (const [name, config] of Object.entries(manifest.mcpServers)) {
      if (this.#withholds(plugin, "mcp_servers", name, true)) continue;
      const owner = this.#servers.get(name);
      if (owner !== undefined) this.#lose(plugin, "mcp_servers", name, `the plugin ${owner.plugin} has an MCP server ${name}`);
      else this.#servers.set(name, { name, config, plugin: plugin.name, manifestPath: plugin.manifestPath, folder: plugin.folder });
    }
  }

  /** A server's name that the host's own configuration has already. */
  loseServer(name: string, why: string): void {
    const server = this.#servers.get(name);
    const plugin = this.#plugins().find((candidate) => candidate.name === server?.plugin && candidate.fault === undefined);
    if (plugin !== undefined) this.#lose(plugin, "mcp_servers", name, why);
    this.#servers.delete(name);
  }

  #claim<T extends { readonly name: string }>(plugin: Plugin, kind: "commands" | "agents", part: T, owned: Map<string, Owned<T>>): void {
    const owner = owned.get(part.name)?.plugin;
    if (owner === undefined) owned.set(part.name, { plugin, part });
    else this.#lose(plugin, kind, part.name, `the plugin ${owner.name} has the ${kind === "commands" ? "command" : "agent"} ${part.name}`);
  }

  #lose(plugin: Plugin, part: PluginPart, name: string, why: string): void {
    plugin.lost[part].push(name);
    plugin.notes.push(why);
  }

  #withholds(plugin: Plugin, part: PluginPart, name: string, runsCode: boolean): boolean {
    if (!runsCode || this.#options.load === true) return false;
    plugin.withheld[part].push(name);
    return true;
  }

  #withholdHooks(plugin: Plugin, hooks: readonly HookSpec[]): void {
    for (const hook of hooks) {
      plugin.withheld.hooks.push(hook.name);
      this.#hooks.declare(hook, "suppressed", NOT_RUN, "feature_off");
    }
  }

  #hookOf(plugin: Plugin, declaration: HookDeclaration): HookSpec {
    const source: HookSource = { path: plugin.manifestPath, scope: "plugin", plugin: plugin.name, via: "manifest" };
    const run: HookHandler = async (input, call) => {
      await this.#load(plugin);
      const handler = plugin.code?.hooks?.[declaration.name];
      if (handler === undefined) throw notLoaded(plugin);
      return await handler(input, call);
    };
    return commandHook(declaration, source, plugin.folder) ?? { ...declaration, run, source };
  }

  #originOf(plugin: Plugin): ToolOrigin {
    const off = (): Unavailable | undefined => this.#whyOff(plugin);
    return { reason: `registered by the plugin ${plugin.name}`, plugin: plugin.name, path: plugin.manifestPath, off };
  }

  #runner(plugin: Plugin, tool: string): ToolFunction {
    return async (args, call) => {
      await this.#load(plugin);
      const execute = plugin.code?.tools?.[tool];
      if (execute === undefined) throw notLoaded(plugin);
      return await execute(args, call);
    };
  }

  #whyOff(plugin: Plugin): Unavailable | undefined {
    const disabledBy = this.#disabledBy(plugin);
    if (disabledBy !== undefined) return { reason: whyOff(disabledBy), reasonCode: "disabled_for_session" };
    return plugin.fault === undefined ? undefined : { reason: plugin.fault.reason, reasonCode: plugin.fault.reasonCode };
  }

  #on<T>(owned: ReadonlyMap<string, Owned<T>>): readonly (T & { readonly plugin: string })[] {
    return Array.from(owned.values())
      .filter(({ plugin }) => this.#whyOff(plugin) === undefined)
      .map(({ plugin, part }) => ({ ...part, plugin: plugin.name }));
  }

  #plugins(): readonly Plugin[] {
    return [...this.#surfaces.keys()];
  }

  #disabledBy(plugin: Plugin): string | undefined {
    const surface = this.#surfaces.get(plugin);
    return surface === undefined ? undefined : this.#session.disabledBy(surface);
  }

  #record(plugin: Plugin): void {
    const disabledBy = this.#disabledBy(plugin);
    this.#said.set(plugin, disabledBy ?? null);
    const skills = plugin.fault === undefined ? this.#skills.ofPlugin(plugin.name) : { loaded: [], off: [], shadowed: [] };
    this.#recorder.plugin(pluginFacts(plugin, skills, disabledBy, this.#options.enabledVia));
  }
}

function faultOf(error: unknown, stage: PluginStage): PluginFault {
  return { status: "failed", stage, reason: messageOf(error), reasonCode: "load_error", errorType: errorTypeOf(error) };
}

function notLoaded({ name, fault }: Plugin): CodeMismatch {
  return new CodeMismatch(`the code of ${name} is not loaded: ${fault?.reason ?? "it is off"}`);
}
