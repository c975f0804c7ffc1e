// `npm run demo`: the example agent, twice, and what `explain activation` says of it. From a fresh clone.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

await ensureInstalled();
if (isStale()) {
  console.error("Building …");
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    console.error('The build failed, see above; "npm run build" runs it alone.');
    process.exit(1);
  }
}
const { demo } = await import("../examples/agent/demo.mjs");
if (!demo()) process.exitCode = 1;

/** Whether a source is newer than what was built last. */
function isStale() {
  const built = statSync(join(root, "dist/cli/explain.cjs"), { throwIfNoEntry: false });
  if (built === undefined) return true;
  return readdirSync(join(root, "src"), { recursive: true }).some((path) => statSync(join(root, "src", path)).mtimeMs > built.mtimeMs);
}
