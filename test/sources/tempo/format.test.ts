import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempo } from "../../../src/sources/tempo/format.ts";
import { decode, expectSound, mutated } from "../hostile.ts";
import { exploreDownload, oldAnswer, partialAnswer, searchAnswer, v1Answer, v2Answer } from "./samples.ts";

describe("Tempo's JSON", () => {
  it.each([
    ["the first version", v1Answer],
    ["the second version", v2Answer],
    ["Tempo before 2.0", oldAnswer],
    ["a partial answer", partialAnswer],
  ])("of %s becomes spans with hex ids, exact times and lists", (_what, document) => {
    expect(tempo.recognises(document)).toBe(true);
    expect(decode(tempo, document).spans).toMatchObject([
      {
        traceId: "5b8efff798038103d269b633813fc60c",
        spanId: "00f067aa0ba902b7",
        parentSpanId: "eee19b7ec3c1b174",
        startTime: [1_767_603_600, 5_000_321],
        status: { code: "error", message: "it broke" },
        scope: "extension-activation",
        attributes: { "activation.kind": "hook", "activation.sequence": 2, "activation.hook.mutated": ["a", "b,c"], "session.id": "s-1" },
      },
    ]);
  });

  it.each([
    [partialAnswer, [{ code: "partial_answer", message: "Tempo gave only a part of the trace: Trace exceeds maximum size" }]],
    [{ trace: {}, status: "PARTIAL" }, [{ code: "partial_answer", message: "Tempo gave only a part of the trace" }]],
    [v2Answer, []],
    [{ trace: {}, status: "COMPLETE" }, []],
  ])("says when it is only a part", (document, warnings) => {
    expect(tempo.recognises(document)).toBe(true);
    expect(decode(tempo, document).warnings).toMatchObject(warnings);
  });

  it("can be a list of answers, each read for itself", () => {
    const answers = [v2Answer, { trace: {}, status: "PARTIAL" }, v1Answer, null];
    expect(tempo.recognises(answers)).toBe(true);
    const { spans, warnings } = decode(tempo, answers);
    expect(spans).toHaveLength(2);
    expect(warnings).toMatchObject([
      { code: "partial_answer", position: "answer 2" },
      { code: "invalid_record", position: "answer 4" },
    ]);
  });

  it.each([[searchAnswer], [{ traces: [], metrics: {} }]])("of a search holds no spans, and says so", (document) => {
    expect(tempo.recognises(document)).toBe(true);
    expect(decode(tempo, document)).toMatchObject({ spans: [], warnings: [{ code: "summary_only" }] });
  });

  it.each([[exploreDownload], [{}], [[]], [null], [{ trace: {} }], [{ traces: {} }], [{ batches: 1 }]])("is not what %#", (document) => {
    expect(tempo.recognises(document)).toBe(false);
  });

  it("never throws, and gives sound spans only", () => {
    fc.assert(
      fc.property(mutated([v1Answer, v2Answer, partialAnswer, oldAnswer, searchAnswer]), (document) => expectSound(tempo, document)),
      { numRuns: 500 },
    );
  });
});
