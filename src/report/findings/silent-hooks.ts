import type { DueCalls, Facts } from "../facts.ts";
import type { HookRow, HookSkippedRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { CALL_EVENTS, hookIdentity } from "./hooks.ts";
import { knownRowName } from "../known-name.ts";
import { hookWho } from "../subject.ts";
import { listed, named, namedOr, originOf, reasonOf, ruleOf, times } from "../wording.ts";

const KEPT_STATES: ReadonlySet<string | null> = new Set(["suppressed", "untrusted", "modified"]);

/** Codes that keep a hook from running though nobody turned that hook off. */
const KEPT_CODES: ReadonlySet<string | null> = new Set([
  "disabled_by_policy",
  "safe_mode",
  "feature_off",
  "workspace_untrusted",
  "untrusted",
  "server_untrusted",
  "modified_since_trusted",
]);

/** How many of the calls that a finding speaks of stand in its evidence. */
const CALLS_IN_EVIDENCE = 10;

/**
 * A hook that did not run: kept from it, or active and without a dispatch though calls that it matches were made.
 * A matcher that nearly matched is in `near-misses.ts`.
 */
export function* silentHooks(facts: Facts): Iterable<Conclusion> {
  const explained = new Set<string>();
  for (const row of facts.report.hooks_skipped ?? []) {
    if (row.reason_code !== "not_matched") explained.add(hookIdentity(row));
  }
  const kept = new Set<string>();
  const anybodys = eventsOfAnybody(facts);
  const ran = new Set((facts.report.hooks ?? []).filter((row) => row.runs > 0).map(hookIdentity));
  for (const row of facts.report.hooks ?? []) {
    if (isKept(row)) {
      kept.add(hookIdentity(row));
      yield keptHook(row, facts);
    } else if (row.state === "active" && row.runs === 0 && !explained.has(hookIdentity(row)) && !anybodys.has(row.event)) {
      const calls = undispatched(row, facts);
      if (calls !== null) yield neverRan(row, calls, facts, ran.has(hookIdentity(row)));
    }
  }
  for (const row of facts.report.hooks_skipped ?? []) {
    if (KEPT_CODES.has(row.reason_code) && !kept.has(hookIdentity(row))) yield keptDispatch(row);
  }
}

/** The events of dispatches and skips that do not say which hook they are of: that of one none is recorded cannot be told. */
function eventsOfAnybody({ report }: Facts): ReadonlySet<string | null> {
  const fired = (report.hooks_fired ?? []).filter((row) => (row.candidates ?? []).length === 0);
  const nobodys = [...fired, ...(report.hooks_skipped ?? [])].filter((row) => (knownRowName(row, row.hook_name) ?? row.hook_key) === null);
  return new Set(nobodys.map((row) => row.event));
}

function isKept(row: HookRow): boolean {
  return KEPT_STATES.has(row.state) || (row.state !== "active" && KEPT_CODES.has(row.reason_code));
}

const CAUSES: ReadonlyMap<string | null, string> = new Map([
  ["suppressed", "is suppressed"],
  ["untrusted", "is not trusted"],
  ["modified", "was modified since it was trusted"],
]);

function keptHook(row: HookRow, facts: Facts): Conclusion {
  const who = hookWho(row);
  const cause = CAUSES.get(row.state) ?? "is off";
  const later = facts.isLast(row) ? "" : "; its registration changed later";
  const message = `${who.words}${originOf(row)} does not run: it ${cause}: ${reasonOf(row)}${ruleOf(row)}${later}`;
  return { code: "hook_suppressed", subject: who.subject, message, facts: [row] };
}

function keptDispatch(row: HookSkippedRow): Conclusion {
  const who = hookWho(row);
  const on = row.target_tool === null ? "" : ` on ${named(row.target_tool)}`;
  const message = `${who.words}${originOf(row)} was kept from running at ${namedOr(row.event, "an unknown event")}${on}: ${reasonOf(row)}${ruleOf(row)}`;
  return { code: "hook_suppressed", subject: who.subject, message, facts: [row], event: true };
}

/** The calls that should have made a dispatch; null where there is none. */
function undispatched(row: HookRow, facts: Facts): DueCalls | null {
  // Under a name that was withheld there is no looking for its dispatches.
  if (!CALL_EVENTS.has(row.event) || (row.name_redacted === true && row.hook_key === null) || facts.dispatchesOf(row).length > 0)
    return null;
  // Of a hook that is known from its file alone, where nothing tells of dispatches, that none is recorded says nothing.
  if (facts.report.hooks_fired === null && row.evidence !== "observed") return null;
  const calls = facts.dueCalls(row, CALLS_IN_EVIDENCE);
  return calls === null || calls.count === 0 ? null : calls;
}

function neverRan(row: HookRow, { count, tools, first }: DueCalls, facts: Facts, ranOtherwise: boolean): Conclusion {
  const who = hookWho(row);
  const on = row.matcher === null || row.matcher === "" ? "every tool" : named(row.matcher);
  // A report on one run knows nothing of the others.
  const oneRun = facts.report.question.run !== null || facts.report.since_last_run !== null;
  const never = ranOtherwise ? "did not run while it was registered so" : oneRun ? "did not run in this run" : "never ran";
  const doubt = facts.report.completeness.status === "incomplete" ? "; records of this session are missing, so it may have run" : "";
  return {
    code: "hook_registered_never_ran",
    subject: who.subject,
    message: `${who.words}${originOf(row)} is registered for ${named(row.event ?? "")} on ${on} and ${never}, though ${listed(tools)} ${tools.length === 1 ? "was" : "were"} called ${times(count)}${doubt}`,
    facts: [row, ...first],
  };
}
