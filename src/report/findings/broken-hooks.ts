import { BLOCKING_EVENTS } from "../../activation/hook.ts";
import type { Facts } from "../facts.ts";
import type { HookFiredRow, HookRow, HookSkippedRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import type { FindingCode } from "./rules.ts";
import { hookWho } from "../subject.ts";
import { named, namedOr, originOf, reasonOf } from "../wording.ts";

/** Why a hook that was selected never started. */
const NOT_STARTED: ReadonlySet<string | null> = new Set(["launch_failed", "hook_failed", "hook_timed_out"]);

/** A hook broke: a guard that blocked because of it, a guard that let the action go on, or a hook that guards nothing. */
export function* brokenHooks(facts: Facts): Iterable<Conclusion> {
  const again = triedAgain(facts.report.hooks_fired ?? []);
  for (const row of facts.report.hooks_fired ?? []) {
    if (row.outcome === "failed" || row.outcome === "timed_out") yield brokenDispatch(row, again.has(row));
  }
  for (const row of facts.report.hooks_skipped ?? []) if (NOT_STARTED.has(row.reason_code)) yield brokenStart(row);
  for (const row of facts.report.hooks ?? []) if (row.state === "failed") yield brokenRegistration(row);
}

/** The dispatches after which the host tried the same hook again for the same action. */
function triedAgain(rows: readonly HookFiredRow[]): ReadonlySet<HookFiredRow> {
  const before = new Map<string, HookFiredRow>();
  const again = new Set<HookFiredRow>();
  for (const row of rows) {
    if (row.attempt === null) continue;
    const { run, agent, event, hook_name, hook_key, plugin, source, target_tool, tool_call_id } = row;
    const key = JSON.stringify([run, agent, event, hook_name, hook_key, plugin, source?.path, target_tool, tool_call_id]);
    const last = before.get(key);
    if (last?.attempt === row.attempt - 1) again.add(last);
    before.set(key, row);
  }
  return again;
}

function brokenDispatch(row: HookFiredRow, again: boolean): Conclusion {
  const who = hookWho(row);
  const limit = row.timeout_ms === null ? "" : ` after ${row.timeout_ms} ms`;
  const what = row.outcome === "timed_out" ? `timed out${limit}` : `broke${how(row)}`;
  const { code, end } = again ? TRIED_AGAIN : consequence(row);
  return {
    code,
    subject: who.subject,
    message: `${who.words} ${what} at ${where(row)}, ${end}: ${reasonOf(row)}`,
    facts: [row],
    event: true,
  };
}

interface Consequence {
  readonly code: FindingCode;
  readonly end: string;
}

/** What became of the action is told by the last attempt. */
const TRIED_AGAIN: Consequence = { code: "hook_failed", end: "and was tried again" };

/** What the failure did to the action, as far as the trace says. */
function consequence(row: HookFiredRow): Consequence {
  const late = row.event === "PostToolUse";
  // A hook because of which an action was blocked can block, whatever is known of its event.
  if (row.decision === "vetoed" && !late) return { code: "failed_closed", end: "and the action was blocked because of it" };
  const canBlock = row.can_block ?? (row.event === null ? null : BLOCKING_EVENTS.has(row.event));
  if (canBlock === null) return { code: "hook_failed", end: "and whether it could have blocked the action is not recorded" };
  if (!canBlock)
    return {
      code: "hook_failed",
      end: late && row.decision === "vetoed" ? "after the action, which it cannot undo" : "which blocks nothing",
    };
  if (row.decision === "asked") return { code: "hook_failed", end: "and somebody was to be asked" };
  if (row.decision === "ran" || row.fail_mode === "open") return { code: "failed_open", end: "and the action went on without its verdict" };
  if (row.fail_mode === "closed") return { code: "failed_closed", end: "and its host blocks the action then" };
  return { code: "hook_failed", end: "and whether the action went on is not recorded" };
}

function brokenStart(row: HookSkippedRow): Conclusion {
  const who = hookWho(row);
  const message = `${who.words} was selected at ${where(row)} and could not be started: ${reasonOf(row)}`;
  return { code: "hook_failed", subject: who.subject, message, facts: [row], event: true };
}

function brokenRegistration(row: HookRow): Conclusion {
  const who = hookWho(row);
  const message = `${who.words}${originOf(row)} could not be registered and does not run: ${reasonOf(row)}`;
  return { code: "hook_failed", subject: who.subject, message, facts: [row] };
}

function how(row: HookFiredRow): string {
  const parts = [row.error_type === null ? [] : named(row.error_type), row.exit_code === null ? [] : `exit code ${row.exit_code}`].flat();
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function where(row: HookFiredRow | HookSkippedRow): string {
  const event = namedOr(row.event, "an unknown event");
  return row.target_tool === null ? event : `${event} of ${named(row.target_tool)}`;
}
