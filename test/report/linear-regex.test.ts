import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearRegex } from "../../src/report/linear-regex.ts";

/** Patterns of the part of the syntax that is compiled. */
const pattern = fc.letrec<{ alternatives: string; sequence: string; quantified: string; atom: string }>((tie) => ({
  alternatives: fc.array(tie("sequence"), { minLength: 1, maxLength: 2 }).map((all) => all.join("|")),
  sequence: fc.array(tie("quantified"), { maxLength: 2 }).map((all) => all.join("")),
  quantified: fc
    .tuple(tie("atom"), fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,3}", "{2,}", "*?"))
    .map(([atom, sign]) => atom + sign),
  atom: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom("a", "b", "_", ".", "\\.", "\\w", "\\d", "[ab]", "[^a]", "[a-c_]", "\\-") },
    tie("alternatives").map((all) => `(${all})`),
    tie("alternatives").map((all) => `(?:${all})`),
  ),
})).alternatives;
const name = fc.string({ unit: fc.constantFrom("a", "b", "c", "_", ".", "1", "-"), maxLength: 8 });

describe("a linear regular expression", () => {
  it("finds what the engine finds, anywhere and as a whole", () => {
    fc.assert(
      fc.property(pattern, name, (source, text) => {
        const linear = linearRegex(source);
        fc.pre(linear !== undefined);
        expect(linear.test(text)).toBe(new RegExp(source).test(text));
        expect(linear.matches(text)).toBe(new RegExp(`^(?:${source})$`).test(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["^mcp__.*__write", "mcp__files__write_all", true],
    ["Edit|Write", "MultiEdit", true],
    ["^(Edit|Write)$", "MultiEdit", false],
    ["shell\\.\\w+", "shell.exec", true],
    ["a$b", "a$b", false],
  ])("%s on %s: %s", (source, text, found) => {
    expect(linearRegex(source)?.test(text)).toBe(found);
  });

  it.each([
    "(?=a)",
    "(?<!a)b",
    "(a)\\1",
    "\\bword",
    "[a-\\d]",
    "(",
    "a)",
    "[a",
    "a**",
    "a{3,1}",
    "^*",
    "\\u0041",
    "(?<n>a)",
    "{",
    "a{1000}",
  ])("does not compile %s, which it cannot evaluate for certain", (source) => {
    expect(linearRegex(source)).toBeUndefined();
  });

  it("refuses a pattern whose automaton would be too big, and one nested too deep", () => {
    expect(linearRegex("((a{1,50}){1,50}){1,50}")).toBeUndefined();
    expect(linearRegex("(".repeat(10_000) + "a" + ")".repeat(10_000))).toBeUndefined();
  });

  it("stays linear where a backtracking engine would not end", () => {
    const hostile = linearRegex("^(a+)+(a|a)*(a*)*$");
    expect(hostile?.test(`${"a".repeat(5000)}b`)).toBe(false);
  });
});
