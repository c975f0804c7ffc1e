import { Command, CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { addDisableOptions, applyDisableOptions } from "../../src/session/flags.ts";
import { Session } from "../../src/session/session.ts";

/** A program with the options, parsed; what it writes to stderr is in the error. */
function parse(...words: string[]): Record<string, unknown> {
  let told = "";
  const program = addDisableOptions(new Command("agent"))
    .exitOverride()
    .configureOutput({ writeErr: (text) => (told += text) });
  try {
    return program.parse(words, { from: "user" }).opts();
  } catch (error) {
    if (error instanceof CommanderError) throw new Error(told, { cause: error });
    throw error;
  }
}

describe("the options of a host's command line", () => {
  it("turn off what they name, each as often as it is given", () => {
    const session = new Session();
    session.addSurface({ kind: "hook", name: "guard-shell" });
    const flags = parse(
      "--disable-hook",
      "guard-*",
      "--disable-hook=-odd",
      "--disable-skill",
      "notes",
      "--disable-plugin",
      "acme",
      "--disable-mcp",
      "wiki",
      "--disable-mcp",
      "issues/create_issue",
    );
    expect(applyDisableOptions(session, flags)).toEqual([]);
    expect(session.disabled).toEqual([
      { kind: "hook", name: "guard-*" },
      { kind: "hook", name: "-odd" },
      { kind: "skill", name: "notes" },
      { kind: "plugin", name: "acme" },
      { kind: "mcp_server", name: "wiki" },
      { kind: "mcp_tool", name: "issues/create_issue" },
    ]);
    expect(session.settle()[0]).toMatchObject({ origin: "flag", matched: 1 });
    expect(applyDisableOptions(session, parse("--disable-hook", "gard-shell"))).toMatchObject([{ matched: 0, nearest: ["guard-shell"] }]);
  });

  it("turn off nothing where none is given", () => {
    const session = new Session();
    applyDisableOptions(session, parse());
    expect(session.disabled).toEqual([]);
  });

  it.each([
    [["--disable-hook", ""], /--disable-hook <name>.* is invalid. It is empty/],
    [["--disable-mcp", "/tool"], /--disable-mcp <server\[\/tool\]>.* is invalid. Give a server, or server\/tool/],
    [["--disable-mcp", "server/"], /Give a server/],
    [["--disable-skill"], /argument missing/],
  ])("are a usage error in %j", (words, message) => {
    expect(() => parse(...words)).toThrow(message);
  });
});
