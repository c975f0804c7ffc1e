import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { emitter, EPOCH_SECONDS } from "../helpers/spans.ts";

function fired(spans: readonly SpanRecord[]): (string | null)[] {
  return (buildActivationReport(spans).hooks_fired ?? []).map((row) => row.hook_name);
}

const ran = (name: string) => ({ event: "PreToolUse", decision: "ran", name }) as const;

describe("the order of the facts", () => {
  it("is by sequence within an emitter, also where the clock was set back", () => {
    const agent = emitter();
    agent.write("hook", ran("first"), { at: 10 });
    agent.write("hook", ran("second"), { at: 5 });
    agent.write("hook", ran("third"), { at: 11 });
    expect(fired(agent.spans.toReversed())).toEqual(["first", "second", "third"]);
  });

  it("is by time between emitters, exact to the nanosecond", () => {
    const one = emitter({ id: "b" });
    const two = emitter({ id: "a" });
    one.write("hook", ran("early"), { at: [EPOCH_SECONDS, 10] });
    two.write("hook", ran("late"), { at: [EPOCH_SECONDS, 90] });
    expect(fired([...two.spans, ...one.spans])).toEqual(["early", "late"]);
  });

  it("puts a fact of another emitter after the latest start so far, not in front of it", () => {
    const one = emitter({ id: "a" });
    one.write("hook", ran("a1"), { at: 10 });
    one.write("hook", ran("a2"), { at: 2 });
    const two = emitter({ id: "b" });
    two.write("hook", ran("b1"), { at: 5 });
    expect(fired([...one.spans, ...two.spans])).toEqual(["b1", "a1", "a2"]);
  });

  it("gives ties to the emitter's id, whatever the sequence numbers", () => {
    const spans = ["c", "a", "b"].flatMap((id, index) => {
      const agent = emitter({ id });
      agent.lose(index * 10);
      agent.write("hook", ran(id), { at: 1 });
      return agent.spans;
    });
    expect(fired(spans)).toEqual(["a", "b", "c"]);
  });

  it("puts facts that have no sequence number where their time is", () => {
    const agent = emitter();
    agent.write("hook", ran("one"), { at: 1 });
    agent.write("hook", ran("three"), { at: 3 });
    const foreign = emitter({ id: null });
    foreign.write("hook", ran("two"), { at: 2 });
    expect(fired([...foreign.spans, ...agent.spans])).toEqual(["one", "two", "three"]);
  });

  it("does not depend on the order of the input", () => {
    const spans = ["a", "b"].flatMap((id) => {
      const agent = emitter({ id });
      agent.start();
      for (let n = 0; n < 6; n += 1) agent.write("hook", ran(`${id}${n}`), { at: n % 3 });
      agent.call("Bash");
      agent.end();
      return agent.spans;
    });
    const { warnings: _, ...expected } = buildActivationReport(spans);
    fc.assert(
      fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), (shuffled) => {
        expect(buildActivationReport(shuffled)).toMatchObject(expected);
      }),
      { numRuns: 50 },
    );
  });
});
