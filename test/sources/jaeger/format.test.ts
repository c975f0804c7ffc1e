import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jaeger } from "../../../src/sources/jaeger/format.ts";
import { decode, expectSound, mutated } from "../hostile.ts";
import { legacyAnswer, legacyTrace, v3Answer, v3Error } from "./samples.ts";

describe("Jaeger's own JSON", () => {
  it.each([
    ["an answer of the API", legacyAnswer, "trace 1, "],
    ["a trace", legacyTrace, ""],
    ["a list with one trace", [legacyTrace], ""],
  ])("is read from %s", (_what, document, place) => {
    expect(jaeger.recognises(document)).toBe(true);
    const { spans } = decode(jaeger, document, "line 3");
    expect(spans.map((span) => [span.name, span.position])).toEqual([
      ["execute_hook guard", `line 3, ${place}span 1`],
      ["start_run", `line 3, ${place}span 2`],
    ]);
  });

  it("becomes a span with ids of full width, the parent of its own trace, and typed values", () => {
    const [veto, run] = decode(jaeger, legacyAnswer).spans;
    expect(veto).toMatchObject({
      traceId: "000000000000000a5b8efff798038103",
      spanId: "00f067aa0ba902b7",
      parentSpanId: "eee19b7ec3c1b174",
      startTime: [1_767_603_600, 5_001_000],
      endTime: [1_767_603_600, 9_001_000],
      status: { code: "error", message: "it broke" },
      scope: "extension-activation",
    });
    expect(run).toMatchObject({
      traceId: "000000000000000a5b8efff798038103",
      parentSpanId: undefined,
      status: { code: "ok", message: undefined },
    });
    expect({ ...veto?.attributes }).toEqual({
      "activation.kind": "hook",
      "activation.sequence": 2,
      huge: 9_007_199_254_740_993n,
      score: 0.75,
      whole: 2,
      trusted: true,
      bytes: "AAH/",
      "activation.hook.mutated": '["path"]',
    });
    expect(veto?.events.map(({ name, attributes }) => [name, { ...attributes }])).toEqual([["exception", { "exception.type": "Error" }]]);
  });

  it("says how many attributes were dropped, and leaves out what Jaeger added", () => {
    const tags = [
      { key: "activation.kind", type: "string", value: "hook" },
      { key: "otel.dropped_attributes_count", type: "int64", value: 3 },
      { key: "@jaeger@format", type: "string", value: "proto" },
    ];
    const [span] = decode(jaeger, { traceID: "1", spans: [{ spanID: "2", tags }], processes: {} }).spans;
    expect(span).toMatchObject({ droppedAttributes: 3 });
    expect({ ...span?.attributes }).toEqual({ "activation.kind": "hook" });
  });

  it("says once what Jaeger itself found wrong", () => {
    const twice = { data: [legacyTrace, { ...legacyTrace, warnings: ["clock skew"] }], total: 0, errors: null };
    expect(decode(jaeger, twice).warnings).toEqual([
      { code: "backend_note", message: "Jaeger notes: duplicate span IDs; skipping clock skew adjustment", position: "trace 1" },
      { code: "backend_note", message: "Jaeger notes: clock skew", position: "trace 2" },
    ]);
  });

  it("is an error where the answer says so, beside what it holds", () => {
    const partial = { data: [legacyTrace], total: 0, errors: [{ code: 500, msg: "shard failed" }] };
    const { spans, warnings } = decode(jaeger, partial);
    expect(spans).toHaveLength(2);
    expect(warnings[0]).toMatchObject({ code: "partial_answer", message: "Jaeger answered with an error 500: shard failed" });
  });

  it.each([
    ["without traces", { data: [], total: 0, limit: 0, offset: 0, errors: null }],
    ["with null for them", { data: null, total: 0, limit: 0, offset: 0, errors: null }],
  ])("can be an answer %s", (_what, document) => {
    expect(jaeger.recognises(document)).toBe(true);
    expect(decode(jaeger, document)).toEqual({ spans: [], warnings: [] });
  });

  it("leaves out a span without ids, and goes on behind it", () => {
    const broken = { ...legacyTrace, traceID: "", spans: [{ operationName: "no ids" }, 7, ...legacyTrace.spans] };
    const { spans, warnings } = decode(jaeger, broken);
    expect(spans).toHaveLength(2);
    expect(warnings.filter(({ code }) => code === "invalid_record").map(({ position }) => position)).toEqual(["span 1", "span 2"]);
  });
});

describe("Jaeger's API v3", () => {
  it.each([
    ["an object", v3Answer, 1],
    ["a list of answers", [v3Answer, v3Answer], 2],
    ["an answer with a list", { result: [v3Answer.result, v3Answer.result] }, 2],
  ])("is read from %s, exact to the nanosecond", (_what, document, count) => {
    expect(jaeger.recognises(document)).toBe(true);
    const { spans } = decode(jaeger, document);
    expect(spans).toHaveLength(count);
    expect(spans[0]).toMatchObject({ startTime: [1_767_603_600, 5_000_321], status: { code: "error", message: "it broke" } });
  });

  it("has none of the attributes that Jaeger adds for itself", () => {
    const attribute = (key: string): object => ({ key, value: { stringValue: "x" } });
    const span = { traceId: "1", spanId: "2", attributes: [attribute("a"), attribute("@jaeger@hash"), attribute("__proto__")] };
    const [read] = decode(jaeger, { result: { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] } }).spans;
    expect(Object.keys(read!.attributes)).toEqual(["a", "__proto__"]);
  });

  it("has Jaeger's notes as warnings, not as attributes", () => {
    const { spans, warnings } = decode(jaeger, v3Answer);
    expect(Object.keys(spans[0]?.attributes ?? {})).toEqual(["activation.kind"]);
    expect(warnings).toMatchObject([{ code: "backend_note", message: "Jaeger notes: clock skew" }]);
  });

  it.each([
    ["an error", v3Error, "backend_error", "Jaeger answered with an error 404: No traces found"],
    ["an error in the middle of a stream", [v3Answer, v3Error], "partial_answer", "No traces found"],
    ["an error as gRPC has it behind an answer", [v3Answer, { error: { code: 13, message: "disk" } }], "partial_answer", "error 13: disk"],
    [
      "an error as the first gateways had it",
      [v3Answer, { error: { grpc_code: 13, http_code: 500, message: "disk" } }],
      "partial_answer",
      "error 500: disk",
    ],
    ["an error that is a text", [v3Answer, { error: "disk" }], "partial_answer", "error: disk"],
    ["summaries", { summaries: [{ traceId: "1", spanCount: 4 }] }, "summary_only", "hold no spans"],
    ["something else among answers", [v3Answer, 5], "invalid_record", "neither a trace nor an answer"],
  ])("says that it gave %s", (_what, document, code, message) => {
    expect(jaeger.recognises(document)).toBe(true);
    const found = decode(jaeger, document).warnings.find((warning) => warning.code === code);
    expect(found?.message).toContain(message);
  });
});

describe("the format jaeger", () => {
  it.each([[null], [{}], [[]], [{ data: 5 }], [{ data: [], meta: [] }], [{ result: {}, a: 1 }], [{ error: "x" }], [{ resourceSpans: [] }]])(
    "does not claim %j",
    (document) => {
      const claimed = jaeger.recognises(document);
      // An answer of API v3 that is empty is `{"result":{}}`.
      expect(claimed).toBe(JSON.stringify(document).startsWith('{"result":{}'));
    },
  );

  it("never throws, and gives sound spans only", () => {
    fc.assert(
      fc.property(mutated([legacyAnswer, legacyTrace, v3Answer, v3Error, [v3Answer, v3Answer]]), (document) =>
        expectSound(jaeger, document),
      ),
      { numRuns: 500 },
    );
  });
});
