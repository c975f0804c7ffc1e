import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLinearRegex } from "../../src/activation/linear-regex.ts";

const piece = fc.constantFrom(
  "a",
  "b",
  ".",
  "[ab]",
  "[^a]",
  "[a-c_]",
  "[a-\\d]",
  "[\\]a]",
  "\\w",
  "\\D",
  "\\.",
  "\\-",
  "\\u0061",
  "\\x62",
  "x-",
  "^",
  "$",
  "{",
  "]",
);
const expression = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    piece,
    fc.array(tie("node"), { maxLength: 3 }).map((parts) => parts.join("")),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((parts) => `(${parts.join("|")})`),
    fc
      .tuple(tie("node"), fc.constantFrom("*", "+", "?", "*?", "{2}", "{1,2}", "{0,}", "{0}"))
      .map(([node, count]) => `(?:${node})${count}`),
  ),
})).node;
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", ".", "x", "-", "_", "{", "]", "\n"), maxLength: 8 });

describe("a linear regular expression", () => {
  it("finds what JavaScript's own engine finds, anywhere and as a whole", () => {
    fc.assert(
      fc.property(expression, text, (source, name) => {
        const linear = compileLinearRegex(source);
        expect(linear.test(name)).toBe(new RegExp(source).test(name));
        expect(linear.matches(name)).toBe(new RegExp(`^(?:${source})$`).test(name));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["^mcp__.*__write", "mcp__files__write_all", true],
    ["Edit|Write", "MultiEdit", true],
    ["^(Edit|Write)$", "MultiEdit", false],
    ["shell\\.\\w+", "shell.exec", true],
    ["a$b", "a$b", false],
    ["a{,2}", "a{,2}", true],
    ["", "anything", true],
  ])("%s is found in %s: %s", (source, name, found) => {
    expect(compileLinearRegex(source).test(name)).toBe(found);
  });

  it.each(["^(a+)+$", "(a|a)*b", "(a*)*b", "(.*)*x", "^(a+)+(a|a)*(a*)*$", `${"a?".repeat(30)}${"a".repeat(30)}b`])(
    "%s ends at once on a text that would hang a backtracking engine",
    (source) => {
      const linear = compileLinearRegex(source);
      const started = performance.now();
      expect(linear.test(`${"a".repeat(2000)}!`)).toBe(false);
      expect(performance.now() - started).toBeLessThan(1000);
    },
  );

  it.each([
    ["back reference", "(a)\\1"],
    ["octal", "\\012"],
    ["look-around", "(?=a)a"],
    ["look-around", "(?<!a)b"],
    ["named group", "(?<n>a)"],
    ["word boundary", "\\bword"],
    ["control escape", "\\c1"],
    ["Invalid regular expression", "("],
    ["Invalid regular expression", "a)"],
    ["Invalid regular expression", "[a"],
    ["Invalid regular expression", "a**"],
    ["Invalid regular expression", "a{3,1}"],
    ["Invalid regular expression", "^*"],
    ["states", "(a{1000}){1000}"],
    ["states", "((a{1,50}){1,50}){1,50}"],
    ["states", "a{100000}"],
    ["states", "((((){999}){999}){999}){999}"],
    ["nested", `${"(".repeat(200)}a${")".repeat(200)}`],
    ["characters", "a".repeat(1_000_000)],
  ])("refuses when it is compiled, and says what is wrong: %s", (message, source) => {
    expect(() => compileLinearRegex(source)).toThrow(SyntaxError);
    expect(() => compileLinearRegex(source)).toThrow(message);
  });
});
