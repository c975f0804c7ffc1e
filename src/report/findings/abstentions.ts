import type { Facts } from "../facts.ts";
import type { PolicyRow, PolicyVoteRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject } from "../subject.ts";
import { named, namedOr, reasonOf } from "../wording.ts";

/** A policy gave no vote when a decision was made: a guard was down, whatever was then done. */
export function* abstentions(facts: Facts): Iterable<Conclusion> {
  for (const row of facts.report.policies ?? []) {
    const abstained = row.votes.filter((vote) => vote.vote === "abstain");
    for (const vote of abstained) yield abstention(row, vote);
    if (abstained.length === 0 && (row.abstained > 0 || row.outcome === "abstain")) yield unnamed(row);
  }
}

function abstention(row: PolicyRow, vote: PolicyVoteRow): Conclusion {
  const who = vote.policy === null ? "a policy without a name" : `the policy ${named(vote.policy)}`;
  return {
    code: "policy_abstained",
    subject: subject("policy", vote.policy),
    message: `${who} gave no vote on ${actionOf(row)} (${reasonOf(vote)}); ${enforcementOf(row)}`,
    facts: [vote, row],
    within: row,
    event: true,
  };
}

function unnamed(row: PolicyRow): Conclusion {
  return {
    code: "policy_abstained",
    subject: subject("policy", row.action),
    message: `a policy gave no vote on ${actionOf(row)} (${reasonOf(row)}), and which one is not recorded; ${enforcementOf(row)}`,
    facts: [row],
    event: true,
  };
}

const actionOf = (row: PolicyRow): string => namedOr(row.target_tool ?? row.action, "an action");

function enforcementOf(row: PolicyRow): string {
  if (row.enforcement === "allow") return "the action was allowed";
  return row.enforcement === "deny" ? "the action was denied" : "what was then done is not recorded";
}
