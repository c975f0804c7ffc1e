import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import { timelineOf } from "../../src/report/timeline.ts";
import { CallIndex } from "../../src/report/call-index.ts";
import { Matchers } from "../../src/report/matchers.ts";
import { recordFromSpan } from "../../src/report/from-span.ts";
import { emitter } from "../helpers/spans.ts";

/** Calls of Bash by the session's agent, of Write by two agents, one after the other. */
function calls(): CallIndex {
  const agent = emitter();
  for (const [tool, caller] of [
    ["Bash", "main"],
    ["Write", "main"],
    ["Write", "helper"],
    ["Bash", "main"],
    ["Write", undefined],
  ] as const)
    agent.call(tool, { agent: caller });
  const { timeline } = timelineOf(agent.spans.map((span) => recordFromSpan(span)).filter((record) => record !== undefined));
  return new CallIndex(timeline.of("tool_call"), new Set(["main", "helper"]));
}

describe("selected calls", () => {
  it("are counted, named and given in the report's order, whatever tools and callers they are of", () => {
    const selected = calls().select(["Write", "Bash"], undefined, 1, Infinity)!;
    expect(selected.count).toBe(5);
    expect(selected.tools()).toEqual(["Bash", "Write"]);
    expect(selected.first(3).map((call) => call.order)).toEqual([1, 2, 3]);
  });

  it("are those of the stretch alone", () => {
    const selected = calls().select(["Bash", "Write"], undefined, 2, 4)!;
    expect(selected.first(10).map((call) => call.order)).toEqual([2, 3]);
    expect(selected.count).toBe(2);
  });

  it("are not those of another agent that has hooks of its own", () => {
    expect(calls().select(["Write"], "main", 1, Infinity)!.count).toBe(2);
    expect(calls().select(["Write"], "stranger", 1, Infinity)!.count).toBe(1);
  });

  it("are none of a tool that was not called", () => {
    expect(calls().select(["Read"], undefined, 1, Infinity)).toMatchObject({ count: 0 });
  });
});

describe("all matchers of a report", () => {
  it("select the called tools, and tell nothing where one cannot be evaluated", () => {
    const matchers = new Matchers(["Bash", "Write"]);
    expect(matchers.selectedTools("B*", "glob")).toEqual(["Bash"]);
    expect(matchers.selectedTools(undefined, "all")).toEqual(["Bash", "Write"]);
    expect(matchers.selectedTools("(?=x)", "regex")).toBeNull();
    expect(matchers.selects("Bash|Write", "list", "Write")).toBe(true);
  });

  it("take no more than a stranger's trace may take; what is beyond it cannot be told", () => {
    const matchers = new Matchers(Array.from({ length: 3000 }, (_, i) => `tool_${i}`.padEnd(1000, "x")));
    const told = Array.from({ length: 60 }, (_, i) => matchers.selectedTools(`${"a".repeat(9)}${i}.*`, "regex"));
    expect(told[0]).toEqual([]);
    expect(told.at(-1)).toBeNull();
    expect(matchers.selectedTools("Bash", "exact")).toEqual([]);
  });
});

it("thousands of hooks beside many thousands of calls take time with their sum, not with their product", () => {
  const time = (hooks: number, made: number): number => {
    const agent = emitter();
    for (let i = 0; i < hooks; i += 1)
      agent.write("hook_registration", { name: `h${i}`, event: "PreToolUse", state: "active", matcher: "*", matcherSyntax: "all" });
    for (let i = 0; i < made; i += 1) agent.call(`T${i % 50}`);
    const start = performance.now();
    const report = buildActivationReport(agent.spans);
    expect(report.hooks?.[0]?.matching_calls).toBe(made);
    return performance.now() - start;
  };
  time(100, 500);
  // The product grows by a hundred.
  expect(time(2000, 10_000)).toBeLessThan(40 * Math.max(5, time(200, 1000)));
});
