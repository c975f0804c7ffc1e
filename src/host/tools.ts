import type { Context } from "@opentelemetry/api";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { Recorder } from "../emit/recorder.ts";
import type { Session } from "../session/session.ts";
import type { Surface } from "../session/surface.ts";
import type { ToolArguments } from "./arguments.ts";
import { HostError } from "./host-error.ts";
import { whyOff } from "./hooks/registry.ts";

/** What a running tool is given beside its arguments. */
export interface ToolCallOptions {
  readonly toolCallId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The tool call's span is the active one in it. */
  readonly context: Context;
}

export type ToolFunction = (args: ToolArguments, call: ToolCallOptions) => unknown;

/** A tool as the model is told of it. */
export interface ToolDefinition {
  /** The name that the model sees. */
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments. */
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
}

export interface OwnTool extends ToolDefinition {
  readonly execute: ToolFunction;
}

/** A tool that is not offered, and why. */
export interface Unavailable {
  readonly reason: string;
  readonly reasonCode: ReasonCode;
}

/** Who brings a tool. */
export interface ToolOrigin {
  /** Why it is there, as a sentence. */
  readonly reason: string;
  readonly plugin?: string | undefined;
  /** The file that declares it. */
  readonly path?: string | undefined;
  /** Why its plugin cannot serve it now, where it cannot. */
  readonly off?: (() => Unavailable | undefined) | undefined;
}

interface Entry {
  readonly tool: OwnTool;
  readonly origin: ToolOrigin;
  readonly surface: Surface;
  /** What was last said of it. */
  said: string | undefined;
}

/** The prefix of the names of MCP tools; nobody else may claim a name with it. */
export const MCP_PREFIX = "mcp__";

/** The host's own tools and those of plugins. (Tools of MCP servers have a registry of their own, with its trust rules.) */
export class ToolTable {
  readonly #recorder: Recorder;
  readonly #session: Session;
  readonly #entries = new Map<string, Entry>();
  #announced = false;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    this.#session = recorder.session;
  }

  /**
   * Adds a tool of the host's own.
   * @throws HostError where the name is taken or reserved
   */
  register(tool: OwnTool): void {
    const taken = this.whyTaken(tool.name);
    if (taken !== undefined) throw new HostError(`tool ${tool.name}: ${taken}; give it another name`);
    this.add(tool, { reason: "registered by the host" });
  }

  /** @internal For whoever has asked {@link whyTaken} before. */
  add(tool: OwnTool, origin: ToolOrigin): void {
    const surface = this.#session.addSurface({ kind: "mcp_tool", name: tool.name, plugin: origin.plugin });
    const entry: Entry = { tool, origin, surface, said: undefined };
    this.#entries.set(tool.name, entry);
    if (this.#announced) this.#record(entry);
  }

  /** Why a name cannot be claimed, as a sentence; undefined where it is free. */
  whyTaken(name: string): string | undefined {
    if (name.startsWith(MCP_PREFIX)) return `names with ${MCP_PREFIX} are those of MCP tools`;
    const owner = this.#entries.get(name);
    if (owner === undefined) return undefined;
    const { plugin } = owner.origin;
    return plugin === undefined ? `the host has a tool ${name}` : `the plugin ${plugin} has a tool ${name}`;
  }

  /** The tools that the model is offered now. */
  available(): readonly OwnTool[] {
    return Array.from(this.#entries.values())
      .filter((entry) => this.#whyOff(entry) === undefined)
      .map(({ tool }) => tool);
  }

  /** The tool, or why it is not offered; undefined where nobody has registered it. */
  find(name: string): OwnTool | Unavailable | undefined {
    const entry = this.#entries.get(name);
    return entry === undefined ? undefined : (this.#whyOff(entry) ?? entry.tool);
  }

  announce(): void {
    this.#announced = true;
    for (const entry of this.#entries.values()) this.#record(entry);
  }

  /** Says anew what has changed. */
  refresh(): void {
    if (!this.#announced) return;
    for (const entry of this.#entries.values()) if ((this.#whyOff(entry)?.reason ?? "") !== entry.said) this.#record(entry);
  }

  #whyOff({ surface, origin }: Entry): Unavailable | undefined {
    const disabledBy = this.#session.disabledBy(surface);
    return disabledBy === undefined ? origin.off?.() : { reason: whyOff(disabledBy), reasonCode: "disabled_for_session" };
  }

  #record(entry: Entry): void {
    const { tool, surface } = entry;
    const { reason, plugin, path } = entry.origin;
    const off = this.#whyOff(entry);
    entry.said = off?.reason ?? "";
    this.#recorder.mcpTool({
      tool: tool.name,
      toolName: tool.name,
      available: off === undefined,
      plugin,
      sourcePath: path,
      sourceScope: plugin === undefined ? "builtin" : "plugin",
      reason: off?.reason ?? reason,
      reasonCode: off?.reasonCode ?? "always_active",
      disabledBy: this.#session.disabledBy(surface),
    });
  }
}
