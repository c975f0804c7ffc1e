import { describe, expect, it } from "vitest";
import { doubtsOf } from "../../src/sources/doubts.ts";
import { attributesFromOtlp } from "../../src/sources/otlp/value.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { attributes } from "../helpers/spans.ts";
import { WANTED } from "./run.ts";

const span = WANTED[0]!;
const lost = "gu\uFFFDrd";

describe("that characters of a span were lost is told, be it in its", () => {
  it.each<[where: string, part: Partial<SpanRecord>]>([
    ["name", { name: lost }],
    ["attributes", { attributes: attributes({ a: lost }) }],
    ["lists", { attributes: attributes({ a: [1, [lost]] }) }],
    ["maps", { attributes: attributes({ a: attributes({ b: [attributes({ c: lost })] }) }) }],
    ["status", { status: { code: "error", message: lost } }],
    ["events", { events: [{ name: "exception", attributes: attributes({ "exception.message": lost }) }] }],
  ])("%s", (_where, part) => {
    expect([...doubtsOf({ ...span, ...part })].map(([code]) => code)).toEqual(["replaced_characters"]);
  });
});

describe("that a value nests so deep that more can lie below is told", () => {
  const nested = (levels: number, innermost: unknown): unknown => (levels === 0 ? innermost : [nested(levels - 1, innermost)]);
  const otlp = (levels: number): object => (levels === 0 ? { stringValue: "deep" } : { arrayValue: { values: [otlp(levels - 1)] } });

  it.each([
    [31, []],
    [32, ["deep_value"]],
    [200, ["deep_value"]],
  ])("of %d lists, in OTLP and in plain values", (levels, codes) => {
    for (const list of [[{ key: "a", value: otlp(levels) }], { a: nested(levels, levels < 32 ? "deep" : []) }]) {
      expect([...doubtsOf({ ...span, attributes: attributesFromOtlp(list) })].map(([code]) => code)).toEqual(codes);
    }
  });

  it("in events too", () => {
    const events = [{ name: "e", attributes: attributesFromOtlp([{ key: "a", value: otlp(40) }]) }];
    expect([...doubtsOf({ ...span, events })].map(([code]) => code)).toEqual(["deep_value"]);
  });
});

it("of a span that is whole nothing is told", () => {
  for (const whole of WANTED) expect([...doubtsOf(whole)]).toEqual([]);
});
