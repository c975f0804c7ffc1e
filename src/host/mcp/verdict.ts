import { matchesPattern } from "../../activation/pattern.ts";
import type { ReasonCode } from "../../activation/reason-code.ts";
import type { ServerTrust } from "./trust.ts";

/** Whether a tool is offered, and the rule that decided. */
export interface ToolVerdict {
  readonly trusted: boolean;
  readonly allowed: boolean;
  readonly available: boolean;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
  /** The rule of the trust file that decided. */
  readonly rule?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly digestExpected?: string | undefined;
}

/** Judges one tool of a server by the trust in that server. The first rule that is against it decides. `now` in milliseconds. */
export function judgeTool(trust: ServerTrust | undefined, tool: string, digest: string, now: number): ToolVerdict {
  if (trust === undefined) return refused("server_untrusted", "its server is not trusted", { trusted: false });
  if (isPast(trust.expires, now)) {
    return refused("trust_expired", `the trust in its server expired ${trust.expires}`, {
      trusted: false,
      rule: "expires",
      expiresAt: trust.expires,
    });
  }
  const denied = firstMatch(trust.deny, tool);
  if (denied !== undefined)
    return refused("in_denylist", `the deny list has ${JSON.stringify(denied)}`, { allowed: false, rule: `deny ${denied}` });
  const allowedBy = trust.allow === undefined ? undefined : firstMatch(trust.allow, tool);
  if (trust.allow !== undefined && allowedBy === undefined)
    return refused("not_in_allowlist", "the allow list does not have it", { allowed: false, rule: "allow" });
  return judgeApproval(trust, tool, digest, now, allowedBy);
}

function judgeApproval(trust: ServerTrust, tool: string, digest: string, now: number, allowedBy: string | undefined): ToolVerdict {
  const approval = trust.tools !== undefined && Object.hasOwn(trust.tools, tool) ? trust.tools[tool] : undefined;
  if (approval === undefined && trust.approveEach === true) {
    return refused("untrusted", "nobody has approved it, and its server's tools are approved one by one", {
      trusted: false,
      rule: "approveEach",
    });
  }
  if (approval?.revoked === true) return refused("untrusted", "its trust was revoked", { trusted: false, rule: `tools.${tool}` });
  const expiresAt = approval?.expires ?? trust.expires;
  if (isPast(approval?.expires, now)) {
    return refused("trust_expired", `its trust expired ${approval?.expires}`, { trusted: false, rule: `tools.${tool}`, expiresAt });
  }
  if (approval?.digest !== undefined && approval.digest !== digest) {
    const rest = { trusted: false, rule: `tools.${tool}`, expiresAt, digestExpected: approval.digest };
    return refused("modified_since_trusted", "its definition changed since it was approved", rest);
  }
  const granted = { trusted: true, allowed: true, available: true, expiresAt };
  if (approval !== undefined)
    return { ...granted, reason: "approved by the user", reasonCode: "selected_explicitly", rule: `tools.${tool}` };
  if (allowedBy === undefined) return { ...granted, reason: "its server is trusted and no rule excludes it", reasonCode: "always_active" };
  return {
    ...granted,
    reason: `its server is trusted and the allow list has ${JSON.stringify(allowedBy)}`,
    reasonCode: "always_active",
    rule: `allow ${allowedBy}`,
  };
}

function refused(reasonCode: ReasonCode, reason: string, rest: Partial<ToolVerdict>): ToolVerdict {
  return { trusted: true, allowed: true, ...rest, available: false, reason, reasonCode };
}

/** Whether a time (RFC 3339) has passed; undefined never does. */
export function isPast(time: string | undefined, now: number): boolean {
  return time !== undefined && Date.parse(time) <= now;
}

function firstMatch(patterns: readonly string[] | undefined, tool: string): string | undefined {
  return patterns?.find((pattern) => matchesPattern(pattern, tool));
}
