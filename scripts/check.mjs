// `npm run check`: everything that must hold, from a fresh clone: install, format, lint, types, build, tests.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { runTests } from "./vitest.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
await ensureInstalled();

/** @param {string} command @param {string[]} args */
const run = (command, ...args) => spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).status ?? 1;
/** @param {string} name */
const bin = (name) => `${root}node_modules/.bin/${name}`;

// Every step is also a script of package.json: run that one alone to work on it.
/** @type {[name: string, step: () => number][]} */
const steps = [
  ["format", () => run(bin("oxfmt"), "--check")],
  ["lint", () => run(bin("oxlint"), "--type-aware", "--deny-warnings")],
  ["types", () => run(bin("tsc"), "-p", ".")],
  ["build", () => run(process.execPath, "scripts/build.mjs")],
  ["test", () => runTests([])],
];

for (const [name, step] of steps) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const code = step();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) {
    console.log(`\ncheck failed at "${name}" after ${seconds} s; "npm run ${name}" runs that step alone`);
    process.exitCode = 1;
    break;
  }
  if (name !== "test") console.log(`== ${name}: ok (${seconds} s)`);
}
