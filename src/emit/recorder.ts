import { context as contextApi, trace, type Attributes, type Context, type Span, type Tracer } from "@opentelemetry/api";
import { randomUUID } from "node:crypto";
import { CODECS, SCHEMA_VERSION, spanName, toAttributes, type Activation, type ActivationKind } from "../activation/activation.ts";
import { commonAttributes } from "../activation/common.ts";
import { toolCallAttributes, toolCallSpanName, type ToolCall } from "../activation/tool-call.ts";
import { problemOf } from "../session/disables.ts";
import type { DisableChange, Session } from "../session/session.ts";
import type { Surface } from "../session/surface.ts";
import { now } from "./clock.ts";
import { complain } from "./complain.ts";
import type { FactOptions, Facts, OpenFact, OpenToolCall } from "./facts.ts";
import { HookDispatch, type DispatchOwner, type HookTarget, type PreparedHook } from "./hook-dispatch.ts";
import { verdictOn } from "./hook-verdict.ts";
import { closeSpan, contextInside, type OpenSpan } from "./open-fact.ts";
import { cached, redactCredentials, type Redactor } from "./redact.ts";
import { pathShortener, type Shorten } from "./shorten.ts";
import { compact, sanitise } from "./sanitise.ts";
import { SpanOpener } from "./span-opener.ts";
import { bounded } from "./text-limit.ts";
import type { HookVerdict } from "./verdict.ts";

export type { FactOptions, Facts, OpenFact, OpenToolCall } from "./facts.ts";

export interface RecorderOptions {
  /** Makes the spans. Without one, facts are kept in the session's ring only. */
  readonly tracer?: Tracer | undefined;
  /** Runs over every reason, command and warning before it is kept or sent. Default: masks what looks like a credential. */
  readonly redact?: Redactor | undefined;
}

/**
 * Writes activations: one method a kind. Every fact becomes a span at once, and a record in the session.
 *
 * Nothing here throws into the agent, waits, or runs longer than a span written by hand.
 */
export class Recorder {
  readonly session: Session;
  readonly #spans: SpanOpener;
  readonly #redact: Redactor;
  readonly #shorten: Shorten;
  readonly #owner: DispatchOwner;
  #sessionSpan: Span | undefined;
  readonly #totals = { hooksVetoed: 0, hooksFailed: 0, skillsSkipped: 0, disables: 0 };

  constructor(session: Session, options: RecorderOptions = {}) {
    this.session = session;
    this.#spans = new SpanOpener(options.tracer);
    this.#shorten = pathShortener(session.workspace.path);
    this.#redact = cached(options.redact ?? redactCredentials, this.#shorten);
    this.#owner = { now, redact: this.#redact, finish: (dispatch, verdict) => this.#finishHook(dispatch, verdict) };
    if (session.parent !== undefined) this.#spans.setRoot(trace.wrapSpanContext(session.parent));
    session.recordChanges(() => {
      const fact = this.begin("disable");
      return { close: (change) => fact.end(disableFacts(change)) };
    });
  }

  // Session and run

  /** Says that this emitter is there. The first fact of every emitter. */
  startSession(options?: FactOptions): void {
    const { mode, workspace } = this.session;
    const facts: Facts<"session"> = {
      phase: "started",
      mode,
      workspacePath: workspace.path,
      workspaceTrusted: workspace.trusted,
      schemaVersion: SCHEMA_VERSION,
    };
    this.#sessionSpan = this.#record("session", options, () => facts);
    this.#setRoot(this.#sessionSpan);
    this.session.beginChanges();
  }

  /** Says that all registrations of these kinds have been written: an empty list of them is then known to be empty. */
  inventoried(kinds: readonly ActivationKind[], options?: FactOptions): void {
    this.session.settle();
    this.#record("session", options, () => ({ phase: "inventoried" as const, inventory: kinds }));
  }

  /** The last fact of an emitter: how many there were, so that a reader can tell what is missing. */
  endSession(options?: FactOptions): void {
    this.session.settle();
    const fact = this.begin("session", options);
    fact.end({
      phase: "ended",
      records: this.session.sequence,
      totalHooksVetoed: this.#totals.hooksVetoed,
      totalHooksFailed: this.#totals.hooksFailed,
      totalSkillsSkipped: this.#totals.skillsSkipped,
      totalDisables: this.#totals.disables,
    });
  }

  /**
   * Begins a run: one invocation of the root agent, in a trace of its own unless a span is active.
   * @returns its id; a new one where that which was given is empty or cannot be written as UTF-8
   */
  startRun(id: string = `r-${randomUUID()}`, options?: FactOptions): string {
    this.session.settle();
    const run = problemOf(id) === undefined ? id : `r-${randomUUID()}`;
    this.session.setRun(run);
    this.#setRoot(undefined);
    this.#setRoot(this.#record("run", options, () => ({ phase: "started" as const })));
    return run;
  }

  endRun(options?: FactOptions): void {
    this.#record("run", options, () => ({ phase: "ended" as const }));
    this.session.setRun(undefined);
    this.#setRoot(this.#sessionSpan);
  }

  #setRoot(span: Span | undefined): void {
    this.#spans.setRoot(span);
    try {
      this.session.setRoot(span?.spanContext());
    } catch (error) {
      complain("a span does not say what it is", error);
      this.#spans.setRoot(undefined);
    }
  }

  // One method a kind

  hookRegistration(facts: Facts<"hook_registration">, options?: FactOptions): void {
    this.#record("hook_registration", options, () => {
      if (facts.name !== undefined) this.#surface({ kind: "hook", name: facts.name, plugin: facts.plugin, protected: facts.protected });
      return facts;
    });
  }

  /** One dispatch, told when it is over. {@link beginHook} times it and gives it a context of its own. */
  hook(facts: Facts<"hook">, options?: FactOptions): void {
    try {
      const { decision, outcome, reason, reasonCode, mutated, exitCode, errorType, disabledBy, toolName, toolCallId, ...constant } = facts;
      const dispatch = this.beginHook(this.prepareHook(constant), { toolName, toolCallId }, options);
      dispatch.end({ decision, outcome, reason, reasonCode, mutated, exitCode, errorType, disabledBy });
    } catch (error) {
      this.session.nextSequence();
      this.#lose("hook", error);
    }
  }

  skill(facts: Facts<"skill">, options?: FactOptions): void {
    this.#record("skill", options, () => {
      if (facts.name !== undefined) this.#surface({ kind: "skill", name: facts.name, plugin: facts.plugin });
      return facts;
    });
  }

  skillUse(facts: Facts<"skill_use">, options?: FactOptions): void {
    this.#record("skill_use", options, () => facts);
  }

  plugin(facts: Facts<"plugin">, options?: FactOptions): void {
    this.#record("plugin", options, () => {
      if (facts.name !== undefined) this.#surface({ kind: "plugin", name: facts.name });
      return facts;
    });
  }

  mcpServer(facts: Facts<"mcp_server">, options?: FactOptions): void {
    this.#record("mcp_server", options, () => {
      this.#surface({ kind: "mcp_server", name: facts.server, plugin: facts.plugin });
      return { name: facts.server, ...facts };
    });
  }

  mcpTool(facts: Facts<"mcp_tool">, options?: FactOptions): void {
    this.#record("mcp_tool", options, () => {
      this.#surface({ kind: "mcp_tool", name: facts.tool, server: facts.server, plugin: facts.plugin });
      return { name: facts.tool, ...facts };
    });
  }

  mcpTrust(facts: Facts<"mcp_trust">, options?: FactOptions): void {
    this.#record("mcp_trust", options, () => ({ name: facts.tool ?? facts.server, ...facts }));
  }

  policy(facts: Facts<"policy">, options?: FactOptions): void {
    this.#record("policy", options, () => facts);
  }

  surface(facts: Facts<"surface">, options?: FactOptions): void {
    this.#record("surface", options, () => facts);
  }

  diagnostic(facts: Facts<"diagnostic">, options?: FactOptions): void {
    this.#record("diagnostic", options, () => facts);
  }

  /** A change made elsewhere. What `session.disable` and `session.enable` change is recorded by itself. */
  disable(facts: Facts<"disable">, options?: FactOptions): void {
    this.#record("disable", options, () => ({ name: facts.targetName, ...facts }));
  }

  // Facts that last

  /** Begins a fact of any kind that takes time, or has facts inside it (the votes of a policy decision). */
  begin<K extends ActivationKind>(kind: K, options?: FactOptions): OpenFact<K> {
    const sequence = this.session.nextSequence();
    const open = this.#spans.open(kind, options);
    let isOpen = true;
    return {
      context: contextInside(open),
      end: (facts) => {
        // A number belongs to one fact.
        if (isOpen) this.#close(kind, () => facts, sequence, open, now());
        isOpen = false;
      },
    };
  }

  /** Checks, once, what holds for every dispatch of a hook. */
  prepareHook(facts: PreparedHook["facts"]): PreparedHook {
    const { emitter, id: sessionId, agent } = this.session;
    let clean: PreparedHook["facts"] = { event: "unknown", emitter, sessionId, agent };
    try {
      clean = sanitise({ ...facts, emitter, sessionId, agent: facts.agent ?? agent }, this.#redact, this.#shorten);
    } catch (error) {
      complain("what is known of a hook cannot be read", error);
    }
    const attributes = compact(commonAttributes("hook", clean), CODECS.hook.toAttributes(clean)) as Attributes;
    return { facts: clean, attributes, spanName: CODECS.hook.spanName(clean) };
  }

  /** Begins the dispatch of a prepared hook. */
  beginHook(prepared: PreparedHook, target: HookTarget, options?: FactOptions): HookDispatch {
    const { session } = this;
    const sequence = session.nextSequence();
    const open = this.#spans.open(prepared.spanName, options);
    try {
      open.span?.setAttributes(prepared.attributes);
      return new HookDispatch(this.#owner, prepared, target, sequence, session.run, open);
    } catch (error) {
      complain("what a hook is aimed at cannot be read", error);
      return new HookDispatch(this.#owner, prepared, {}, sequence, session.run, open);
    }
  }

  /**
   * Runs a hook and records what it came to: returned, or thrown (rethrown to the caller). `judge` says what a
   * result means where a plain return is not simply `ran`.
   */
  async runHook<T>(
    prepared: PreparedHook,
    target: HookTarget,
    run: (context: Context) => T | Promise<T>,
    judge?: (settled: PromiseSettledResult<Awaited<T>>) => HookVerdict,
    options?: FactOptions,
  ): Promise<Awaited<T>> {
    const dispatch = this.beginHook(prepared, target, options);
    const [settled] = await Promise.allSettled([contextApi.with(dispatch.context, async () => await run(dispatch.context))]);
    dispatch.end(verdictOn(settled, judge));
    if (settled.status === "rejected") throw settled.reason;
    return settled.value;
  }

  /** Begins a tool call: OpenTelemetry's `execute_tool` span, which a reader counts. Not needed where the agent's own instrumentation writes one that is exported too. */
  beginToolCall(call: Omit<ToolCall, "kind" | "sessionId" | "runId" | "errorType">, options?: FactOptions): OpenToolCall {
    const { agent, id: sessionId, run: runId } = this.session;
    let begun: ToolCall = { kind: "tool_call", agent, toolName: "unknown", sessionId, runId };
    try {
      begun = sanitise({ ...begun, ...call, sessionId, runId }, this.#redact, this.#shorten);
    } catch (error) {
      complain("what is known of a tool call cannot be read", error);
    }
    const open = this.#spans.open(toolCallSpanName(begun), options);
    let isOpen = true;
    return {
      context: contextInside(open),
      end: (errorType) => {
        if (!isOpen) return;
        isOpen = false;
        const ended = typeof errorType === "string" ? { ...begun, errorType: bounded(errorType) } : begun;
        const attributes = compact(toolCallAttributes(ended)) as Attributes;
        this.session.append(closeSpan(open, toolCallSpanName(ended), attributes, ended.errorType, ended, now()));
      },
    };
  }

  #surface(surface: Surface): void {
    this.session.addSurface(surface);
  }

  /** An instant: it begins and ends at once. */
  #record<K extends ActivationKind>(kind: K, options: FactOptions | undefined, facts: () => Facts<K>): Span | undefined {
    const sequence = this.session.nextSequence();
    const open = this.#spans.open(kind, options);
    this.#close(kind, facts, sequence, open, open.start);
    return open.span;
  }

  #close<K extends ActivationKind>(kind: K, facts: () => Facts<K>, sequence: number, open: OpenSpan, end: number): void {
    const { session } = this;
    try {
      const activation = sanitise(
        { agent: session.agent, runId: session.run, ...facts(), kind, sequence, emitter: session.emitter, sessionId: session.id },
        this.#redact,
        this.#shorten,
      ) as unknown as Activation;
      const attributes = compact(...toAttributes(activation)) as Attributes;
      this.#count(activation);
      session.append(closeSpan(open, spanName(activation), attributes, activation.errorType, activation, end));
    } catch (error) {
      this.#lose(kind, error);
    }
  }

  /** Its number stays taken: a reader sees that something is missing. */
  #lose(kind: ActivationKind, error: unknown): void {
    complain(`a fact of kind ${kind} is not recorded: it cannot be read`, error);
  }

  #finishHook(dispatch: HookDispatch, { decision, outcome }: HookVerdict): void {
    if (decision === "vetoed") this.#totals.hooksVetoed++;
    if (outcome === "failed" || outcome === "timed_out") this.#totals.hooksFailed++;
    this.session.append(dispatch);
  }

  #count(activation: Activation): void {
    if (activation.kind === "skill" && activation.status === "skipped") this.#totals.skillsSkipped++;
    if (activation.kind === "disable") this.#totals.disables++;
  }
}

function disableFacts(change: DisableChange): Facts<"disable"> {
  const { kind: target, name: targetName, state, accepted, matched, origin, reason, reasonCode } = change;
  return { name: targetName, target, targetName, state, accepted, matched, origin, reason, reasonCode };
}

/** A recorder for a session. */
export function createRecorder(session: Session, options?: RecorderOptions): Recorder {
  return new Recorder(session, options);
}
