import { describe, expect, test } from "vitest";
import { fromAttributes } from "../../src/activation/activation.ts";
import { toolCallFromAttributes } from "../../src/activation/tool-call.ts";

describe("reading attributes", () => {
  test("a span without a kind is no activation", () => {
    expect(fromAttributes({ "activation.name": "guard" })).toBeUndefined();
  });

  test.each([[""], [7], [true], [null], [["hook"]], [{ kind: "hook" }]])(
    "a kind that is %j is none that is known, and not lost",
    (kind) => {
      expect(fromAttributes({ "activation.kind": kind, "activation.name": "guard" })).toEqual({
        activation: { kind: "unknown", unknownKind: undefined, name: "guard" },
        extra: { "activation.kind": kind },
      });
    },
  );

  test("an unknown attribute is kept", () => {
    const read = fromAttributes({ "activation.kind": "run", "activation.run.phase": "started", "acme.note": ["a", 1] });
    expect(read?.extra).toEqual({ "acme.note": ["a", 1] });
  });

  test("an unknown kind is kept, with what is common to all kinds", () => {
    const read = fromAttributes({ "activation.kind": "teleport", "activation.name": "x", "activation.teleport.to": "y" });
    expect(read).toEqual({ activation: { kind: "unknown", unknownKind: "teleport", name: "x" }, extra: { "activation.teleport.to": "y" } });
  });

  test("a value outside a closed set is kept as it is", () => {
    const read = fromAttributes({ "activation.kind": "hook", "activation.hook.decision": "postponed" });
    expect(read?.activation).toEqual({ kind: "hook", decision: "postponed" });
  });

  test.each([
    ["a number that is no integer", { "activation.sequence": 1.5 }],
    ["an integer that a number cannot hold", { "activation.sequence": 2n ** 60n }],
    ["text that is no integer", { "activation.sequence": "1e3" }],
    ["a list where one value belongs", { "activation.name": ["a"] }],
    ["text that is no boolean", { "activation.protected": "yes" }],
    ["a map where a list belongs", { "activation.provenance.errors": { a: 1 } }],
  ])("%s is not read as the field, and not lost", (_, wrong) => {
    expect(fromAttributes({ "activation.kind": "hook", ...wrong })).toEqual({ activation: { kind: "hook" }, extra: wrong });
  });

  test.each([
    ["[]", []],
    ["", []],
    ['["a","b,c"]', ["a", "b,c"]],
    ["a,b", ["a", "b"]],
    ["[not json", ["[not json"]],
  ])("a list that arrives as the text %j is %j", (value, list) => {
    expect(fromAttributes({ "activation.kind": "hook", "activation.hook.mutated": value })?.activation).toEqual({
      kind: "hook",
      mutated: list,
    });
  });

  test("names that objects have of themselves do no harm", () => {
    const attributes = JSON.parse('{"activation.kind":"__proto__","__proto__":{"polluted":true},"constructor":"x"}') as Record<
      string,
      string
    >;
    const read = fromAttributes(attributes);
    expect(read?.activation).toMatchObject({ kind: "unknown", unknownKind: "__proto__" });
    expect(Object.keys(read?.extra ?? {})).toEqual(["__proto__", "constructor"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(fromAttributes({ "activation.kind": "toString" })?.activation).toMatchObject({ unknownKind: "toString" });
  });

  test("a span of another operation is no tool call", () => {
    expect(toolCallFromAttributes({ "gen_ai.operation.name": "chat", "gen_ai.tool.name": "x" })).toBeUndefined();
  });
});
