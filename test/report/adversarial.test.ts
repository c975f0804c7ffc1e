import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import type { ActivationReport } from "../../src/report/report.ts";
import { ADVERSARIES, Trace, traceOf, type Adversary } from "./adversarial.ts";

/** Milliseconds of the processor: others may be at work on this machine. */
function took(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const report = (adversary: Adversary, n: number): ActivationReport => buildActivationReport(traceOf(adversary, n), adversary.options);
const time = (adversary: Adversary, n: number): number => {
  const records = traceOf(adversary, n);
  return took(() => void buildActivationReport(records, adversary.options));
};
const adversary = (title: string): Adversary => {
  const found = ADVERSARIES.find((each) => each.title.startsWith(title));
  if (found === undefined) throw new Error(`no such trace: ${title}`);
  return found;
};

describe("a trace of which every part meets every other", () => {
  const named = ADVERSARIES.map((each) => [each.title, each] as const);
  const [bounded, linear] = [named.filter(([, each]) => each.bounded), named.filter(([, each]) => !each.bounded)];

  it.each(linear)("takes time with its length, not with its square: %s", (_, each) => {
    time(each, 200);
    // The square grows by 64.
    expect(time(each, 4000)).toBeLessThan(32 * Math.max(20, time(each, 500)));
  });

  it.each(bounded)("takes some seconds at most: %s", (_, each) => {
    expect(time(each, 800)).toBeLessThan(5000);
  });
});

describe("more registrations of one name than dispatches can be told apart by", () => {
  const found = report(adversary("registrations of one name in different files"), 3000);

  it("leave the hooks untold, by name, and the dispatches shown", () => {
    expect(found.hooks).toBeNull();
    expect(found.completeness.degraded).toEqual([
      {
        section: "hooks",
        reason: "3000 registrations share the name guard, and which of them so many dispatches came from cannot be told",
      },
    ]);
    expect(found.hooks_fired).toHaveLength(3000);
  });

  it("are not said to have never run, and a hook that is asked for not to be unregistered", () => {
    const trace = new Trace();
    trace.say({ kind: "hook_registration", name: "quiet", event: "PreToolUse", state: "active", matcherSyntax: "all" });
    for (let i = 0; i < 3000; i += 1)
      trace.say({
        kind: "hook_registration",
        name: "guard",
        event: "PreToolUse",
        state: "active",
        matcherSyntax: "all",
        sourcePath: `${i}`,
      });
    trace.say({ kind: "session", phase: "inventoried", inventory: ["hook_registration"] });
    trace.say({ kind: "tool_call", toolName: "Bash" });
    for (let i = 0; i < 3000; i += 1) trace.say({ kind: "hook", name: "guard", event: "PreToolUse", decision: "ran", toolName: "Bash" });
    expect(buildActivationReport(trace.records).findings.map(({ code }) => code)).toEqual([]);
    const asked = buildActivationReport(trace.records, { question: { hook: "quiet" } });
    expect(asked.findings).toMatchObject([{ code: "no_record", message: expect.stringContaining("that is unknown, not absent") }]);
  });
});

describe("more than a report compares", () => {
  const warned = (title: string, n: number) => {
    const found = report(adversary(title), n);
    return { found, codes: found.warnings.map(({ code }) => code) };
  };

  it("of disables and names leaves it untold of all whether they were honoured", () => {
    const { found, codes } = warned("disables of patterns, and as many names", 3000);
    expect(codes).toEqual(["limit_reached"]);
    expect(new Set(found.disables?.map((row) => row.honoured))).toEqual(new Set([null]));
  });

  it("of matchers and tools leaves it untold what they select", () => {
    const { found, codes } = warned("hooks with big expressions", 500);
    expect(codes).toEqual(["limit_reached"]);
    expect(found.hooks?.at(-1)?.matching_calls).toBeNull();
    expect(found.findings).toEqual([]);
  });

  it("of copies and uses counts a use for none, though it names its copy, and says so", () => {
    const uses = (n: number) => {
      const trace = new Trace();
      for (let i = 0; i < n; i += 1) trace.say({ kind: "skill", name: "notes", status: "loaded", sourcePath: `${i}` });
      for (let i = 0; i < n; i += 1) trace.say({ kind: "skill_use", name: "notes", sourcePath: `${i}` });
      const { skills, warnings } = buildActivationReport(trace.records);
      return { counted: skills?.reduce((sum, row) => sum + row.uses, 0), codes: warnings.map(({ code }) => code) };
    };
    expect(uses(30)).toEqual({ counted: 30, codes: [] });
    const many = uses(3000);
    expect(many.counted).toBeLessThan(3000);
    expect(many.codes).toEqual(["ambiguous_use"]);
  });
});
