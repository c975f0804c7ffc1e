import { describe, expect, test } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import { why } from "../../src/report/why/index.ts";
import { activationPage } from "../../src/views/page/activation-page.ts";
import { checkPage } from "../../src/views/page/check-page.ts";
import { text } from "../../src/views/text/text.ts";
import { sessionOf, type Emitter } from "../helpers/spans.ts";
import { finding } from "./reports.ts";

/** The text of a session, in 80 columns. */
function shown(write: (agent: Emitter) => void, all = false): string {
  const page = activationPage(buildActivationReport(sessionOf(write)), [], { all });
  return [...text.render(page, { all, colour: false, columns: 80 })].join("");
}

/** One section of it. */
function section(title: string, whole: string): string {
  return (
    whole
      .slice(whole.indexOf(`\n${title}`) + 1)
      .split("\n\n")[0]
      ?.trimEnd() ?? ""
  );
}

const hook = (agent: Emitter, name: string, state: "active" | "suppressed" = "active"): void => {
  agent.write("hook_registration", { name, event: "PreToolUse", matcher: "Bash", matcherSyntax: "exact", state, reason: "by a policy" });
};

describe("of many rows", () => {
  test("a table shows the most serious ones, in the order of the session", () => {
    const table = section(
      "Hooks registered",
      shown((agent) => {
        for (let i = 0; i < 500; i += 1) hook(agent, `quiet-${i}`);
        hook(agent, "kept", "suppressed");
        for (let i = 500; i < 1000; i += 1) hook(agent, `quiet-${i}`);
      }),
    );
    expect(table.split("\n").map((line) => line.trim().split(" ")[0])).toEqual([
      "Hooks",
      "hook",
      ...Array.from({ length: 7 }, (_, i) => `quiet-${i}`),
      "kept",
      "…",
    ]);
    expect(table).toContain("… and 993 more (--all)");
  });

  test("a page stays short, and counts what it leaves out", () => {
    const page = shown((agent) => {
      for (let i = 0; i < 2000; i += 1) {
        hook(agent, `hook-${i}`);
        agent.write("skill", { name: `skill-${i}`, status: i % 2 === 0 ? "loaded" : "skipped", reason: `line ${i}`, sourcePath: `${i}` });
        agent.write("mcp_tool", { server: `s-${i}`, tool: "t", available: i % 2 === 0, reason: `rule ${i}` });
        agent.call("Bash", { toolCallId: `c-${i}` });
        agent.write("hook", { name: `hook-${i}`, event: "PreToolUse", decision: "vetoed", toolCallId: `c-${i}`, reason: `reason ${i}` });
      }
    });
    expect(page.split("\n").length).toBeLessThan(130);
    expect(page).toContain("1,000 skills loaded, 1,000 skipped");
    expect(page).toContain("1,000 tools offered, 1,000 not");
    expect(page).toContain("2,000 for information");
  });

  test("sources are counted, and --all names each", () => {
    const whole = buildActivationReport(sessionOf((agent) => hook(agent, "guard")));
    const names = Array.from({ length: 9 }, (_, i) => `trace-${i}.jsonl`);
    const report = { ...whole, sources: names.map((name) => ({ name, format: "otlp-json", spans: 120, activation_spans: 2 })) };
    const answer = why(report, { kind: "tool", name: "nowhere" });
    const page = (all: boolean): string =>
      [...text.render(activationPage(report, [answer], { all }), { all, colour: false, columns: undefined })].join("");
    expect(page(false)).toContain("  9 sources: 18 of 1,080 spans are activations (--all names them)\n");
    expect(page(false)).toContain("  looked in 9 sources with 18 activations (--all names them), session");
    expect(page(false)).not.toContain("trace-0.jsonl:");
    for (const name of names) {
      expect(page(true)).toContain(`${name}: 2 of 120 spans are activations`);
      expect(page(true)).toContain(`${name} (2 activations)`);
    }
  });

  test("a baseline that fits nothing any more is told by its first entries", () => {
    const stale = Array.from({ length: 500 }, (_, i) => ({ code: "vetoed", subject: `hook:h-${i}` }));
    const page = checkPage({ failed: [], known: [], passed: [finding({})], stale }, { all: false });
    const printed = [...text.render(page, { all: false, colour: false, columns: undefined })].join("");
    expect(printed).toContain("500 entries of the baseline can be taken out: vetoed hook:h-0, ");
    expect(printed).toContain(" and 492 more");
  });
});

describe("what is off", () => {
  test("is not said how to turn it off; what a session disable turned off is said how to turn on", () => {
    const skills = section(
      "Why was it loaded?",
      shown((agent) => {
        agent.write("skill", { name: "broken", status: "skipped", reasonCode: "unreadable", reason: "no access" });
        agent.write("skill", { name: "off", status: "skipped", reasonCode: "disabled_for_session", disabledBy: "skill.off" });
        agent.write("skill", { name: "on", status: "loaded", reason: "found" });
      }),
    );
    expect(skills).toBe(`Why was it loaded?  1 skill loaded, 2 skipped
  skipped  broken: no access
  skipped  off: disabled for session
           decided by: disable skill.off
           now: already off for this session; to turn it on again: /enable skill
                off, or start without --disable-skill off
  loaded   on: found
           turn off: --disable-skill on`);
  });

  test("is not what is known by its use alone", () => {
    const page = shown((agent) => agent.write("skill_use", { name: "stranger", reason: "it fits" }));
    expect(section("Why was it loaded?", page)).toContain("0 skills loaded, 1 whose loading is not recorded\n  used  stranger: it fits");
  });
});

test("a session without a run says that none is recorded", () => {
  expect(shown((agent) => hook(agent, "a"))).toContain("UTC, no run is recorded");
});

test("what is declared in no file that is recorded is said so in words", () => {
  const page = shown((agent) => {
    const ran = { event: "PreToolUse", decision: "ran" } as const;
    agent.write("hook", { ...ran, name: "own", sourceScope: "builtin" });
    agent.write("hook", { ...ran, name: "theirs", sourceScope: "project" });
    agent.write("hook", { ...ran, name: "nobody's" });
  });
  expect(page).toContain("the agent itself (builtin)\n");
  expect(page).toContain("a file that is not recorded (project)\n");
  expect(page).not.toMatch(/: \(/);
});
