import { describe, expect, it } from "vitest";
import { modelName } from "../../../src/host/mcp/tool-name.ts";
import type { ServerTrust } from "../../../src/host/mcp/trust.ts";
import { judgeTool } from "../../../src/host/mcp/verdict.ts";

const now = Date.parse("2026-01-10T00:00:00Z");
const [past, future] = ["2026-01-09T23:59:59Z", "2026-01-10T02:00:00+01:00"];
const [digest, other] = [`sha256:${"a".repeat(64)}`, `sha256:${"b".repeat(64)}`];

describe("the verdict on a tool", () => {
  it.each<[string, ServerTrust | undefined, object]>([
    ["a server that nobody trusts", undefined, { trusted: false, reasonCode: "server_untrusted" }],
    ["a trusted server", {}, { trusted: true, allowed: true, available: true, reasonCode: "always_active" }],
    ["trust that has ended", { expires: past }, { trusted: false, reasonCode: "trust_expired", expiresAt: past }],
    ["trust that has not", { expires: future }, { available: true, expiresAt: future }],
    ["the deny list", { deny: ["x", "send_*"] }, { trusted: true, allowed: false, reasonCode: "in_denylist", rule: "deny send_*" }],
    ["both lists", { allow: ["*"], deny: ["send_mail"] }, { reasonCode: "in_denylist", rule: "deny send_mail" }],
    ["an allow list without it", { allow: ["read_*"] }, { allowed: false, reasonCode: "not_in_allowlist", rule: "allow" }],
    ["an empty allow list", { allow: [] }, { allowed: false, reasonCode: "not_in_allowlist" }],
    ["an allow list with it", { allow: ["send_*"] }, { available: true, rule: "allow send_*" }],
    ["approval one by one", { approveEach: true }, { trusted: false, reasonCode: "untrusted", rule: "approveEach" }],
    [
      "its approval",
      { approveEach: true, tools: { send_mail: { digest } } },
      { available: true, reasonCode: "selected_explicitly", rule: "tools.send_mail" },
    ],
    [
      "another definition",
      { tools: { send_mail: { digest: other } } },
      { trusted: false, reasonCode: "modified_since_trusted", digestExpected: other },
    ],
    [
      "an approval that has ended",
      { tools: { send_mail: { digest, expires: past } } },
      { trusted: false, reasonCode: "trust_expired", expiresAt: past },
    ],
    [
      "trust that was revoked",
      { tools: { send_mail: { revoked: true } } },
      { trusted: false, reasonCode: "untrusted", reason: "its trust was revoked" },
    ],
    ["a denial before an approval", { deny: ["*"], tools: { send_mail: { digest } } }, { reasonCode: "in_denylist" }],
  ])("with %s", (_, trust, verdict) => {
    const judged = judgeTool(trust, "send_mail", digest, now);
    expect(judged).toMatchObject({ available: false, ...verdict });
    expect(judged.reason).not.toBe("");
  });

  it("takes no name of an object's own for an approval", () => {
    expect(judgeTool({ approveEach: true, tools: {} }, "constructor", digest, now)).toMatchObject({ available: false });
  });
});

describe("the name that the model sees", () => {
  it.each([
    ["issues", "create_issue", "mcp__issues__create_issue", false],
    ["my server", "a/b.c", "mcp__my_server__a_b_c", false],
    [
      "enterprise-database-management",
      "synchronize_customer_records_everywhere",
      "mcp__enterprise-database-management__synchronize_customer_record",
      true,
    ],
  ])("%s/%s", (server, tool, name, isCut) => {
    expect(modelName(server, tool)).toEqual({ name, isCut });
    expect(name.length).toBeLessThanOrEqual(64);
  });
});
