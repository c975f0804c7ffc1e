import { context as contextApi, SpanStatusCode, type Attributes, type Context, type Span, type SpanContext } from "@opentelemetry/api";
import type { Common } from "../activation/common.ts";
import type { HookDetails } from "../activation/hook.ts";
import type { ActivationRecord } from "../activation/record.ts";
import type { StoredRecord } from "../session/session.ts";
import { toHrTime } from "./clock.ts";
import { complain } from "./complain.ts";
import { contextInside, type OpenSpan } from "./open-fact.ts";
import { boundedName, TEXT_LIMIT } from "./text-limit.ts";
import { keptOf, NOT_ENDED, type HookVerdict, type KeptVerdict } from "./verdict.ts";

/** What holds for every dispatch of a hook, checked and turned into attributes once, at its registration. */
export interface PreparedHook {
  readonly facts: Common & Omit<HookDetails, "decision">;
  readonly attributes: Attributes;
  readonly spanName: string;
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
  readonly finish: (dispatch: HookDispatch, verdict: KeptVerdict) => void;
}

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
  #verdict: KeptVerdict = NOT_ENDED;
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
      const kept = keptOf(verdict, this.#owner.redact);
      this.#verdict = kept;
      // A wall clock that was set back must not make a dispatch end before it began.
      const end = this.#owner.now();
      this.#end = end < this.#start ? this.#start : end;
      if (open.span !== undefined) this.#endSpan(open.span, kept);
      this.#parent = open.parent;
      this.#owner.finish(this, kept);
    } catch (error) {
      complain("the dispatch of a hook is not recorded", error);
    }
  }

  /** A tracer of the host's own can throw anywhere; the record is kept all the same. */
  #endSpan(span: Span, verdict: KeptVerdict): void {
    try {
      this.#span = span.spanContext();
      span.setAttributes({
        "activation.reason_code": verdict.reasonCode,
        "activation.reason": verdict.reason,
        "activation.hook.decision": verdict.decision,
        "activation.hook.outcome": verdict.outcome,
        "activation.hook.mutated": verdict.mutated as string[] | undefined,
        "activation.sequence": this.#sequence,
        "activation.run.id": this.#run,
        "activation.tool.name": boundedName(this.#toolName),
        "activation.tool.call_id": boundedName(this.#toolCallId),
      });
      if (verdict.errorType !== undefined || verdict.exitCode !== undefined || verdict.disabledBy !== undefined) {
        span.setAttributes({
          "error.type": verdict.errorType,
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
    const dynamic = {
      sequence: this.#sequence,
      runId: this.#run,
      ...this.#verdict,
      toolName: boundedName(this.#toolName),
      toolCallId: boundedName(this.#toolCallId),
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

/** What is kept of a name until somebody reads it: whether it is well formed is looked at then, off the hot path. */
function short(name: string | undefined): string | undefined {
  return name === undefined || name.length <= TEXT_LIMIT ? name : boundedName(name);
}
