import { context as contextApi } from "@opentelemetry/api";
import type { FailMode } from "../activation/hook.ts";
import type { PolicyEnforcement, PolicyVote } from "../activation/policy.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { Facts, Recorder } from "../emit/recorder.ts";
import type { ToolArguments } from "./arguments.ts";
import { errorTypeOf, HostError, messageOf } from "./host-error.ts";

/** What is to be decided. */
export interface PolicyRequest {
  /** The action: `tool:shell.exec`. */
  readonly action: string;
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly arguments: ToolArguments;
}

export interface Vote {
  readonly vote: PolicyVote;
  /** Why, as a plain sentence. */
  readonly reason?: string | undefined;
}

export interface Policy {
  readonly name: string;
  /**
   * Votes on an action. `deny` outweighs `abstain`, `abstain` outweighs `allow`: a policy that has nothing against an
   * action allows it, one that cannot tell abstains. One that throws, or takes longer than its time, abstains.
   */
  evaluate(request: PolicyRequest, signal: AbortSignal): Vote | Promise<Vote>;
  /** In milliseconds. Default: 5,000. */
  readonly timeoutMs?: number | undefined;
}

/** What the votes came to, and what is done about it. */
export interface PolicyDecision {
  readonly outcome: PolicyVote;
  readonly enforcement: PolicyEnforcement;
  /** The policy that decided. */
  readonly policy?: string | undefined;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
}

export interface PoliciesOptions {
  /** What is done where a policy abstains and none denies. Default: `closed`, the action is denied. */
  readonly failMode?: FailMode | undefined;
}

interface Cast extends Vote {
  readonly policy: string;
  readonly raised: boolean;
}

const DEFAULT_TIMEOUT_MS = 5000;

/** The policies of a session, and the point where their decisions are enforced. */
export class Policies {
  readonly #recorder: Recorder;
  readonly #failMode: FailMode;
  readonly #policies = new Map<string, Policy>();

  constructor(recorder: Recorder, { failMode = "closed" }: PoliciesOptions = {}) {
    this.#recorder = recorder;
    this.#failMode = failMode;
  }

  /** @throws HostError where the name is taken */
  register(policy: Policy): void {
    if (this.#policies.has(policy.name))
      throw new HostError(`policy ${policy.name}: there is one of that name already; give it another name`);
    this.#policies.set(policy.name, policy);
  }

  /** Whether there is anybody to ask. */
  get size(): number {
    return this.#policies.size;
  }

  /** Asks every policy, and records the decision with the votes inside it. */
  async decide(request: PolicyRequest): Promise<PolicyDecision> {
    const { action, toolName, toolCallId } = request;
    const fact = this.#recorder.begin("policy");
    const votes: Cast[] = [];
    for (const policy of this.#policies.values()) {
      const open = this.#recorder.begin("policy", { context: fact.context });
      const [cast, facts] = await contextApi.with(open.context, async () => await castVote(policy, request));
      open.end({ ...facts, action, toolName, toolCallId, vote: cast.vote, name: policy.name });
      votes.push(cast);
    }
    const decision = judge(votes, this.#failMode);
    const { outcome, enforcement, reason, reasonCode, policy: rule } = decision;
    fact.end({ action, toolName, toolCallId, outcome, enforcement, reason, reasonCode, rule });
    return decision;
  }
}

type VoteFacts = Pick<Facts<"policy">, "reason" | "reasonCode" | "errorType">;

async function castVote(policy: Policy, request: PolicyRequest): Promise<readonly [Cast, VoteFacts]> {
  const { name, timeoutMs = DEFAULT_TIMEOUT_MS } = policy;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        controller.abort();
        reject(new Error(`it took longer than ${timeoutMs} ms`));
      }, timeoutMs);
    });
    const { vote, reason: said } = await Promise.race([policy.evaluate(request, controller.signal), limit]);
    const reason = typeof said === "string" && said.trim() === "" ? undefined : said;
    if (vote !== "allow" && vote !== "deny" && vote !== "abstain") throw new TypeError(`it voted ${JSON.stringify(vote)}`);
    return [
      { policy: name, vote, reason, raised: false },
      { reason, reasonCode: reason === undefined ? "no_reason_given" : REASON_CODES[vote] },
    ];
  } catch (error) {
    const reason = messageOf(error);
    return [
      { policy: name, vote: "abstain", reason, raised: true },
      { reason, reasonCode: "policy_raised", errorType: errorTypeOf(error) },
    ];
  } finally {
    clearTimeout(timer);
  }
}

const REASON_CODES: Readonly<Record<PolicyVote, ReasonCode>> = {
  allow: "allowed_by_policy",
  deny: "denied_by_policy",
  // What an abstention leads to is the decision's to say.
  abstain: "not_selected",
};

function judge(votes: readonly Cast[], failMode: FailMode): PolicyDecision {
  const denied = votes.find(({ vote }) => vote === "deny");
  if (denied !== undefined) {
    const reason = denied.reason === undefined ? `denied by ${denied.policy}` : `${denied.policy}: ${denied.reason}`;
    return { outcome: "deny", enforcement: "deny", policy: denied.policy, reason, reasonCode: "denied_by_policy" };
  }
  const abstained = votes.find(({ vote }) => vote === "abstain");
  if (abstained !== undefined) {
    const why = abstained.reason === undefined ? `${abstained.policy} abstained` : `${abstained.policy} abstained: ${abstained.reason}`;
    if (failMode === "open")
      return {
        outcome: "abstain",
        enforcement: "allow",
        policy: abstained.policy,
        reason: `${why}; the host lets it go on`,
        reasonCode: "allowed_by_policy",
      };
    return { outcome: "abstain", enforcement: "deny", policy: abstained.policy, reason: why, reasonCode: "denied_on_abstention" };
  }
  const reason = votes.length === 0 ? "there is no policy" : `no policy is against it: ${votes.map(({ policy }) => policy).join(", ")}`;
  return { outcome: "allow", enforcement: "allow", reason, reasonCode: "allowed_by_policy" };
}
