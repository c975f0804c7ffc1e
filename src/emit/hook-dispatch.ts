import { context as contextApi, SpanStatusCode, type Attributes, type Context, type SpanContext } from "@opentelemetry/api";
import type { Common } from "../activation/common.ts";
import type { HookDecision, HookDetails, HookOutcome } from "../activation/hook.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { ActivationRecord } from "../activation/record.ts";
import type { StoredRecord } from "../session/session.ts";
import { toHrTime } from "./clock.ts";
import { contextInside, type OpenSpan } from "./open-fact.ts";

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
  readonly finish: (record: HookRecord) => void;
}

const NONE: readonly string[] = [];

/**
 * One dispatch of one hook, from its begin to its end.
 *
 * With {@link HookRecord} this is the library's hot path: constant keys, nothing spread, parsed or checked
 * (`npm run bench` holds it against a dispatch written by hand).
 */
export class HookDispatch {
  readonly #owner: DispatchOwner;
  readonly #prepared: PreparedHook;
  readonly #target: HookTarget;
  readonly #sequence: number;
  readonly #run: string | undefined;
  readonly #open: OpenSpan;

  /** @internal Made by the recorder's `beginHook`. */
  constructor(owner: DispatchOwner, prepared: PreparedHook, target: HookTarget, sequence: number, run: string | undefined, open: OpenSpan) {
    this.#owner = owner;
    this.#prepared = prepared;
    this.#target = target;
    this.#sequence = sequence;
    this.#run = run;
    this.#open = open;
  }

  /** What the hook runs in: its span is the active one. */
  get context(): Context {
    return contextInside(this.#open);
  }

  /** Calls `work` in {@link context}. Costs nothing where nothing is traced. */
  run<T>(work: () => T): T {
    return this.#open.span === undefined ? work() : contextApi.with(this.context, work);
  }

  /** Ends the dispatch and records it. Call it once. */
  end(verdict: HookVerdict): void {
    const { redact, now, finish } = this.#owner;
    const { span } = this.#open;
    const reason = verdict.reason === undefined ? undefined : redact(verdict.reason);
    const reasonCode = verdict.reasonCode ?? defaultReasonCode(verdict);
    const end = now();
    if (span !== undefined) {
      span.setAttributes({
        "activation.reason_code": reasonCode,
        "activation.reason": reason,
        "activation.hook.decision": verdict.decision,
        "activation.hook.outcome": verdict.outcome,
        "activation.hook.mutated": mutatedOf(verdict) as string[] | undefined,
        "activation.sequence": this.#sequence,
        "activation.run.id": this.#run,
        "activation.tool.name": this.#target.toolName,
        "activation.tool.call_id": this.#target.toolCallId,
      });
      if (verdict.errorType !== undefined || verdict.exitCode !== undefined || verdict.disabledBy !== undefined) {
        span.setAttributes({
          "error.type": verdict.errorType,
          "process.exit.code": verdict.exitCode,
          "activation.disabled_by": verdict.disabledBy,
        });
        if (verdict.errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end(toHrTime(end) as [number, number]);
    }
    finish(new HookRecord(this.#prepared, this.#target, verdict, reason, reasonCode, this.#sequence, this.#run, this.#open, end));
  }
}

/** A dispatch as the session keeps it. */
export class HookRecord implements StoredRecord {
  readonly verdict: HookVerdict;
  readonly #prepared: PreparedHook;
  readonly #target: HookTarget;
  readonly #reason: string | undefined;
  readonly #reasonCode: ReasonCode;
  readonly #sequence: number;
  readonly #run: string | undefined;
  readonly #start: number;
  readonly #end: number;
  // The ids, not the span: a session keeps a thousand of these, and an ended span holds a kilobyte.
  readonly #span: SpanContext | undefined;
  readonly #parent: SpanContext | undefined;

  constructor(
    prepared: PreparedHook,
    target: HookTarget,
    verdict: HookVerdict,
    reason: string | undefined,
    reasonCode: ReasonCode,
    sequence: number,
    run: string | undefined,
    open: OpenSpan,
    end: number,
  ) {
    this.verdict = verdict;
    this.#prepared = prepared;
    this.#target = target;
    this.#reason = reason;
    this.#reasonCode = reasonCode;
    this.#sequence = sequence;
    this.#run = run;
    this.#start = open.start;
    this.#end = end;
    this.#span = open.span?.spanContext();
    this.#parent = open.parent;
  }

  toRecord(): ActivationRecord {
    const { decision, outcome, errorType, exitCode, disabledBy } = this.verdict;
    const dynamic = {
      sequence: this.#sequence,
      runId: this.#run,
      reason: this.#reason,
      reasonCode: this.#reasonCode,
      decision,
      outcome,
      mutated: mutatedOf(this.verdict),
      toolName: this.#target.toolName,
      toolCallId: this.#target.toolCallId,
      errorType,
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
  return decision === "skipped" ? undefined : (mutated ?? NONE);
}

function defaultReasonCode({ decision, outcome, reason }: HookVerdict): ReasonCode {
  if (outcome === "timed_out") return "hook_timed_out";
  if (outcome === "failed") return "hook_failed";
  if (decision === "ran") return "matched";
  if (decision === "skipped") return "not_matched";
  if (reason === undefined) return "no_reason_given";
  return decision === "vetoed" ? "vetoed_by_hook" : "asked_by_hook";
}
