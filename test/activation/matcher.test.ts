import { describe, expect, it } from "vitest";
import { MATCHER_SYNTAXES } from "../../src/activation/hook-registration.ts";
import { compileMatcher, inferMatcherSyntax } from "../../src/activation/matcher.ts";

describe("a matcher", () => {
  it.each([
    ["*", "all", "anything", true],
    ["Write", "exact", "Write", true],
    ["Write", "exact", "WriteAll", false],
    ["Write|Edit , Move", "list", "Edit", true],
    ["Write|Edit , Move", "list", "Move", true],
    ["Write|Edit", "list", "Write|Edit", false],
    ["shell.*", "glob", "shell.exec", true],
    ["shell.*", "glob", "shellXexec", false],
    ["mcp__?iki__*", "glob", "mcp__wiki__edit", true],
    ["a(b)[c]*", "glob", "a(b)[c]x", true],
    ["shell.*", "regex", "shellXexec", true],
    ["mcp__wiki", "regex", "mcp__wiki__edit", false],
    ["__proto__", "exact", "constructor", false],
  ] as const)("%s as %s and %s: %s", (matcher, syntax, name, selected) => {
    expect(compileMatcher(matcher, syntax)(name)).toBe(selected);
  });

  it.each([
    [undefined, "all"],
    ["*", "all"],
    ["Write", "exact"],
    ["shell.exec", "exact"],
    ["Write|Edit", "list"],
    ["shell.*", "glob"],
  ])("%s is read as %s where nobody says", (matcher, syntax) => {
    expect(inferMatcherSyntax(matcher)).toBe(syntax);
    expect(MATCHER_SYNTAXES).toContain(syntax);
  });
});
