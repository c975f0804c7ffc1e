import { describe, expect, it } from "vitest";
import { doubtsOf } from "../../src/sources/doubts.ts";
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

it("of a span that is whole nothing is told", () => {
  for (const whole of WANTED) expect([...doubtsOf(whole)]).toEqual([]);
});
