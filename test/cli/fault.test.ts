import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtExplain } from "./built.ts";
import { Workspace, demoSession } from "./workspace.ts";

let command: string;
let place: Workspace;

beforeAll(() => {
  command = builtExplain();
  place = new Workspace();
  place.traces("traces.jsonl", demoSession());
}, 120_000);

afterAll(() => place.remove());

test("a fault of the command itself is told with the functions in which it happened, where EXPLAIN_DEBUG asks for it", () => {
  // Something that the report needs is broken, far below the command.
  const breaks = "Array.prototype.flatMap = () => { throw new TypeError('no lists today') }";
  const run = (environment: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, ["--import", `data:text/javascript,${breaks}`, command, "activation", "traces.jsonl"], {
      cwd: place.folder,
      encoding: "utf8",
      env: { ...process.env, ...environment },
    });
  const told = "explain: internal error: no lists today (EXPLAIN_DEBUG=1 shows where)\n";
  expect(run({ EXPLAIN_DEBUG: "" })).toMatchObject({ status: 70, stdout: "", stderr: told });
  const { status, stderr } = run({ EXPLAIN_DEBUG: "1" });
  expect(status).toBe(70);
  // The names of the source, each with its file and line.
  expect(stderr).toMatch(/^ +at assemble \(.*\.js:\d+:\d+\)$/m);
  expect(stderr).toMatch(/^ +at activation \(.*\.js:\d+:\d+\)$/m);
});
