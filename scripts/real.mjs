// `npm run check:real`: the tests against the real Collector, Jaeger and ClickHouse. Installs and builds what is absent.
// Arguments go to vitest: `npm run check:real -- jaeger`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Ctrl-C reaches what runs below, which ends what it started; then this ends too.
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (stopped = true));

await ensureInstalled();
await run([join(root, "scripts/real-programs.mjs")]);
if (stopped) process.exit(130);

const results = mkdtempSync(join(tmpdir(), "check-real-"));
const resultFile = join(results, "tests.json");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultFile}`];
await run([vitest, "run", "--config", "vitest.real.config.ts", ...reporters, ...process.argv.slice(2)]);

try {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(resultFile, "utf8"));
  console.log(
    `\nreal programs: ${numPassedTests} passed, ${numFailedTests} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ""}`,
  );
} catch {
  // The tests did not come to an end: there is nothing to count.
}
rmSync(results, { recursive: true, force: true });

/** Runs a program of Node's; the exit code is that of the first that fails. */
async function run(args) {
  const [status] = await once(spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }), "exit");
  if (status !== 0) process.exitCode ||= status ?? 1;
}
