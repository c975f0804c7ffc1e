import type { HookState } from "../../activation/hook-registration.ts";
import type { HookEvent } from "../../activation/hook.ts";
import type { ReasonCode } from "../../activation/reason-code.ts";
import type { HookVerdict } from "../../emit/verdict.ts";
import type { Recorder } from "../../emit/recorder.ts";
import type { Session } from "../../session/session.ts";
import { frozenArguments, frozenResult, type ToolArguments } from "../arguments.ts";
import { HostError } from "../host-error.ts";
import { commandLine, runCommand, type CommandSpec } from "./command.ts";
import { executeHook } from "./execute.ts";
import type { HookHandler, HookInput, HookSpec } from "./hook.ts";
import { defaultScope, RegisteredHook } from "./registered-hook.ts";

/** What an event is about. */
export interface HookSubject {
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly prompt?: string | undefined;
  readonly result?: unknown;
}

/** Why an action was blocked, and by which hook. */
export interface HookBlock {
  readonly hook: string;
  readonly plugin?: string | undefined;
  /** The hook's own words, or how it broke. */
  readonly reason?: string | undefined;
  readonly reasonCode: ReasonCode;
}

/** What the hooks of one event came to. */
export interface HookOutcome {
  /** Set where the action is blocked. Of PostToolUse: a hook objects, though the action has happened. */
  readonly blocked?: HookBlock | undefined;
  /** The arguments after all changes. */
  readonly arguments: ToolArguments;
}

export interface HooksOptions {
  /** Whether the hooks after a veto still run; the first veto stands in any case. Default: they do not, and nothing is recorded of them. */
  readonly afterVeto?: "stop" | "continue" | undefined;
  /** The environment of hooks that are commands. Default: that of this process. */
  readonly environment?: (() => Readonly<Record<string, string | undefined>>) | undefined;
}

interface Inactive {
  readonly spec: HookSpec;
  readonly state: HookState;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
}

const NO_ARGUMENTS: ToolArguments = frozenArguments({});

/** The hooks of a session: what is registered, and the dispatch of the eight events to it. */
export class HookRegistry {
  readonly #recorder: Recorder;
  readonly #session: Session;
  readonly #options: HooksOptions;
  readonly #byEvent = new Map<HookEvent, readonly RegisteredHook[]>();
  /** Event, name and plugin of all that are registered. */
  readonly #names = new Set<string>();
  readonly #inactive: Inactive[] = [];
  /** What was last said of a hook: the disable that acts on it, or null where it is active. */
  readonly #said = new Map<RegisteredHook, string | null>();
  #announced = false;

  constructor(recorder: Recorder, options: HooksOptions = {}) {
    this.#recorder = recorder;
    this.#session = recorder.session;
    this.#options = options;
  }

  /**
   * Adds hooks, all of them or, where one cannot be used, none. Hooks of one event run in the order in which they were
   * added, those that are protected after the others: no hook changes arguments that a guard has approved.
   * @throws HostError where a matcher or a time limit cannot be used, or a name is taken for its event
   */
  register(...specs: readonly HookSpec[]): void {
    const names = new Set<string>();
    const added = specs.map((spec) => {
      const { name, event, source } = spec;
      const key = JSON.stringify([event, name, source?.plugin ?? null]);
      if (this.#names.has(key) || names.has(key)) {
        throw new HostError(`hook ${name}: ${event} has a hook of that name already; give this one another name`);
      }
      names.add(key);
      return new RegisteredHook(spec, this.#handlerOf(spec.run), this.#recorder);
    });
    for (const name of names) this.#names.add(name);
    // Ordered once for all of them: a settings file can declare thousands.
    for (const event of new Set(added.map(({ spec }) => spec.event))) {
      const ofEvent = added.filter(({ spec }) => spec.event === event);
      this.#byEvent.set(event, guardsLast([...(this.#byEvent.get(event) ?? []), ...ofEvent]));
    }
    for (const hook of added) {
      this.#session.addSurface(hook.surface);
      if (this.#announced) this.#announce(hook);
    }
  }

  /** Makes known a hook that does not run, and why. */
  declare(spec: HookSpec, state: Exclude<HookState, "active">, reason: string, reasonCode: ReasonCode): void {
    const inactive = { spec, state, reason, reasonCode };
    this.#inactive.push(inactive);
    if (this.#announced) this.#announceInactive(inactive);
  }

  /** Whether anything listens to an event. */
  has(event: HookEvent): boolean {
    return this.#byEvent.has(event);
  }

  /** The hooks that would run now: registered, and not turned off. */
  active(): readonly HookSpec[] {
    return this.#all()
      .filter((hook) => this.#session.disabledBy(hook.surface) === undefined)
      .map((hook) => hook.spec);
  }

  /** Runs the hooks of an event that select its subject, one after the other. Never throws for what a hook does. */
  async dispatch(event: HookEvent, subject: HookSubject = {}): Promise<HookOutcome> {
    const hooks = this.#byEvent.get(event);
    let args = subject.arguments === undefined ? NO_ARGUMENTS : frozenArguments(subject.arguments);
    let blocked: HookBlock | undefined;
    // What one hook does to a tool's result is nothing that the next, or the agent, gets.
    const told = subject.result === undefined || hooks === undefined ? subject : { ...subject, result: frozenResult(subject.result) };
    for (const hook of hooks ?? []) {
      if (blocked !== undefined && this.#options.afterVeto !== "continue") break;
      const selected = hook.selects(subject.toolName);
      if (selected === undefined) {
        this.#skip(hook, subject, "not_matched", undefined);
        continue;
      }
      const disabledBy = this.#session.disabledBy(hook.surface);
      if (disabledBy !== undefined) {
        this.#skip(hook, subject, "disabled_for_session", disabledBy);
        continue;
      }
      const dispatch = this.#recorder.beginHook(hook.prepared, subject);
      const running = executeHook(hook, this.#inputOf(event, told, args), selected, dispatch.context);
      const executed = running instanceof Promise ? await running : running;
      dispatch.end(executed.verdict);
      args = executed.arguments;
      if (executed.verdict.decision === "vetoed") blocked ??= blockOf(hook, executed.verdict);
    }
    return { blocked, arguments: args };
  }

  /** Writes what is registered; from here on every registration and every disable is written when it comes. */
  announce(): void {
    this.#announced = true;
    for (const hook of this.#all()) this.#announce(hook);
    for (const inactive of this.#inactive) this.#announceInactive(inactive);
  }

  /** Says anew what a disable has changed. */
  refresh(): void {
    if (!this.#announced) return;
    for (const [hook, said] of this.#said) {
      if ((this.#session.disabledBy(hook.surface) ?? null) !== said) this.#announce(hook);
    }
  }

  #skip(hook: RegisteredHook, subject: HookSubject, reasonCode: ReasonCode, disabledBy: string | undefined): void {
    if (!hook.isFirstSkip(this.#session.run, reasonCode, subject.toolName)) return;
    const reason = disabledBy === undefined ? hook.whyMissed(subject.toolName) : whyOff(disabledBy);
    this.#recorder.beginHook(hook.prepared, subject).end({ decision: "skipped", reason, reasonCode, disabledBy });
  }

  #inputOf(event: HookEvent, subject: HookSubject, args: ToolArguments): HookInput {
    return Object.freeze({
      event,
      sessionId: this.#session.id,
      runId: this.#session.run,
      toolName: subject.toolName,
      toolCallId: subject.toolCallId,
      arguments: args,
      prompt: subject.prompt,
      result: subject.result,
    });
  }

  #announce(hook: RegisteredHook): void {
    const disabledBy = this.#session.disabledBy(hook.surface);
    this.#said.set(hook, disabledBy ?? null);
    if (disabledBy === undefined) this.#record(hook.spec, commandOf(hook.spec), "active", whyActive(hook.spec), "always_active");
    else this.#record(hook.spec, commandOf(hook.spec), "disabled", whyOff(disabledBy), "disabled_for_session", disabledBy);
  }

  #announceInactive({ spec, state, reason, reasonCode }: Inactive): void {
    this.#record(spec, commandOf(spec), state, reason, reasonCode);
  }

  #record(
    spec: HookSpec,
    command: string | undefined,
    state: HookState,
    reason: string,
    reasonCode: ReasonCode,
    disabledBy?: string,
  ): void {
    this.#recorder.hookRegistration({
      name: spec.name,
      event: spec.event,
      state,
      matcher: spec.matcher,
      matcherSyntax: spec.matcherSyntax,
      command,
      registeredVia: spec.source?.via ?? "api",
      plugin: spec.source?.plugin,
      sourcePath: spec.source?.path,
      sourceScope: spec.source?.scope ?? defaultScope(spec.source ?? {}),
      protected: spec.protected,
      reason,
      reasonCode,
      disabledBy,
    });
  }

  #handlerOf(run: HookHandler | CommandSpec): HookHandler {
    if (typeof run === "function") return run;
    return async (input, { signal }) => await runCommand(run, input, this.#options.environment?.() ?? process.env, signal);
  }

  #all(): readonly RegisteredHook[] {
    return Array.from(this.#byEvent.values()).flat();
  }
}

function guardsLast(hooks: readonly RegisteredHook[]): readonly RegisteredHook[] {
  const isGuard = ({ spec }: RegisteredHook): boolean => spec.protected === true;
  return [...hooks.filter((hook) => !isGuard(hook)), ...hooks.filter(isGuard)];
}

function blockOf(hook: RegisteredHook, { outcome, reason }: HookVerdict): HookBlock {
  const reasonCode =
    outcome === "timed_out"
      ? "hook_timed_out"
      : outcome === "failed"
        ? "hook_failed"
        : reason === undefined
          ? "no_reason_given"
          : "vetoed_by_hook";
  return { hook: hook.spec.name, plugin: hook.spec.source?.plugin, reason, reasonCode };
}

/** The command that it runs, where it is one. */
function commandOf({ run }: HookSpec): string | undefined {
  return typeof run === "function" ? undefined : commandLine(run);
}

function whyActive({ source }: HookSpec): string {
  if (source?.plugin !== undefined) return `declared by the plugin ${source.plugin}`;
  return source?.via === "settings" ? "declared in its settings" : "registered by the agent's own code";
}

/** The sentence for what a disable turned off. */
export function whyOff(disabledBy: string): string {
  return `turned off for this session (${disabledBy})`;
}
