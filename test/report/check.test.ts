import { describe, expect, test } from "vitest";
import { baselineOf, check, findingCode } from "../../src/report/check.ts";
import type { Finding } from "../../src/report/report.ts";

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
const report = { findings: [LAPSED, SKIPPED, VETOED] };

describe("the check", () => {
  test("fails on errors alone, where nothing else is asked for", () => {
    expect(check(report)).toEqual({ failed: [LAPSED], known: [], passed: [SKIPPED, VETOED], stale: [] });
  });

  test("fails on the codes asked for as well", () => {
    expect(check(report, { failOn: ["vetoed"] }).failed).toEqual([LAPSED, VETOED]);
  });

  test("passes what the baseline knows, by code and subject, whatever the message says", () => {
    const again = { findings: [{ ...LAPSED, message: "another message" }, finding("disable_lapsed", "error", "mcp_server:other")] };
    const result = check(again, { baseline: baselineOf(report) });
    expect(result.known.map(({ subject }) => subject)).toEqual(["mcp_server:slack"]);
    expect(result.failed.map(({ subject }) => subject)).toEqual(["mcp_server:other"]);
  });

  test("names what the baseline knows and nothing answers to any more", () => {
    expect(check({ findings: [] }, { baseline: baselineOf(report) }).stale).toEqual([
      { code: "disable_lapsed", subject: "mcp_server:slack" },
    ]);
  });

  test("a baseline holds each thing once, in a stable order, and makes its own report pass", () => {
    const twice = { findings: [VETOED, LAPSED, LAPSED] };
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
    expect(() => findingCode("veto")).toThrow('no finding has the code "veto"; did you mean vetoed');
    expect(() => check(report, { failOn: ["qqq"] })).toThrow("docs/findings.md lists them");
    expect(() => findingCode("__proto__")).toThrow(RangeError);
  });
});
