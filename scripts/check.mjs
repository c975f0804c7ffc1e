// `npm run check`: everything that must hold, from a fresh clone: install, format, lint, types, build, tests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
await ensureInstalled();

const results = mkdtempSync(join(tmpdir(), "check-"));
const resultFile = join(results, "tests.json");
/** @param {string} name */
const bin = (name) => `${root}node_modules/.bin/${name}`;

// Every step is also a script of package.json: run that one alone to work on it.
/** @type {[name: string, command: string, args: string[]][]} */
const steps = [
  ["format", bin("oxfmt"), ["--check"]],
  ["lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]],
  ["types", bin("tsc"), ["-p", "."]],
  ["build", process.execPath, ["scripts/build.mjs"]],
  ["test", bin("vitest"), ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${resultFile}`]],
];

/** @type {string | undefined} */
let failed;
for (const [name, command, args] of steps) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  console.log(`== ${name}: ${status === 0 ? "ok" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status === 0) continue;
  if (error !== undefined) console.error(error.message);
  failed = name;
  break;
}

console.log();
try {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(resultFile, "utf8"));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ""}`);
} catch {
  // A step before the tests failed: there is nothing to count.
}
rmSync(results, { recursive: true, force: true });
if (failed !== undefined) {
  console.log(`check failed at "${failed}"; "npm run ${failed}" runs that step alone`);
  process.exitCode = 1;
}
