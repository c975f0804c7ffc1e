import { describe, expect, it } from "vitest";
import { buildActivationReport } from "../../src/report/builder.ts";
import type { AnyValue } from "../../src/sources/span.ts";
import { sessionOf } from "../helpers/spans.ts";

const warningsOf = (...attributes: Readonly<Record<string, AnyValue>>[]): object[] =>
  buildActivationReport(
    sessionOf((agent) => {
      for (const some of attributes) agent.write("hook", { name: "guard", event: "PreToolUse", decision: "ran" }, { attributes: some });
    }),
  ).warnings.map(({ code, message }) => ({ code, message }));

describe("a field of the contract that cannot be read as its type", () => {
  it("is told once, with how many facts have it so and what the first says", () => {
    const name = "activation.reason";
    const warnings = warningsOf({ [name]: ["a", { b: 1 }] }, { [name]: 5n }, { [name]: { a: 1 } });
    expect(warnings).toEqual([
      {
        code: "unreadable_attribute",
        message:
          'activation.reason of 2 facts cannot be read (the first says ["a",{"b":1}]): it is among the extra attributes, and taken for not stated',
      },
    ]);
  });

  it("is no attribute that another kind has, that nobody knows, or that says the same in another type", () => {
    expect(warningsOf({ "activation.skill.status": 5, "activation.unheard": { a: 1 }, "activation.name": 7 })).toEqual([]);
  });

  it("is its kind or its number, which are told as such", () => {
    expect(warningsOf({ "activation.sequence": "x" })).toMatchObject([{ code: "unreadable_sequence" }]);
  });
});
