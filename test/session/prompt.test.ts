import { describe, expect, it } from "vitest";
import { parseDisablePrompt, PromptError } from "../../src/session/prompt.ts";

describe("a line at a host's prompt", () => {
  it.each([
    ["/disable hook guard", { action: "disable", kind: "hook", name: "guard" }],
    ["  /enable   skill  release notes  ", { action: "enable", kind: "skill", name: "release notes" }],
    ["/disable plugin acme-*", { action: "disable", kind: "plugin", name: "acme-*" }],
    ["/disable mcp issues", { action: "disable", kind: "mcp_server", name: "issues" }],
    ["/enable mcp issues/create_issue", { action: "enable", kind: "mcp_tool", name: "issues/create_issue" }],
    ["/enable mcp_tool create_issue", { action: "enable", kind: "mcp_tool", name: "create_issue" }],
    ["/enable mcp_server a/b", { action: "enable", kind: "mcp_server", name: "a/b" }],
  ])("is read: %j", (line, expected) => {
    expect(parseDisablePrompt(line)).toEqual(expected);
  });

  it.each(["", "hello", "please /disable hook guard", "/disabled hook guard", "/help", "disable hook guard"])("is not ours: %j", (line) => {
    expect(parseDisablePrompt(line)).toBeUndefined();
  });

  it.each([
    ["/disable", /say what to disable: \/disable hook\|skill\|plugin NAME, or \/disable mcp SERVER\[\/TOOL\]/],
    ["/disable hok guard", /there is no kind "hok"; did you mean hook\?/],
    ["/enable hooks guard", /did you mean hook\?/],
    ["/enable zzz guard", /there is no kind "zzz" /],
    ["/disable __proto__ x", /there is no kind/],
    ["/disable skill", /say which skill to disable/],
    ["/disable mcp /x", /no server and no server\/tool/],
  ])("is told what is wrong: %j", (line, message) => {
    expect(() => parseDisablePrompt(line)).toThrow(PromptError);
    expect(() => parseDisablePrompt(line)).toThrow(message);
  });

  it("is read in linear time", () => {
    const began = performance.now();
    parseDisablePrompt(`/disable hook ${" ".repeat(100_000)}x${" ".repeat(100_000)}x`);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
