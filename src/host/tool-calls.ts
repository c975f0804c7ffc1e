import { context as contextApi } from "@opentelemetry/api";
import { randomUUID } from "node:crypto";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { OpenToolCall, Recorder } from "../emit/recorder.ts";
import { frozenArguments, type ToolArguments } from "./arguments.ts";
import { errorTypeOf, HostError, messageOf } from "./host-error.ts";
import type { HookBlock, HookRegistry } from "./hooks/registry.ts";
import type { McpRegistry } from "./mcp/registry.ts";
import type { McpTool } from "./mcp/server.ts";
import type { Policies } from "./policy.ts";
import type { OwnTool, ToolTable, Unavailable } from "./tools.ts";

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

/** A hook that calls the tool which it guards calls itself, without an end; nothing else has so many calls at a time. */
const MOST_UNDERWAY = 1000;
const MOST_ON_STACK = 32;

type Found = OwnTool | { readonly tool: McpTool };

/** One call on its way: what is called, and its open span. */
interface Underway {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly signal: AbortSignal | undefined;
  readonly span: OpenToolCall;
}

/** Tool calls and their guards: PreToolUse hooks, policies, the tool itself, PostToolUse hooks. */
export class ToolCalls {
  readonly #recorder: Recorder;
  readonly #hooks: HookRegistry;
  readonly #policies: Policies;
  readonly #tools: ToolTable;
  readonly #mcp: McpRegistry;
  #underway = 0;

  constructor(recorder: Recorder, hooks: HookRegistry, policies: Policies, tools: ToolTable, mcp: McpRegistry) {
    this.#recorder = recorder;
    this.#hooks = hooks;
    this.#policies = policies;
    this.#tools = tools;
    this.#mcp = mcp;
  }

  /** Never throws for what a tool, a hook or a policy does. */
  async call(toolName: string, given: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolOutcome> {
    if (this.#underway >= MOST_UNDERWAY) {
      const reason = `${MOST_UNDERWAY} tool calls are under way already; does a hook call the tool that it guards?`;
      return { status: "failed", error: new HostError(reason), reason };
    }
    this.#underway++;
    try {
      // Calls inside calls stand on one stack until something is waited for.
      if (this.#underway > MOST_ON_STACK) await Promise.resolve();
      return await this.#call(toolName, given, options);
    } finally {
      this.#underway--;
    }
  }

  async #call(toolName: string, given: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolOutcome> {
    const { toolCallId = `call_${randomUUID()}`, signal } = options;
    const found = this.#find(toolName);
    const server = "tool" in found ? found.tool.server.declared.name : undefined;
    const span = this.#recorder.beginToolCall({ toolName, toolCallId, server });
    const call: Underway = { toolName, toolCallId, signal, span };
    return await contextApi.with(span.context, async () =>
      "reasonCode" in found ? unavailable(found, call) : await this.#guarded(call, given),
    );
  }

  #find(name: string): Found | Unavailable {
    return this.#tools.find(name) ?? this.#mcp.find(name) ?? { reason: `there is no tool ${name}`, reasonCode: "not_recognised" };
  }

  async #guarded(call: Underway, given: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
    const { toolName, toolCallId, span } = call;
    let args: ToolArguments;
    try {
      args = frozenArguments(given);
    } catch (error) {
      span.end("invalid_arguments");
      return { status: "failed", error, reason: messageOf(error) };
    }
    const before = await this.#hooks.dispatch("PreToolUse", { toolName, toolCallId, arguments: args });
    args = before.arguments;
    const block = before.blocked === undefined ? await this.#decide(call, args) : byHook(before.blocked);
    if (block !== undefined) {
      span.end();
      return block;
    }
    // Looked up again: it may have been turned off, or its trust have ended, while the guards were asked.
    const found = this.#find(toolName);
    if ("reasonCode" in found) return unavailable(found, call);
    const outcome = await this.#execute(found, call, args);
    if (outcome.status !== "completed") return outcome;
    const after = await this.#hooks.dispatch("PostToolUse", { toolName, toolCallId, arguments: args, result: outcome.result });
    return { ...outcome, objection: after.blocked };
  }

  async #decide({ toolName, toolCallId }: Underway, args: ToolArguments): Promise<ToolOutcome | undefined> {
    if (this.#policies.size === 0) return undefined;
    const decision = await this.#policies.decide({ action: `tool:${toolName}`, toolName, toolCallId, arguments: args });
    if (decision.enforcement === "allow") return undefined;
    const { policy = "policies", reason, reasonCode } = decision;
    return { status: "blocked", by: "policy", name: policy, reason, reasonCode };
  }

  async #execute(found: Found, { toolCallId, signal, span }: Underway, args: ToolArguments): Promise<ToolOutcome> {
    try {
      if (!("tool" in found)) {
        const result = await found.execute(args, { toolCallId, signal, context: span.context });
        span.end();
        return { status: "completed", result, arguments: args };
      }
      const result = await this.#mcp.call(found.tool, args, signal);
      span.end(result.isError === true ? "tool_error" : undefined);
      if (result.isError === true) return { status: "failed", error: result, reason: `${found.tool.modelName} says that it failed` };
      return { status: "completed", result, arguments: args };
    } catch (error) {
      span.end(errorTypeOf(error));
      return { status: "failed", error, reason: messageOf(error) };
    }
  }
}

function byHook({ hook, reason, reasonCode }: HookBlock): ToolOutcome {
  return { status: "blocked", by: "hook", name: hook, reason, reasonCode };
}

function unavailable({ reason, reasonCode }: Unavailable, { span }: Underway): ToolOutcome {
  span.end("tool_unavailable");
  return { status: "unavailable", reason, reasonCode };
}
