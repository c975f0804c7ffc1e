import type { SourceScope } from "../../activation/common.ts";
import { BLOCKING_EVENTS } from "../../activation/hook.ts";
import { compileMatcher, inferMatcherSyntax, type Selector } from "../../activation/matcher.ts";
import type { PreparedHook } from "../../emit/hook-dispatch.ts";
import type { Recorder } from "../../emit/recorder.ts";
import type { Surface } from "../../session/surface.ts";
import { HostError, messageOf } from "../host-error.ts";
import type { HookHandler, HookSource, HookSpec } from "./hook.ts";

export const DEFAULT_TIMEOUT_MS = 60_000;

/** The events that are about a tool; a matcher has nothing to look at in any other. */
const TOOL_EVENTS: ReadonlySet<string> = new Set(["PreToolUse", "PostToolUse"]);

/** How many tool names a hook remembers its answer for: a model can make up any number. */
const MOST_NAMES = 1000;

/** A hook with all that its dispatches need, checked and compiled once. */
export class RegisteredHook {
  readonly spec: HookSpec;
  readonly surface: Surface;
  readonly prepared: PreparedHook;
  readonly handler: HookHandler;
  readonly timeoutMs: number;
  /** Whether the action is blocked when the hook breaks. */
  readonly failsClosed: boolean;
  readonly #select: Selector;
  readonly #reasons = new Map<string, string | false>();
  readonly #skips = new Set<string>();
  #skipsOf: string | undefined;

  /** @throws HostError where the matcher cannot be used */
  constructor(spec: HookSpec, handler: HookHandler, recorder: Recorder) {
    const { name, event, matcher, failMode = "open", timeoutMs = DEFAULT_TIMEOUT_MS, source = {} } = spec;
    const matcherSyntax = spec.matcherSyntax ?? inferMatcherSyntax(matcher);
    if (matcherSyntax !== "all" && !TOOL_EVENTS.has(event)) {
      throw new HostError(`hook ${name}: ${event} is about no tool, so the matcher ${JSON.stringify(matcher)} selects nothing; remove it`);
    }
    if (!(timeoutMs > 0 && timeoutMs <= 2 ** 31 - 1)) throw new HostError(`hook ${name}: timeoutMs has to be above 0, not ${timeoutMs}`);
    try {
      this.#select = compileMatcher(matcher ?? "", matcherSyntax);
    } catch (cause) {
      throw new HostError(`hook ${name}: its matcher ${JSON.stringify(matcher)} cannot be used: ${messageOf(cause)}`, { cause });
    }
    this.spec = { ...spec, matcherSyntax };
    this.handler = handler;
    this.timeoutMs = timeoutMs;
    this.failsClosed = failMode === "closed" && BLOCKING_EVENTS.has(event);
    this.surface = { kind: "hook", name, plugin: source.plugin, protected: spec.protected };
    this.prepared = recorder.prepareHook({
      name,
      event,
      failMode,
      timeoutMs,
      matcher,
      matcherSyntax,
      registeredVia: source.via ?? "api",
      plugin: source.plugin,
      sourcePath: source.path,
      sourceScope: source.scope ?? defaultScope(source),
      protected: spec.protected,
    });
  }

  /** Why the tool is selected, as a sentence; undefined where it is not. */
  selects(toolName: string | undefined): string | undefined {
    const name = toolName ?? "";
    let reason = this.#reasons.get(name);
    if (reason === undefined) {
      reason = toolName === undefined || this.#select(toolName) ? this.#whySelected(toolName) : false;
      if (this.#reasons.size >= MOST_NAMES) this.#reasons.clear();
      this.#reasons.set(name, reason);
    }
    return reason === false ? undefined : reason;
  }

  /** Why the tool is not selected. */
  whyMissed(toolName: string | undefined): string {
    return `its matcher ${JSON.stringify(this.spec.matcher)} does not select ${toolName}`;
  }

  /** Whether a skip of this kind is the first in the run: a skip is recorded once per run, hook and tool. */
  isFirstSkip(run: string | undefined, reasonCode: string, toolName: string | undefined): boolean {
    if (this.#skipsOf !== run || this.#skips.size >= MOST_NAMES) {
      this.#skips.clear();
      this.#skipsOf = run;
    }
    const size = this.#skips.size;
    return this.#skips.add(`${reasonCode} ${toolName ?? ""}`).size > size;
  }

  #whySelected(toolName: string | undefined): string {
    if (toolName === undefined) return `it listens to ${this.spec.event}`;
    if (this.spec.matcherSyntax === "all") return "it listens to every tool";
    return `its matcher ${JSON.stringify(this.spec.matcher)} selects ${toolName}`;
  }
}

/** A hook that nothing declares is the host's own code. */
export function defaultScope({ path, plugin }: HookSource): SourceScope | undefined {
  return path === undefined && plugin === undefined ? "builtin" : undefined;
}
