import { context as contextApi, SpanStatusCode, type Attributes, type Context, type Span, type SpanContext } from "@opentelemetry/api";
import type { Common } from "../activation/common.ts";
import type { HookDecision, HookDetails, HookOutcome } from "../activation/hook.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { ActivationRecord } from "../activation/record.ts";
import type { StoredRecord } from "../session/session.ts";
import { toHrTime } from "./clock.ts";
import { complain } from "./complain.ts";
import { contextInside, type OpenSpan } from "./open-fact.ts";
import { bounded, TEXT_LIMIT } from "./text-limit.ts";

/** What holds for every dispatch of a hook, checked and turned into attributes once, at its registration. */
export interface PreparedHook {
  readonly facts: Common & Omit<HookDetails, "decision">;
  readonly attributes: Attributes;
  readonly spanName: string;
}

/** What a hook's dispatch came to. */
export interface HookVerdict {
  readonly decision: HookDecision;
  readonly outcome?: HookOutcome | undefined;
  readonly reason?: string | undefined;
  /** Default: what follows from decision and outcome (`matched`, `vetoed_by_hook`, `hook_failed` …). */
  readonly reasonCode?: ReasonCode | undefined;
  /** Names of the arguments added, removed or changed; never their values. Default: none. */
  readonly mutated?: readonly string[] | undefined;
  readonly exitCode?: number | undefined;
  /** What broke, where the hook itself broke. The span's status is ERROR then, and only then. */
  readonly errorType?: string | undefined;
  readonly disabledBy?: string | undefined;
}

/** What a dispatch is aimed at. */
export interface HookTarget {
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
}

/** Where a dispatch ends: the recorder, as far as a dispatch knows it. */
export interface DispatchOwner {
  readonly redact: (reason: string) => string;
  readonly now: () => number;
  readonly finish: (dispatch: HookDispatch, verdict: HookVerdict) => void;
}

const NONE: readonly string[] = [];

/**
 * One dispatch of one hook, from its begin to its end; then the record that the session keeps.
 *
 * This is the library's hot path: one object for both, constant keys, nothing spread, parsed or checked
 * (`npm run bench` holds it against a dispatch written by hand).
 */
export class HookDispatch implements StoredRecord {
  readonly #owner: DispatchOwner;
  readonly #prepared: PreparedHook;
  readonly #toolName: string | undefined;
  readonly #toolCallId: string | undefined;
  readonly #sequence: number;
  readonly #run: string | undefined;
  readonly #start: number;
  #end = 0;
  #verdict: HookVerdict | undefined;
  #reason: string | undefined;
  /** Until the end only: a session keeps a thousand records, and an ended span holds a kilobyte. */
  #open: OpenSpan | undefined;
  #span: SpanContext | undefined;
  #parent: SpanContext | undefined;

  /** @internal Made by the recorder's `beginHook`. */
  constructor(owner: DispatchOwner, prepared: PreparedHook, target: HookTarget, sequence: number, run: string | undefined, open: OpenSpan) {
    this.#owner = owner;
    this.#prepared = prepared;
    this.#toolName = short(target.toolName);
    this.#toolCallId = short(target.toolCallId);
    this.#sequence = sequence;
    this.#run = run;
    this.#start = open.start;
    this.#open = open;
  }

  /** What the hook runs in: its span is the active one. After the end, the active context. */
  get context(): Context {
    return this.#open === undefined ? contextApi.active() : contextInside(this.#open);
  }

  /** Calls `work` in {@link context}. Costs nothing where nothing is traced. */
  run<T>(work: () => T): T {
    return this.#open?.span === undefined ? work() : contextApi.with(this.context, work);
  }

  /** Ends the dispatch and records it. A second call does nothing. */
  end(verdict: HookVerdict): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    try {
      this.#verdict = verdict;
      this.#reason = verdict.reason === undefined ? undefined : this.#owner.redact(verdict.reason);
      // A wall clock that was set back must not make a dispatch end before it began.
      const end = this.#owner.now();
      this.#end = end < this.#start ? this.#start : end;
      if (open.span !== undefined) this.#endSpan(open.span, verdict);
      this.#parent = open.parent;
      this.#owner.finish(this, verdict);
    } catch (error) {
      complain("the dispatch of a hook is not recorded", error);
    }
  }

  /** A tracer of the host's own can throw anywhere; the record is kept all the same. */
  #endSpan(span: Span, verdict: HookVerdict): void {
    try {
      this.#span = span.spanContext();
      span.setAttributes({
        "activation.reason_code": verdict.reasonCode ?? defaultReasonCode(verdict),
        "activation.reason": this.#reason,
        "activation.hook.decision": verdict.decision,
        "activation.hook.outcome": verdict.outcome,
        "activation.hook.mutated": mutatedOf(verdict) as string[] | undefined,
        "activation.sequence": this.#sequence,
        "activation.run.id": this.#run,
        "activation.tool.name": boundedName(this.#toolName),
        "activation.tool.call_id": boundedName(this.#toolCallId),
      });
      if (verdict.errorType !== undefined || verdict.exitCode !== undefined || verdict.disabledBy !== undefined) {
        span.setAttributes({
          "error.type": boundedName(verdict.errorType),
          "process.exit.code": verdict.exitCode,
          "activation.disabled_by": verdict.disabledBy,
        });
        if (verdict.errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end(toHrTime(this.#end) as [number, number]);
    } catch (error) {
      complain("the span of a hook's dispatch was not ended", error);
    }
  }

  /** For the session: the dispatch as a record, once it has ended. */
  toRecord(): ActivationRecord {
    const verdict = this.#verdict ?? { decision: "ran" };
    const { decision, outcome, exitCode, disabledBy } = verdict;
    const dynamic = {
      sequence: this.#sequence,
      runId: this.#run,
      reason: this.#reason,
      reasonCode: verdict.reasonCode ?? defaultReasonCode(verdict),
      decision,
      outcome,
      mutated: mutatedOf(verdict),
      toolName: boundedName(this.#toolName),
      toolCallId: boundedName(this.#toolCallId),
      errorType: boundedName(verdict.errorType),
      exitCode,
      disabledBy,
    };
    return {
      activation: { kind: "hook", ...this.#prepared.facts, ...dynamic },
      traceId: this.#span?.traceId ?? "",
      spanId: this.#span?.spanId ?? "",
      parentSpanId: this.#parent?.spanId,
      startTime: toHrTime(this.#start),
      endTime: toHrTime(this.#end),
    };
  }
}

/** A hook that ran and does not say otherwise changed nothing. */
function mutatedOf({ decision, mutated }: HookVerdict): readonly string[] | undefined {
  if (decision === "skipped") return undefined;
  // The names are the model's: of any number, and of any length.
  return mutated === undefined || mutated.length === 0 ? NONE : mutated.slice(0, MOST_MUTATED).map((name) => bounded(name));
}

const MOST_MUTATED = 1000;

/** What is kept of a name until somebody reads it: whether it is well formed is looked at then, off the hot path. */
function short(name: string | undefined): string | undefined {
  return name === undefined || name.length <= TEXT_LIMIT ? name : boundedName(name);
}

function boundedName(name: string | undefined): string | undefined {
  return typeof name === "string" ? bounded(name) : undefined;
}

function defaultReasonCode({ decision, outcome, reason }: HookVerdict): ReasonCode {
  if (outcome === "timed_out") return "hook_timed_out";
  if (outcome === "failed") return "hook_failed";
  if (decision === "ran") return "matched";
  if (decision === "skipped") return "not_matched";
  if (reason === undefined) return "no_reason_given";
  return decision === "vetoed" ? "vetoed_by_hook" : "asked_by_hook";
}
