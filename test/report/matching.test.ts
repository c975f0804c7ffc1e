import { describe, expect, it } from "vitest";
import { compileMatcher } from "../../src/activation/matcher.ts";
import { selectorOf } from "../../src/report/matching.ts";

describe("a matcher", () => {
  it.each([
    ["all", undefined, "Bash", true],
    ["all", "*", "mcp__a__b", true],
    ["exact", "Write", "Write", true],
    ["exact", "Write", "write", false],
    ["exact", "Write", "MultiWrite", false],
    ["list", "Write|Edit", "Edit", true],
    ["list", "Write, Edit", "Edit", true],
    ["list", "Write|Edit", "Write|Edit", false],
    ["glob", "mcp__issues__*", "mcp__issues__create", true],
    ["glob", "mcp__issues__*", "mcp__other__create", false],
    ["glob", "read?", "reads", true],
    ["glob", "a.b", "axb", false],
    ["regex", "^shell\\..*$", "shell.exec", true],
    ["regex", "^shell\\..*$", "xshell.exec", false],
  ])("%s %s on %s: %s", (syntax, matcher, tool, selected) => {
    expect(selectorOf(matcher, syntax)?.(tool)).toBe(selected);
  });

  it.each([
    ["an unknown syntax", "jq", ".name"],
    ["no syntax", undefined, "Write"],
    ["no matcher", "exact", undefined],
    ["a glob that hosts read differently", "glob", "{read,write}"],
    ["a regular expression that is not provably linear", "regex", "(?=Write)"],
  ])("cannot be told with %s", (_, syntax, matcher) => {
    expect(selectorOf(matcher, syntax)).toBeUndefined();
  });

  it("cannot be told for a name that a regular expression matches in part, since hosts differ there", () => {
    expect(selectorOf("Edit", "regex")?.("MultiEdit")).toBeUndefined();
    expect(selectorOf("Edit", "regex")?.("Edit")).toBe(true);
    expect(selectorOf("Edit", "regex")?.("Bash")).toBe(false);
  });

  it.each([
    ["list", "Write|Edit , Move"],
    ["glob", "mcp__?iki__*"],
    ["glob", "a(b).*"],
    ["regex", "shell\\.(exec|read)"],
    ["regex", "[^_]+__.*"],
  ] as const)("is never told otherwise than the host's own matcher has it: %s %s", (syntax, matcher) => {
    const fires = compileMatcher(matcher, syntax);
    for (const tool of ["Move", "Edit", "mcp__wiki__edit", "a(b).c", "aXbc", "shell.exec", "shell.exec2", "shellXread"]) {
      expect([fires(tool), undefined]).toContain(selectorOf(matcher, syntax)?.(tool));
    }
  });
});
