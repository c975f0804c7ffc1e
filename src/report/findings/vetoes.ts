import type { Facts } from "../facts.ts";
import type { HookFiredRow, PolicyRow, PolicyVoteRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { hookWho, subject } from "../subject.ts";
import { hasWords, listed, named, namedOr, reasonOf, ruleOf } from "../wording.ts";

/** A hook or policy blocked an action: with a reason, without one, or after the fact. */
export function* vetoes(facts: Facts): Iterable<Conclusion> {
  for (const row of facts.report.hooks_fired ?? []) {
    if (row.decision === "vetoed" && row.outcome !== "failed" && row.outcome !== "timed_out") yield hookVeto(row, gaveNone(facts, row));
  }
  for (const row of facts.report.policies ?? []) {
    const deniers = row.votes.filter((vote) => vote.vote === "deny");
    // Without a denial it is the abstention that blocked: policy_abstained tells it.
    const abstention = deniers.length === 0 && (row.abstained > 0 || row.outcome === "abstain");
    if ((row.enforcement ?? row.outcome) === "deny" && !abstention) yield policyVeto(row, deniers, gaveNone(facts, row, deniers));
  }
}

/** Codes that say that something was blocked, and not why. */
const SAYS_NOTHING: ReadonlySet<string | null> = new Set([null, "vetoed_by_hook"]);

/** Neither a sentence, nor a code or rule that is one. What was withheld, or cut off at a limit, may have been given. */
function gaveNone(facts: Facts, row: HookFiredRow | PolicyRow, votes: readonly PolicyVoteRow[] = []): boolean {
  const all = [row, ...votes];
  if (all.some(({ reason }) => hasWords(reason))) return false;
  if (all.some((each) => each.reason_code === "no_reason_given")) return true;
  if (row.rule !== null || row.evidence === "redacted" || row.evidence === "unknown") return false;
  return all.every((each) => SAYS_NOTHING.has(each.reason_code) && !facts.attributesWereLost(each));
}

function hookVeto(row: HookFiredRow, silent: boolean): Conclusion {
  const who = hookWho(row);
  const on = row.target_tool === null ? `the action of ${namedOr(row.event, "an unknown event")}` : named(row.target_tool);
  const reason = `${reasonOf(row)}${ruleOf(row)}`;
  if (row.event === "PostToolUse") {
    const message = `${who.words} blocked after ${on} had run, which it cannot undo: ${reason}`;
    return { code: "late_block", subject: who.subject, message, facts: [row], event: true };
  }
  const at = row.target_tool === null || row.event === null ? "" : ` at ${named(row.event)}`;
  // A crash that blocks and a veto can look alike; then the outcome is absent.
  const doubt = row.outcome === null ? "; whether it decided so or broke is not recorded" : "";
  return {
    code: silent ? "vetoed_without_reason" : "vetoed",
    subject: who.subject,
    message: `${who.words} vetoed ${on}${at}: ${reason}${doubt}`,
    facts: [row],
    event: true,
  };
}

function policyVeto(row: PolicyRow, deniers: readonly PolicyVoteRow[], silent: boolean): Conclusion {
  const names = deniers.flatMap((vote) => (vote.policy === null ? [] : [vote.policy]));
  const by = names[0] ?? row.rule?.name ?? row.action;
  const action = namedOr(row.target_tool ?? row.action, "an action");
  const giver = hasWords(row.reason) ? row : (deniers.find((vote) => hasWords(vote.reason)) ?? row);
  const who = names.length === 0 ? "a policy" : `the ${names.length === 1 ? "policy" : "policies"} ${listed(names)}`;
  const doubt = row.enforcement === null ? "; what was then done is not recorded" : "";
  return {
    code: silent ? "vetoed_without_reason" : "vetoed",
    subject: subject("policy", by),
    message: `${action} was denied by ${who}: ${silent ? "no reason was given" : reasonOf(giver)}${ruleOf(row)}${doubt}`,
    facts: [row, ...deniers],
    event: true,
  };
}
