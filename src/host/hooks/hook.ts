import type { SourceScope } from "../../activation/common.ts";
import type { MatcherSyntax } from "../../activation/hook-registration.ts";
import type { FailMode, HookEvent } from "../../activation/hook.ts";
import type { ToolArguments } from "../arguments.ts";
import type { CommandSpec } from "./command.ts";

/** What a hook is told. It is frozen: a hook that wants other arguments returns them. */
export interface HookInput {
  readonly event: HookEvent;
  readonly sessionId: string;
  readonly runId?: string | undefined;
  /** The tool, under the name that the model sees. */
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly arguments: ToolArguments;
  /** UserPromptSubmit: what the user asked. */
  readonly prompt?: string | undefined;
  /** PostToolUse: what the tool gave. */
  readonly result?: unknown;
}

/** What a hook may answer; nothing means that the action goes on as it is. */
export interface HookAnswer {
  /** PreToolUse: the arguments to go on with, in place of those that came. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** One call of a hook. */
export class HookCall {
  readonly #controller = new AbortController();

  /** Aborted when the hook's time is over. */
  get signal(): AbortSignal {
    // Made when somebody asks: it costs more than all else of a dispatch.
    return this.#controller.signal;
  }

  /** @internal */
  abort(reason: Error): void {
    this.#controller.abort(reason);
  }
}

// `void` lets a handler simply end.
// oxlint-disable-next-line typescript/no-invalid-void-type
export type HookHandler = (input: HookInput, call: HookCall) => HookAnswer | void | Promise<HookAnswer | void>;

/** Where a registration comes from. */
export interface HookSource {
  /** The file in which it is declared. */
  readonly path?: string | undefined;
  readonly scope?: SourceScope | undefined;
  readonly plugin?: string | undefined;
  /** The route: `settings`, `manifest`, `api`. */
  readonly via?: string | undefined;
}

/** A hook as it is registered. */
export interface HookSpec {
  readonly name: string;
  readonly event: HookEvent;
  /** What it runs: a function, or a command in a process of its own. */
  readonly run: HookHandler | CommandSpec;
  /** Which tools select it (PreToolUse and PostToolUse). Default: all. */
  readonly matcher?: string | undefined;
  /** Default: as `inferMatcherSyntax` reads it; a regular expression has to be called one. */
  readonly matcherSyntax?: MatcherSyntax | undefined;
  /** What becomes of the action when the hook breaks: goes on (`open`, the default) or is blocked (`closed`). */
  readonly failMode?: FailMode | undefined;
  /** How long it may take, in milliseconds. Default: 60,000. A function that never awaits cannot be interrupted. */
  readonly timeoutMs?: number | undefined;
  /** Nothing that comes from outside the process can turn it off. */
  readonly protected?: boolean | undefined;
  readonly source?: HookSource | undefined;
}

/**
 * Thrown by a hook to block the action. It is a decision, not a failure.
 * @example throw new HookVeto("writes outside the workspace")
 */
export class HookVeto extends Error {
  override readonly name = "HookVeto";
  /** Why, as a plain sentence; undefined where the hook gives none. */
  readonly reason: string | undefined;

  constructor(reason?: string) {
    super(reason ?? "blocked by a hook");
    this.reason = reason === "" ? undefined : reason;
  }
}

/**
 * Whether what a hook threw is a veto: by its name, since a plugin that has a copy of this package of its own throws a
 * `HookVeto` of another class, and a veto that is taken for a crash lets the action go on.
 */
export function isVeto(error: unknown): error is object {
  try {
    return typeof error === "object" && error !== null && (error as Error).name === "HookVeto";
  } catch {
    return false;
  }
}

/** The reason of a veto. One that cannot be read is none: the veto stands. */
export function vetoReason(veto: object): string | undefined {
  try {
    const { reason } = veto as { readonly reason?: unknown };
    return typeof reason === "string" ? reason : undefined;
  } catch {
    return undefined;
  }
}
