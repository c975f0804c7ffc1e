import { familyRows } from "../children.ts";
import type { Context } from "../context.ts";
import { none } from "../disable-hint.ts";
import type { FactOf } from "../fact.ts";
import type { PolicyRow, PolicyVoteRow } from "../report.ts";
import { orNull } from "../rows.ts";
import { withTail } from "../tail.ts";

type Policy = FactOf<"policy">;

/** One row a decision, with the votes it was made of; and a row for votes whose decision is not recorded. */
export function policies(context: Context): PolicyRow[] {
  const decisions: Policy[] = [];
  const votes: Policy[] = [];
  for (const fact of context.timeline.of("policy")) (fact.activation.vote === undefined ? decisions : votes).push(fact);
  return familyRows(
    decisions,
    votes,
    ({ activation: decision }, { activation: vote }) => decision.action === vote.action && decision.toolCallId === vote.toolCallId,
    (fact, own) => row(context, fact, own),
  );
}

function row(context: Context, fact: Policy, votes: readonly Policy[]): PolicyRow {
  const { activation: a } = fact;
  const decided = a.vote === undefined;
  let abstained = 0;
  for (const vote of votes) if (vote.activation.vote === "abstain") abstained += 1;
  const own = {
    action: a.action ?? null,
    target_tool: a.toolName ?? null,
    tool_call_id: a.toolCallId ?? null,
    outcome: a.outcome ?? null,
    enforcement: a.enforcement ?? null,
    reason: decided ? (a.reason ?? null) : null,
    reason_code: decided ? (a.reasonCode ?? null) : null,
    votes: votes.map((vote) => voteRow(context, vote)),
    abstained,
  };
  const hint = none("a policy decision; policies are not turned off for a session");
  return context.rows.link<PolicyRow>(withTail(own, fact, hint), fact);
}

function voteRow(context: Context, fact: Policy): PolicyVoteRow {
  const { activation: a, record } = fact;
  const row: PolicyVoteRow = {
    policy: a.name ?? null,
    vote: a.vote ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    error_type: a.errorType ?? null,
    protected: a.protected ?? null,
    trace_id: orNull(record.traceId),
    span_id: orNull(record.spanId),
  };
  return context.rows.link(row, fact);
}
