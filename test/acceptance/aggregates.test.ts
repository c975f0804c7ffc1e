import { afterAll, expect, it } from "vitest";
import { facts, fixtureServer, hostOf, Project, reportOf } from "../host/project.ts";

const project = new Project();
afterAll(() => project.remove());

it("test_activation_report_aggregates", async () => {
  project.skill("skills", "release-notes");
  const manifest = project.plugin("ship-kit", { commands: [{ name: "ship", prompt: "Ship it." }] });
  const configFile = project.write("mcp.json", { mcpServers: { issues: fixtureServer(["create_issue"]) } });
  const trustFile = project.write("trust.json", { servers: { issues: {} } });
  const { host, session } = hostOf(project, {
    skills: { directories: [{ path: project.path("skills"), scope: "project" }] },
    plugins: { directories: [{ path: project.path("plugins"), scope: "project" }], enabledVia: "the settings" },
    mcp: { configFile, trustFile },
  });
  host.hooks.register({ name: "guard", event: "PreToolUse", run: () => {} });
  await host.start();
  await host.run("go", async () => await host.callTool("mcp__issues__create_issue", { title: "x" }));
  await host.stop();

  const report = reportOf(session);
  expect(report.hooks_fired).toMatchObject([
    {
      hook_name: "guard",
      decision: "ran",
      target_tool: "mcp__issues__create_issue",
      reason: "it listens to every tool",
      reason_code: "matched",
    },
  ]);
  expect(report.skills).toMatchObject([
    { name: "release-notes", status: "loaded", reason: "found in the skills of scope project", reason_code: "always_active" },
  ]);
  expect(report.plugins).toMatchObject([
    {
      name: "ship-kit",
      status: "registered",
      registered: { commands: ["ship"] },
      manifest_path: project.shown(manifest),
      reason: "enabled by the settings",
      reason_code: "always_active",
    },
  ]);
  expect(report.mcp_tools).toMatchObject([
    {
      server: "issues",
      tool: "create_issue",
      available: true,
      calls: 1,
      reason: "its server is trusted and no rule excludes it",
      reason_code: "always_active",
    },
  ]);
  expect(facts(session, "hook")).toHaveLength(1);
});
