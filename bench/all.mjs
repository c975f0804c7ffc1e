// `npm run bench`: every benchmark after a build, one after the other. Each prints ratios of one run.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What is no benchmark itself. */
const PARTS = new Set(["all.mjs", "measure.mjs", "generate.mjs"]);

const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;

if (run("scripts/build.mjs") !== 0) process.exit(1);
console.log(`Node.js ${process.version}, ${process.arch}. Ratios are medians of one run; a time alone says little on a shared machine.`);
for (const name of readdirSync(`${root}bench`).sort()) {
  if (!name.endsWith(".mjs") || PARTS.has(name)) continue;
  console.log(`\n== ${name}`);
  if (run(`bench/${name}`) !== 0) process.exitCode = 1;
}
