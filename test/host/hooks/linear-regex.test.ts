import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLinearRegex } from "../../../src/host/hooks/linear-regex.ts";

const piece = fc.oneof(fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\w", "\\d", "\\.", "x-", "^", "$", "{", "\\u0061", "[\\]a]"));
const expression = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    piece,
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((parts) => `(${parts.join("|")})`),
    fc.tuple(tie("node"), fc.constantFrom("*", "+", "?", "*?", "{2}", "{1,2}", "{0,}")).map(([node, count]) => `(?:${node})${count}`),
  ),
})).node;

describe("a linear regular expression", () => {
  it("selects what JavaScript's own engine selects, as a whole", () => {
    fc.assert(
      fc.property(
        expression,
        fc.string({ unit: fc.constantFrom("a", "b", "1", ".", "x", "-", "{", "]"), maxLength: 8 }),
        (source, text) => {
          expect(compileLinearRegex(source)(text)).toBe(new RegExp(`^(?:${source})$`).test(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each(["(a+)+$", "(a|a)*b", "(a*)*b", "(.*)*x", "a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaa"])(
    "%s ends at once on a text that would hang a backtracking engine",
    (source) => {
      const started = performance.now();
      compileLinearRegex(source)(`${"a".repeat(2000)}!`);
      expect(performance.now() - started).toBeLessThan(1000);
    },
  );

  it.each([
    ["(a)\\1", "back reference"],
    ["(?=a)a", "look-around"],
    ["(?<!a)b", "look-around"],
    ["(?<n>a)", "named group"],
    ["\\bword", "word boundary"],
    ["(", "Invalid regular expression"],
    ["(a{1000}){1000}", "states"],
    ["a{100000}", "count"],
    [`${"(".repeat(200)}a${")".repeat(200)}`, "nested"],
  ])("refuses %s when it is compiled", (source, message) => {
    expect(() => compileLinearRegex(source)).toThrow(SyntaxError);
    expect(() => compileLinearRegex(source)).toThrow(message);
  });
});
