import { context as contextApi } from "@opentelemetry/api";
import { randomUUID } from "node:crypto";
import type { ActivationKind } from "../activation/activation.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { OpenToolCall, Recorder } from "../emit/recorder.ts";
import { BaggageLimitError } from "../session/baggage-limit.ts";
import type { Session } from "../session/session.ts";
import { frozenArguments, type ToolArguments } from "./arguments.ts";
import { errorTypeOf, HostError, messageOf } from "./host-error.ts";
import { HookRegistry, type HookBlock, type HooksOptions } from "./hooks/registry.ts";
import { readHookSettings, type HookSettingsFile } from "./hooks/settings.ts";
import { McpRegistry, type McpOptions } from "./mcp/registry.ts";
import type { McpTool } from "./mcp/server.ts";
import { PluginRegistry, type PluginsOptions } from "./plugins/registry.ts";
import { Policies, type PoliciesOptions } from "./policy.ts";
import { SkillRegistry, type SkillsOptions } from "./skills/registry.ts";
import { ToolSurface } from "./surface.ts";
import { ToolTable, type OwnTool, type ToolDefinition, type Unavailable } from "./tools.ts";

export interface HostOptions {
  /** Writes what the host decides. Its session is the host's. */
  readonly recorder: Recorder;
  readonly hooks?: (HooksOptions & { readonly settings?: readonly HookSettingsFile[] | undefined }) | undefined;
  readonly skills?: SkillsOptions | undefined;
  readonly plugins?: PluginsOptions | undefined;
  readonly mcp?: McpOptions | undefined;
  readonly policies?: PoliciesOptions | undefined;
}

/** What a tool call came to. */
export type ToolOutcome =
  | {
      readonly status: "completed";
      readonly result: unknown;
      /** The arguments that the tool got, after the hooks. */
      readonly arguments: ToolArguments;
      /** A PostToolUse hook objects: the call has happened, and its result is not to be taken as good. */
      readonly objection?: HookBlock | undefined;
    }
  | {
      readonly status: "blocked";
      readonly by: "hook" | "policy";
      readonly name: string;
      readonly reason?: string | undefined;
      readonly reasonCode: ReasonCode;
    }
  | ({ readonly status: "unavailable" } & Unavailable)
  | { readonly status: "failed"; readonly error: unknown; readonly reason: string };

export interface CallOptions {
  /** The id that the model gave the call. Default: a random one. */
  readonly toolCallId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
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
  #state: "new" | "started" | "stopped" = "new";
  #unwatch: (() => void) | undefined;
  #isRunning = false;

  constructor(options: HostOptions) {
    const { recorder } = options;
    this.#recorder = recorder;
    this.#options = options;
    this.session = recorder.session;
    this.hooks = new HookRegistry(recorder, { environment: () => environmentOf(this.session), ...options.hooks });
    this.tools = new ToolTable(recorder);
    this.surface = new ToolSurface(recorder, this.tools);
    this.skills = new SkillRegistry(recorder, options.skills);
    this.plugins = new PluginRegistry(recorder, this.hooks, this.tools, this.skills, options.plugins);
    this.mcp = new McpRegistry(recorder, options.mcp);
    this.policies = new Policies(recorder, options.policies);
  }

  /**
   * Finds what there is, starts what is on, and writes why. What the session has turned off before is not started.
   * @throws HostError where a configuration file cannot be used
   */
  async start(): Promise<void> {
    if (this.#state !== "new") throw new HostError("a host starts once: create another one");
    this.#state = "started";
    try {
      await this.#discover();
    } catch (error) {
      await this.mcp.close();
      throw error;
    }
    // What there is, is known now: what flags and carriers turned off can be counted.
    this.session.settle();
    for (const registry of this.#registries()) registry.announce();
    this.#unwatch = this.session.onDisableChange(() => this.#refresh());
    this.#recorder.inventoried(INVENTORIED);
    await this.hooks.dispatch("SessionStart");
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
    const { toolCallId = `call_${randomUUID()}`, signal } = options;
    const found = this.#find(name);
    const server = "tool" in found ? found.tool.server.declared.name : undefined;
    const call = this.#recorder.beginToolCall({ toolName: name, toolCallId, server });
    return await contextApi.with(call.context, async (): Promise<ToolOutcome> => {
      if ("reasonCode" in found) return unavailable(found, call);
      return await this.#guard(name, toolCallId, args, signal, call);
    });
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
      if (workspace.trusted !== false || (file.scope !== "project" && file.scope !== "local")) this.hooks.register(...hooks);
      else for (const hook of hooks) this.hooks.declare(hook, "untrusted", "the workspace is not trusted", "workspace_untrusted");
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

  #find(name: string): OwnTool | { readonly tool: McpTool } | Unavailable {
    return this.tools.find(name) ?? this.mcp.find(name) ?? { reason: `there is no tool ${name}`, reasonCode: "not_recognised" };
  }

  async #guard(
    toolName: string,
    toolCallId: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
    call: OpenToolCall,
  ): Promise<ToolOutcome> {
    let args: ToolArguments;
    try {
      args = frozenArguments(given);
    } catch (error) {
      call.end("invalid_arguments");
      return { status: "failed", error, reason: messageOf(error) };
    }
    const before = await this.hooks.dispatch("PreToolUse", { toolName, toolCallId, arguments: args });
    if (before.blocked !== undefined) {
      call.end();
      const { hook, reason, reasonCode } = before.blocked;
      return { status: "blocked", by: "hook", name: hook, reason, reasonCode };
    }
    if (this.policies.size > 0) {
      const decision = await this.policies.decide({ action: `tool:${toolName}`, toolName, toolCallId, arguments: before.arguments });
      if (decision.enforcement === "deny") {
        call.end();
        const { policy = "policies", reason, reasonCode } = decision;
        return { status: "blocked", by: "policy", name: policy, reason, reasonCode };
      }
    }
    // Looked up again: it may have been turned off, or its trust have ended, while the guards were asked.
    const found = this.#find(toolName);
    if ("reasonCode" in found) return unavailable(found, call);
    const outcome = await this.#execute(found, toolCallId, before.arguments, signal, call);
    if (outcome.status !== "completed") return outcome;
    const after = await this.hooks.dispatch("PostToolUse", { toolName, toolCallId, arguments: before.arguments, result: outcome.result });
    return { ...outcome, objection: after.blocked };
  }

  async #execute(
    found: OwnTool | { readonly tool: McpTool },
    toolCallId: string,
    args: ToolArguments,
    signal: AbortSignal | undefined,
    call: OpenToolCall,
  ): Promise<ToolOutcome> {
    try {
      if (!("tool" in found)) {
        const result = await found.execute(args, { toolCallId, signal, context: call.context });
        call.end();
        return { status: "completed", result, arguments: args };
      }
      const result = await this.mcp.call(found.tool, args, signal);
      call.end(result.isError === true ? "tool_error" : undefined);
      if (result.isError === true) return { status: "failed", error: result, reason: `${found.tool.modelName} says that it failed` };
      return { status: "completed", result, arguments: args };
    } catch (error) {
      call.end(errorTypeOf(error));
      return { status: "failed", error, reason: messageOf(error) };
    }
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

function unavailable({ reason, reasonCode }: Unavailable, call: OpenToolCall): ToolOutcome {
  call.end("tool_unavailable");
  return { status: "unavailable", reason, reasonCode };
}

/** A guard that is a command runs also where more is off than baggage can carry: then without the session, which has recorded that. */
function environmentOf(session: Session): Readonly<Record<string, string | undefined>> {
  try {
    return session.childEnvironment();
  } catch (error) {
    if (error instanceof BaggageLimitError) return process.env;
    throw error;
  }
}

/** A host for a recorder's session. */
export function createHost(options: HostOptions): ExtensionHost {
  return new ExtensionHost(options);
}
