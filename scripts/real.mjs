// `npm run check:real`: the tests against the real Collector, Jaeger and ClickHouse. Installs and builds what is absent.
// Arguments go to vitest: `npm run check:real -- jaeger`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { runTests } from "./vitest.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Ctrl-C reaches what runs below, which ends what it started; then this ends too.
process.on("SIGINT", () => {});

await ensureInstalled();
const programs = spawnSync(process.execPath, [`${root}scripts/real-programs.mjs`], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
const tests = runTests(["--config", "vitest.real.config.ts", ...process.argv.slice(2)], { label: "real" });
process.exitCode = programs.status || tests;
