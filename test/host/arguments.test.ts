import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedArguments, DEEPEST_ARGUMENT, frozenArguments } from "../../src/host/arguments.ts";

const values = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString")), fc.jsonValue());

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let i = 0; i < depth; i++) value = { a: value };
  return value;
}

describe("the arguments of a tool call", () => {
  it("are copied whole, and nobody can change the copy", () => {
    fc.assert(
      fc.property(values, (given) => {
        const copy = frozenArguments(given);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(given));
        expect(Object.isFrozen(copy)).toBe(true);
        expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
      }),
    );
  });

  it("are not changed by whoever gave them, afterwards", () => {
    const given = { paths: ["a"] };
    const copy = frozenArguments(given);
    given.paths.push("../b");
    expect(copy).toEqual({ paths: ["a"] });
    expect(() => (copy["paths"] as string[]).push("c")).toThrow(TypeError);
  });

  it("named __proto__ are an argument like any other", () => {
    const copy = frozenArguments(JSON.parse('{"__proto__": {"isAdmin": true}}') as Record<string, unknown>);
    expect((copy as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(Object.keys(copy)).toEqual(["__proto__"]);
  });

  it.each([
    ["too deep", nested(DEEPEST_ARGUMENT + 1)],
    ["a function", { run: () => {} }],
    ["a bigint", { n: 1n }],
    ["no object", [] as unknown as Record<string, unknown>],
  ])("are refused where they are %s", (_, given) => {
    expect(() => frozenArguments(given)).toThrow(TypeError);
  });
});

describe("the names of changed arguments", () => {
  it("are those that were added, removed or changed, at any depth", () => {
    const before = frozenArguments({ same: { a: [1, { b: 2 }] }, changed: { a: [1, { b: 2 }] }, removed: 1, order: { x: 1, y: 2 } });
    const after = frozenArguments({ same: { a: [1, { b: 2 }] }, changed: { a: [1, { b: 3 }] }, added: null, order: { y: 2, x: 1 } });
    expect(changedArguments(before, after)).toEqual(["changed", "removed", "added"]);
  });

  it("are none of a copy, and all of what differs as JSON", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [one, other] = [frozenArguments(a), frozenArguments(b)];
        expect(changedArguments(one, frozenArguments(structuredClone(a)))).toEqual([]);
        for (const name of changedArguments(one, other)) expect([...Object.keys(a), ...Object.keys(b)]).toContain(name);
        for (const name of Object.keys(a)) if (!Object.hasOwn(b, name)) expect(changedArguments(one, other)).toContain(name);
      }),
    );
  });
});
