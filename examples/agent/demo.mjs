// Runs the agent twice, the second time without one of its skills, and shows what `explain activation` says of each.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const agent = file("agent.mjs");
const explain = file("../../dist/cli/explain.cjs");
const project = file("project");

/** @returns {boolean} whether everything ran */
export function demo() {
  // A journal of its own, so that the demo neither reads nor fills the user's.
  const journal = mkdtempSync(join(tmpdir(), "extension-activation-demo-"));
  const env = { ...process.env, ACTIVATION_JOURNAL: journal, OTEL_EXPORTER_OTLP_ENDPOINT: "", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "" };
  /** @type {[title: string, command: string, args: string[]][]} */
  const steps = [
    ["1. The agent runs", "node agent.mjs", [agent]],
    ["2. Why did each hook, skill, plugin and tool do what it did?", "explain activation", [explain, "activation"]],
    [
      "3. The same, with one skill off for this session",
      "node agent.mjs --disable-skill release-notes",
      [agent, "--disable-skill", "release-notes"],
    ],
    ["4. What became of it", "explain activation", [explain, "activation"]],
    [
      "5. And one question: who registered this tool?",
      "explain activation --tool bump_version",
      [explain, "activation", "--tool", "bump_version"],
    ],
  ];
  for (const [title, command, args] of steps) {
    process.stdout.write(`\n━━ ${title}\n\n$ ${command}\n`);
    // The newest session of a folder is the one that is explained.
    const { status, error } = spawnSync(process.execPath, args, { cwd: project, env, stdio: ["ignore", "inherit", "inherit"] });
    if (status === 0) continue;
    process.stderr.write(`demo: ${command} ended with ${error?.message ?? `exit code ${status}`}\n`);
    return false;
  }
  process.stdout.write(
    `\n━━ Go on\n\nThe journal of both sessions is ${journal}. Ask it:\n\n` +
      `  cd examples/agent/project\n  export ACTIVATION_JOURNAL=${journal}\n  alias explain="node ${explain}"\n` +
      `  explain activation --hook guard-workspace\n  explain activation --mcp issues\n  explain sessions\n`,
  );
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href && !demo()) process.exitCode = 1;
