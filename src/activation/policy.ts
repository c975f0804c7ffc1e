import { oneOf, string } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const POLICY_VOTES = ["allow", "deny", "abstain"] as const;
export type PolicyVote = (typeof POLICY_VOTES)[number];

export const POLICY_ENFORCEMENTS = ["allow", "deny"] as const;
export type PolicyEnforcement = (typeof POLICY_ENFORCEMENTS)[number];

export interface PolicyDetails {
  readonly action: string;
  /** On the decision: what the votes came to. */
  readonly outcome?: PolicyVote | undefined;
  /** On the decision: what the enforcement point did. */
  readonly enforcement?: PolicyEnforcement | undefined;
  /** On a child: one policy's vote; the activation's name is the policy. */
  readonly vote?: PolicyVote | undefined;
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
}

/** A decision of policies on an action, or, as its child, the vote of one of them. */
export type PolicyActivation = Kind<"policy", PolicyDetails>;

export const policy: Codec<"policy", PolicyDetails> = {
  kind: "policy",
  brief: "A decision of policies on an action; its children are the votes.",
  spanName: (a) => (a.vote === undefined ? "decide_policy" : `evaluate_policy ${a.name ?? ""}`.trimEnd()),
  fields: {
    action: string("activation.policy.action", "The action that was judged.", "tool:shell.exec"),
    outcome: oneOf("activation.policy.outcome", POLICY_VOTES, "What the votes came to."),
    enforcement: oneOf("activation.policy.enforcement", POLICY_ENFORCEMENTS, "What the enforcement point did."),
    vote: oneOf("activation.policy.vote", POLICY_VOTES, "On a child: this policy's vote."),
    toolName: string("activation.tool.name", "The target, under the name that the model sees.", "shell.exec"),
    toolCallId: string("activation.tool.call_id", "The call's `gen_ai.tool.call.id`.", "call_1"),
  },
  toAttributes: (a) => ({
    "activation.policy.action": a.action,
    "activation.policy.outcome": a.outcome,
    "activation.policy.enforcement": a.enforcement,
    "activation.policy.vote": a.vote,
    "activation.tool.name": a.toolName,
    "activation.tool.call_id": a.toolCallId,
  }),
};
