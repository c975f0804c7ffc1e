import { describe, expect, test } from "vitest";
import { count, listed, listedOr, moment, named, namedOr, reasonOf, ruleOf, times } from "../../src/report/wording.ts";

describe("a message", () => {
  test.each([
    ["guard-shell", "guard-shell"],
    [".agent/settings.json:PreToolUse:0:0", ".agent/settings.json:PreToolUse:0:0"],
    ["mcp__wiki__edit_page", "mcp__wiki__edit_page"],
    ["Write|Edit", "Write|Edit"],
    ["node guard.mjs deny", '"node guard.mjs deny"'],
    ["is fine. Nothing", '"is fine. Nothing"'],
    ["ends.", '"ends."'],
    ["", '""'],
    ["a\u001b[2Kb", '"a\u001b[2Kb"'],
  ])("has the name %j as %j, so that a name never reads as a sentence", (name, shown) => {
    expect(named(name)).toBe(shown);
  });

  test("does not quote its own words as if they were a name", () => {
    expect(namedOr(null, "an unknown event")).toBe("an unknown event");
    expect(namedOr("an unknown event", "nothing")).toBe('"an unknown event"');
    expect(listedOr(["a", null], "one without a name")).toBe("a and one without a name");
  });

  test("cuts what is longer than a reason may be", () => {
    expect(named("x".repeat(5000))).toHaveLength(1027);
    expect(reasonOf({ reason: "y".repeat(5000), reason_code: null })).toHaveLength(1025);
  });

  test.each([
    [[], "nothing"],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
    [["a", "b", "c", "d", "e"], "a, b, c and 2 more"],
  ])("lists %j as %s", (names, shown) => {
    expect(listed(names, 3)).toBe(shown);
  });

  test("counts in words", () => {
    expect([times(1), times(2), times(3)]).toEqual(["once", "twice", "3 times"]);
    expect([count(1, "veto", "vetoes"), count(2, "veto", "vetoes")]).toEqual(["1 veto", "2 vetoes"]);
  });

  test.each([
    ["2026-01-05T09:00:00.000000000Z", "2026-01-05T09:00:00Z"],
    ["2026-01-05T09:00:00.005000000Z", "2026-01-05T09:00:00.005Z"],
    ["2026-01-05T09:00:00.000000080Z", "2026-01-05T09:00:00.00000008Z"],
  ])("has the time %s as %s, exact all the same", (at, shown) => {
    expect(moment(at)).toBe(shown);
  });

  test.each([
    ["because", "vetoed_by_hook", "because"],
    [null, "no_reason_given", "no reason was given"],
    [null, "not_recorded", "its reason is not recorded"],
    [null, null, "its reason is not recorded"],
    [null, "over_budget", "reason code over_budget, without a sentence"],
  ])("gives the reason %j with the code %j as %s, and invents none", (reason, reason_code, shown) => {
    expect(reasonOf({ reason, reason_code })).toBe(shown);
  });

  test("names the disable that acted before any rule", () => {
    const rule = { name: "managed", path: "/etc/agent.json" };
    expect(ruleOf({ rule, disabled_by: null })).toBe(" (rule managed in /etc/agent.json)");
    expect(ruleOf({ rule, disabled_by: "hook.guard" })).toBe(" (session disable hook.guard)");
    expect(ruleOf({ rule: null, disabled_by: null })).toBe("");
  });

  test("does not name the disable again behind a reason that does", () => {
    const row = { rule: null, disabled_by: "hook.guard" };
    expect(ruleOf({ ...row, reason: "turned off for this session (hook.guard)" })).toBe("");
    expect(ruleOf({ ...row, reason: "turned off (hook.guard-shell)" })).toBe(" (session disable hook.guard)");
  });
});
