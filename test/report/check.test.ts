import { describe, expect, test } from "vitest";
import { baselineOf, check, failureCode } from "../../src/report/check.ts";
import type { CompletenessStatus, Finding } from "../../src/report/report.ts";

const finding = (code: string, severity: Finding["severity"], subject: string, message = "m"): Finding => ({
  code,
  severity,
  subject,
  message,
  evidence: [],
});
const LAPSED = finding("disable_lapsed", "error", "mcp_server:slack");
const SKIPPED = finding("skill_skipped", "warning", "skill:notes");
const VETOED = finding("vetoed", "info", "hook:guard");

/** A report of these findings, as far as it is checked. */
function of(
  findings: readonly Finding[],
  status: CompletenessStatus = "complete",
  missing: readonly string[] = [],
): Parameters<typeof check>[0] {
  const emitters = [{ emitter: "e-1", session: "s-1", expected: 3, seen: 3, missing }];
  const completeness = { status, emitters, dropped_attributes: 0, missing_parents: 0, duplicates_removed: 0, degraded: [] };
  return { session: null, findings, completeness };
}

const report = of([LAPSED, SKIPPED, VETOED]);

describe("the check", () => {
  test("fails on errors alone, where nothing else is asked for", () => {
    expect(check(report)).toEqual({ failed: [LAPSED], known: [], passed: [SKIPPED, VETOED], stale: [] });
  });

  test("fails on the codes asked for as well", () => {
    expect(check(report, { failOn: ["vetoed"] }).failed).toEqual([LAPSED, VETOED]);
  });

  test("passes what the baseline knows, by code and subject, whatever the message says", () => {
    const again = of([{ ...LAPSED, message: "another message" }, finding("disable_lapsed", "error", "mcp_server:other")]);
    const result = check(again, { baseline: baselineOf(report) });
    expect(result.known.map(({ subject }) => subject)).toEqual(["mcp_server:slack"]);
    expect(result.failed.map(({ subject }) => subject)).toEqual(["mcp_server:other"]);
  });

  test("names what the baseline knows and nothing answers to any more", () => {
    expect(check(of([]), { baseline: baselineOf(report) }).stale).toEqual([{ code: "disable_lapsed", subject: "mcp_server:slack" }]);
  });

  test("a baseline holds each thing once, in a stable order, and makes its own report pass", () => {
    const twice = of([VETOED, LAPSED, LAPSED]);
    const baseline = baselineOf(twice, { failOn: ["vetoed"] });
    expect(baseline).toEqual({
      version: 1,
      known: [
        { code: "disable_lapsed", subject: "mcp_server:slack" },
        { code: "vetoed", subject: "hook:guard" },
      ],
    });
    expect(check(twice, { failOn: ["vetoed"], baseline }).failed).toEqual([]);
  });

  test("refuses a code that no finding has, and names what is near", () => {
    expect(() => failureCode("veto")).toThrow('no finding has the code "veto"; did you mean vetoed');
    expect(() => check(report, { failOn: ["qqq"] })).toThrow("docs/findings.md lists them");
    expect(() => failureCode("__proto__")).toThrow(RangeError);
  });

  test("fails on an incomplete report where that is asked for, and says why it is", () => {
    expect(check(of([], "incomplete")).failed).toEqual([]);
    expect(check(of([], "unknown"), { failOn: ["incomplete"] }).failed).toEqual([]);
    const lost = check(of([], "incomplete"), { failOn: ["incomplete"] }).failed;
    expect(lost).toMatchObject([
      { code: "incomplete", severity: "error", message: expect.stringContaining("lost while it was read") as string },
    ]);
    const gaps = check(of([], "incomplete", ["4-6"]), { failOn: ["incomplete"] }).failed;
    expect(gaps).toMatchObject([{ message: expect.stringContaining("have gaps") as string }]);
  });
});
