// Runs the tests and closes with one line that counts them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * @param {string[]} args vitest's
 * @param {{ label?: string }} [options] a word before the count
 * @returns {number} the exit code
 */
export function runTests(args, { label } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  const results = join(folder, "results.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const { status } = spawnSync(process.execPath, [vitest, "run", ...reporters, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, "utf8"));
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
    console.log(`\n${label === undefined ? "" : `${label}: `}${numPassedTests} passed, ${numFailedTests} failed${skipped}`);
  } catch {
    // The tests did not come to an end: there is nothing to count.
  }
  rmSync(folder, { recursive: true, force: true });
  return status ?? 1;
}
