import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHost } from "../../src/host.ts";
import { startSession } from "../../src/sdk.ts";
import { builtExplain } from "../cli/built.ts";
import { Project } from "../host/project.ts";

const project = new Project();
let explain: string;
beforeAll(() => {
  explain = builtExplain();
}, 180_000);
afterAll(() => project.remove());

it("test_plugin_origin_lookup", async () => {
  const code = `export default { tools: { bump_version: () => "1.2.0" } };`;
  const manifestPath = project.plugin("ship-kit", { version: "1.4.0", tools: [{ name: "bump_version" }] }, code);
  const journal = project.path("journal");
  const recorded = startSession({ agent: "test-agent", workspace: { path: project.folder, trusted: true }, journal, otlp: false });
  const host = createHost({
    recorder: recorded.recorder,
    plugins: { directories: [{ path: project.path("plugins"), scope: "project" }], load: true },
  });
  await host.start();
  expect(await host.callTool("bump_version", {})).toMatchObject({ status: "completed", result: "1.2.0" });
  await host.stop();
  await recorded.end();

  const ask = (...format: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [explain, "activation", "--tool", "bump_version", ...format], {
      cwd: project.folder,
      env: { ...process.env, ACTIVATION_JOURNAL: journal },
      encoding: "utf8",
    });
    expect(stderr).not.toContain("warning");
    expect(status).toBe(0);
    return stdout;
  };
  expect(JSON.parse(ask("--format", "json"))).toMatchObject({
    plugins: [
      { name: "ship-kit", status: "registered", registered: { tools: ["bump_version"] }, manifest_path: project.shown(manifestPath) },
    ],
    mcp_tools: [{ tool: "bump_version", plugin: "ship-kit", available: true, calls: 1 }],
  });
  const text = ask();
  expect(text).toContain("ship-kit 1.4.0");
  expect(text).toContain(project.shown(manifestPath));
});
