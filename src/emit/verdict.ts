import type { HookDecision, HookOutcome } from "../activation/hook.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import { boundedList, boundedName } from "./text-limit.ts";

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

/** A verdict as it is kept: read once, of the right types, its reason code filled in. */
export type KeptVerdict = HookVerdict & { readonly reasonCode: ReasonCode };

/** Where a dispatch has not ended. */
export const NOT_ENDED: KeptVerdict = { decision: "ran", reasonCode: "matched" };

/**
 * A copy of a verdict. Whoever gave it may use the same object again, and may have given values of other types: a veto
 * whose reason is no text, or one of blanks, is a veto without one, and no list of names that is none makes the session unreadable.
 */
export function keptOf(verdict: HookVerdict, redact: (reason: string) => string): KeptVerdict {
  const { decision, outcome, mutated, exitCode } = verdict;
  const reason: unknown = verdict.reason;
  const kept = typeof reason === "string" && reason.trim() !== "" ? redact(reason) : undefined;
  return {
    decision,
    outcome,
    reason: kept,
    reasonCode: boundedName(verdict.reasonCode) ?? defaultReasonCode(decision, outcome, kept),
    mutated: decision === "skipped" ? undefined : mutatedOf(mutated),
    exitCode: Number.isSafeInteger(exitCode) ? exitCode : undefined,
    errorType: boundedName(verdict.errorType),
    disabledBy: boundedName(verdict.disabledBy),
  };
}

const NONE: readonly string[] = [];

/** A hook that ran and does not say otherwise changed nothing. The names are the model's: of any number, and of any length. */
function mutatedOf(mutated: unknown): readonly string[] {
  return Array.isArray(mutated) && mutated.length > 0 ? boundedList(mutated) : NONE;
}

function defaultReasonCode(decision: HookDecision, outcome: HookOutcome | undefined, reason: string | undefined): ReasonCode {
  if (outcome === "timed_out") return "hook_timed_out";
  if (outcome === "failed") return "hook_failed";
  if (decision === "ran") return "matched";
  if (decision === "skipped") return "not_matched";
  if (reason === undefined) return "no_reason_given";
  return decision === "vetoed" ? "vetoed_by_hook" : "asked_by_hook";
}
