import { afterAll, expect, it } from "vitest";
import { HookVeto } from "../../src/host.ts";
import { hostOf, Project, reportOf } from "../host/project.ts";

const project = new Project();
afterAll(() => project.remove());

it("test_hook_veto_explained", async () => {
  const { host, session } = hostOf(project);
  const ran: string[] = [];
  host.tools.register({ name: "shell", execute: ({ command }) => ran.push(command as string) });
  host.hooks.register({
    name: "guard-shell",
    event: "PreToolUse",
    matcher: "shell",
    run({ arguments: { command } }) {
      if (String(command).includes("..")) throw new HookVeto("writes outside the workspace");
    },
  });
  await host.start();
  const outcome = await host.callTool("shell", { command: "rm ../x" }, { toolCallId: "call_1" });
  await host.stop();

  expect(outcome).toMatchObject({ status: "blocked", by: "hook", name: "guard-shell", reason: "writes outside the workspace" });
  expect(ran).toEqual([]);
  const report = reportOf(session);
  expect(report.hooks_fired).toMatchObject([
    {
      hook_name: "guard-shell",
      event: "PreToolUse",
      target_tool: "shell",
      tool_call_id: "call_1",
      decision: "vetoed",
      outcome: "completed",
      reason: "writes outside the workspace",
      reason_code: "vetoed_by_hook",
      error_type: null,
    },
  ]);
  expect(report.findings).toContainEqual(expect.objectContaining({ code: "vetoed", subject: "hook:guard-shell" }));
});
