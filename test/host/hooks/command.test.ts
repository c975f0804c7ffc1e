import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { CommandSpec } from "../../../src/host/hooks/command.ts";
import { HookRegistry } from "../../../src/host/hooks/registry.ts";
import type { HookSpec } from "../../../src/host/hooks/hook.ts";
import { facts, Project, recorded } from "../project.ts";

const project = new Project();
afterAll(() => project.remove());

/** A command that runs a program of ours. */
function program(code: string, ...words: readonly string[]): CommandSpec {
  return { command: [process.execPath, "--input-type=module", "-e", code, "--", ...words], cwd: project.folder };
}

async function dispatch(run: CommandSpec, spec: Partial<HookSpec> = {}) {
  const { recorder, session } = recorded();
  const hooks = new HookRegistry(recorder, { environment: () => ({ ...process.env, BAGGAGE: session.childEnvironment({})["BAGGAGE"] }) });
  hooks.register({ name: "guard", event: "PreToolUse", run, timeoutMs: 15_000, ...spec });
  const outcome = await hooks.dispatch("PreToolUse", { toolName: "Write", toolCallId: "call_1", arguments: { path: "a" } });
  return { outcome, fact: facts(session, "hook")[0], session };
}

describe("a hook that is a command", () => {
  it("gets the input as JSON, and the session in its environment", async () => {
    const code = `
      import { writeFileSync } from "node:fs";
      let input = ""; for await (const chunk of process.stdin) input += chunk;
      writeFileSync("seen.json", JSON.stringify({ input: JSON.parse(input), baggage: process.env.BAGGAGE }));`;
    const { fact, session } = await dispatch(program(code));
    expect(fact).toMatchObject({ decision: "ran", outcome: "completed" });
    const seen = JSON.parse(readFileSync(project.path("seen.json"), "utf8")) as { input: object; baggage: string };
    expect(seen.input).toEqual({
      event: "PreToolUse",
      sessionId: session.id,
      toolName: "Write",
      toolCallId: "call_1",
      arguments: { path: "a" },
    });
    expect(seen.baggage).toContain(session.id);
  });

  it.each<[string, CommandSpec, object]>([
    [
      "blocks with exit code 2 and a reason on standard error",
      program(`process.stderr.write("no token=abcdef123 here\\n"); process.exitCode = 2`),
      { decision: "vetoed", outcome: "completed", reason: "no token=[redacted] here", reasonCode: "vetoed_by_hook", exitCode: 2 },
    ],
    ["blocks without a reason", program("process.exitCode = 2"), { decision: "vetoed", reasonCode: "no_reason_given", exitCode: 2 }],
    [
      "changes arguments by its output",
      program(`console.log(JSON.stringify({ arguments: { path: "b" } }))`),
      { decision: "ran", outcome: "mutated", mutated: ["path"] },
    ],
    ["may print what is no answer", program(`console.log("all is well")`), { decision: "ran", outcome: "completed" }],
    [
      "fails with another exit code",
      program(`console.error("no config"); process.exitCode = 7`),
      { decision: "ran", outcome: "failed", reason: "the command ended with exit code 7: no config", exitCode: 7, errorType: "exit_code" },
    ],
    ["fails when it is killed", program("process.kill(process.pid, 'SIGKILL')"), { outcome: "failed", errorType: "SIGKILL" }],
    ["fails with half an answer", program(`console.log('{"arguments":')`), { outcome: "failed", errorType: "invalid_output" }],
    [
      "fails with an answer of the wrong shape",
      program(`console.log('{"arguments":[1]}')`),
      { outcome: "failed", errorType: "invalid_output" },
    ],
    [
      "fails with an answer without an end",
      program(`process.stdout.write("{" + " ".repeat(3_000_000) + "}")`),
      { outcome: "failed", errorType: "output_too_large" },
    ],
    ["fails when there is no such program", { command: ["/no/such/program"] }, { outcome: "failed", errorType: "ENOENT" }],
    [
      "is no line for a shell",
      { command: [process.execPath, "-e", "process.exitCode = process.argv[1] === '$(exit 2); x' ? 0 : 1", "$(exit 2); x"] },
      { decision: "ran", outcome: "completed" },
    ],
  ])("%s", async (_, run, fact) => {
    expect((await dispatch(run)).fact).toMatchObject(fact);
  });

  it.skipIf(process.platform === "win32")("is a line for a shell where that is said", async () => {
    const { fact } = await dispatch({ shell: "echo not today >&2; exit 2" });
    expect(fact).toMatchObject({ decision: "vetoed", reason: "not today", exitCode: 2 });
  });

  it("does not have to read its input", async () => {
    const { recorder, session } = recorded();
    const hooks = new HookRegistry(recorder);
    hooks.register({ name: "guard", event: "PreToolUse", run: program("process.stdin.destroy(); process.exitCode = 0") });
    await hooks.dispatch("PreToolUse", { toolName: "Write", arguments: { text: "x".repeat(1_000_000) } });
    expect(facts(session, "hook")).toMatchObject([{ decision: "ran", outcome: "completed" }]);
  });

  it.skipIf(process.platform === "win32")("is killed with all that it started when its time is over", async () => {
    const grandchild = `setTimeout(() => require("fs").writeFileSync("survived", ""), 1500)`;
    const code = `
      import { spawn } from "node:child_process";
      spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { stdio: "inherit" });
      setTimeout(() => {}, 60_000);`;
    const { fact, outcome } = await dispatch(program(code), { timeoutMs: 1000, failMode: "closed" });
    expect(fact).toMatchObject({ decision: "vetoed", outcome: "timed_out", errorType: "timeout" });
    expect(outcome.blocked).toMatchObject({ reasonCode: "hook_timed_out" });
    await sleep(2500);
    expect(existsSync(project.path("survived"))).toBe(false);
  });

  it("is not waited for when only what it left behind still runs", async () => {
    const code = `
      import { spawn } from "node:child_process";
      spawn(process.execPath, ["-e", "setTimeout(() => {}, 4000)"], { stdio: "inherit" }).unref();
      process.exit(0);`;
    const started = performance.now();
    expect((await dispatch(program(code))).fact).toMatchObject({ outcome: "completed" });
    expect(performance.now() - started).toBeLessThan(3900);
  });
});
