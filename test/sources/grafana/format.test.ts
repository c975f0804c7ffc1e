import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grafana } from "../../../src/sources/grafana/format.ts";
import { decode, expectSound, mutated } from "../hostile.ts";
import { exploreDownload, oldAnswer, v1Answer } from "../tempo/samples.ts";

describe("what Grafana's Explore saves", () => {
  it("becomes spans, with a warning that its times are rounded", () => {
    expect(grafana.recognises(exploreDownload)).toBe(true);
    const { spans, warnings } = decode(grafana, exploreDownload);
    expect(spans).toMatchObject([
      {
        traceId: "5b8efff798038103d269b633813fc60c",
        parentSpanId: undefined,
        startTime: [1_767_603_600, 5_000_400],
        attributes: { "activation.kind": "hook", "activation.sequence": 2 },
        status: { code: "unset" },
      },
    ]);
    expect(warnings).toMatchObject([{ code: "precision_lost" }]);
  });

  it.each([[v1Answer], [oldAnswer], [{ batches: [] }], [{}], [null], [[]]])("is not what Tempo itself answers (%#)", (document) => {
    expect(grafana.recognises(document)).toBe(false);
  });

  it("never throws, and gives sound spans only", () => {
    fc.assert(
      fc.property(mutated([exploreDownload]), (document) => expectSound(grafana, document)),
      { numRuns: 500 },
    );
  });
});
