import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLinearRegex, OutOfSteps, Steps } from "../../src/activation/linear-regex.ts";

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

describe("the steps that several expressions share", () => {
  const costly = `(a?|b?|[^c]*){99}`;

  it("end compiling and matching where they are used up, whatever the expressions", () => {
    const reading = new Steps(100);
    expect(() => compileLinearRegex("a".repeat(50), reading)).toThrow(OutOfSteps);
    const steps = new Steps(1_000_000);
    const regex = compileLinearRegex(costly, steps);
    const many = (): void => {
      for (let i = 0; i < 100; i += 1) regex.matches("ab".repeat(60), steps);
    };
    expect(many).toThrow(OutOfSteps);
    expect(steps.usedUp).toBe(true);
    expect(() => regex.test("", steps)).toThrow(OutOfSteps);
  });

  it("change nothing of what is matched, and need not be given", () => {
    const steps = new Steps(100_000_000);
    const [with_, without] = [compileLinearRegex(costly, steps), compileLinearRegex(costly)];
    for (const text of ["", "ab", "abc", "c".repeat(9)]) expect(with_.matches(text, steps)).toBe(without.matches(text));
    expect(steps.usedUp).toBe(false);
  });

  it("are taken by what is kept in memory as well: big expressions are not kept by the thousand", () => {
    const steps = new Steps(100_000_000);
    let kept = 0;
    const keep = (): void => {
      for (; kept < 5000; kept += 1) compileLinearRegex(`(a?|b?|[^c]*){99}${kept}`, steps);
    };
    expect(keep).toThrow(OutOfSteps);
    expect(kept).toBeLessThan(1500);
  });
});
