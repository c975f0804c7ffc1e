import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtExplain } from "../cli/built.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The package as it is installed: built, with the example beside it. */
const folder = mkdtempSync(join(tmpdir(), "demo-test-"));

beforeAll(() => {
  const dist = dirname(dirname(builtExplain()));
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true, filter: (path) => !path.includes(join("project", "out")) });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(dist, join(folder, "dist"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file of the example, but what the agent itself writes. */
function files(): ReadonlyMap<string, string> {
  const names = readdirSync(join(folder, "examples"), { recursive: true, withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.filter((path) => !path.includes(join("project", "out"))).map((path) => [path, readFileSync(path, "utf8")]));
}

it("the demo runs the agent twice and explains both runs, as the README shows it, and changes no file of the example", () => {
  const before = files();
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, "examples/agent/demo.mjs")], {
    encoding: "utf8",
    env: { ...process.env, TMPDIR: folder, BAGGAGE: "" },
  });
  expect({ status, stderr: stderr.replaceAll(/^explain: the newest session.*\n/gm, "") }).toEqual({ status: 0, stderr: "" });
  const [, first = "", , second = "", question = ""] = stdout.split("━━ ").slice(1);
  for (const report of [first, second]) {
    expect(report).toMatch(/vetoed +guard-workspace on write_file \(PreToolUse\): \S+version\.txt is outside the workspace/);
    expect(report).toMatch(/ran +no-version-tag on mcp__issues__create_issue .*changed tag/);
    expect(report).toMatch(/skipped +deploy-guide: SKILL\.md is not what was signed/);
    expect(report).toMatch(/registered +ship-kit 1\.4\.0/);
    expect(report).toMatch(/not offered +delete_issue of issues .*the deny list has "delete_\*"/);
    expect(report).toMatch(/blocked +server wiki/);
    expect(report).toContain("Complete: every record is here.");
  }
  expect(first).toMatch(/loaded +release-notes/);
  expect(second).toMatch(/skipped +release-notes: turned off for this session \(skill\.release-notes\)/);
  expect(question).toContain(join("plugins", "ship-kit", "plugin.json"));
  expect(files()).toEqual(before);

  // What the README shows of it, in which the clone is ~/extension-activation.
  const shown =
    /^Why did it fire\?[^]*^Why is it available\? .*$/m.exec(readFileSync(join(root, "README.md"), "utf8"))?.[0] ?? "no example";
  expect(first.replaceAll(folder, "~/extension-activation")).toContain(shown);
}, 120_000);
