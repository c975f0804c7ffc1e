import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { program } from "../../src/cli/program.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { EXIT } from "../../src/cli/exit-code.ts";

const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
const golden = readFileSync(new URL("../golden/ordinary/80.short.txt", import.meta.url), "utf8");

const terminal = { colour: false, columns: 80 } as Terminal;
const commands: readonly Command[] = program(terminal, () => {}).commands;

test("the example on the page is what is printed", () => {
  const example = /```console\n\$ explain activation traces\.jsonl\n([^]*?)…\n```/.exec(page)?.[1] ?? "no example";
  expect(golden.startsWith(example), `docs/cli.md shows\n${example}\nand this is printed\n${golden}`).toBe(true);
});

test("every command stands on the page, and no other", () => {
  const described = new Set([...page.matchAll(/^explain (\w+)/gm)].map(([, name]) => name));
  expect(described).toEqual(new Set(commands.map((command) => command.name())));
});

test.each(["activation", "check", "sessions", "doctor"])("every option of %s stands on the page", (name) => {
  for (const { long } of commands.find((command) => command.name() === name)?.options ?? []) expect(page).toContain(`\`${long}`);
});

test("every exit code stands on the page", () => {
  for (const code of Object.values(EXIT)) expect(page).toMatch(new RegExp(`^\\| ${code} +\\|`, "m"));
});
