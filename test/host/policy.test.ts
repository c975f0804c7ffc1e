import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { HostError } from "../../src/host/host-error.ts";
import { Policies, type Policy } from "../../src/host/policy.ts";
import { facts, recorded, reportOf } from "./project.ts";

const request = { action: "tool:shell", toolName: "shell", toolCallId: "call_1", arguments: {} };
const votes =
  (vote: "allow" | "deny" | "abstain", reason?: string): Policy["evaluate"] =>
  () => ({ vote, reason });
const raises = (): never => {
  throw new Error("the list cannot be read");
};

describe("a policy decision", () => {
  it.each<[string, readonly Policy["evaluate"][], "open" | "closed", object]>([
    ["no policy", [], "closed", { outcome: "allow", enforcement: "allow" }],
    ["all allow", [votes("allow"), votes("allow")], "closed", { outcome: "allow", enforcement: "allow", reasonCode: "allowed_by_policy" }],
    [
      "one denies",
      [votes("allow"), votes("deny", "it is root's")],
      "closed",
      { outcome: "deny", enforcement: "deny", policy: "p2", reason: "p2: it is root's", reasonCode: "denied_by_policy" },
    ],
    [
      "one denies with a line of blanks",
      [votes("deny", " \n")],
      "closed",
      { outcome: "deny", enforcement: "deny", policy: "p1", reason: "denied by p1", reasonCode: "denied_by_policy" },
    ],
    ["one denies, one raises", [raises, votes("deny")], "open", { outcome: "deny", enforcement: "deny", policy: "p2" }],
    [
      "one abstains",
      [votes("allow"), votes("abstain")],
      "closed",
      { outcome: "abstain", enforcement: "deny", reasonCode: "denied_on_abstention", reason: "p2 abstained" },
    ],
    [
      "one raises",
      [raises, votes("allow")],
      "closed",
      { outcome: "abstain", enforcement: "deny", policy: "p1", reason: "p1 abstained: the list cannot be read" },
    ],
    ["one raises, failing open", [raises, votes("allow")], "open", { outcome: "abstain", enforcement: "allow" }],
  ])("where %s", async (_, evaluations, failMode, decision) => {
    const { recorder, session } = recorded();
    const policies = new Policies(recorder, { failMode });
    for (const [at, evaluate] of evaluations.entries()) policies.register({ name: `p${at + 1}`, evaluate });
    expect(await policies.decide(request)).toMatchObject(decision);
    const [decided, ...cast] = [...facts(session, "policy")].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
    const { policy: rule, ...rest } = decision as { policy?: string };
    expect(decided).toMatchObject({ ...rest, action: "tool:shell", toolName: "shell", toolCallId: "call_1" });
    if (rule !== undefined) expect(decided?.rule).toBe(rule);
    expect(cast.map(({ name }) => name)).toEqual(evaluations.map((_, at) => `p${at + 1}`));
  });

  it("records a policy that raised, took too long or voted nonsense as an abstention, each with what broke", async () => {
    const { recorder, session } = recorded();
    const policies = new Policies(recorder);
    policies.register({ name: "raises", evaluate: raises });
    policies.register({
      name: "slow",
      timeoutMs: 20,
      evaluate: async (_, signal) => await sleep(5000, { vote: "allow" as const }, { signal }),
    });
    policies.register({ name: "odd", evaluate: () => ({ vote: "perhaps" }) as never });
    await policies.decide(request);
    expect(facts(session, "policy").slice(0, 3)).toMatchObject([
      { name: "raises", vote: "abstain", reasonCode: "policy_raised", errorType: "Error", reason: "the list cannot be read" },
      { name: "slow", vote: "abstain", reasonCode: "policy_raised", reason: "it took longer than 20 ms" },
      { name: "odd", vote: "abstain", reasonCode: "policy_raised", errorType: "TypeError" },
    ]);
    expect(reportOf(session).policies).toMatchObject([{ outcome: "abstain", enforcement: "deny", reason_code: "denied_on_abstention" }]);
  });

  it("cannot be had from two policies of one name", () => {
    const policies = new Policies(recorded().recorder);
    policies.register({ name: "one", evaluate: votes("allow") });
    expect(() => policies.register({ name: "one", evaluate: votes("allow") })).toThrow(HostError);
  });
});
