// Installs the dependencies where they are absent or not those of package-lock.json; does nothing else.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = `${root}node_modules/.installed-lockfile`;

/** Whether something had to be installed. Ends the process where that fails. */
export async function ensureInstalled() {
  const wanted = createHash("sha256")
    .update(readFileSync(`${root}package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;

  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.error("Installing the dependencies (npm ci), once …");
  const progress = setInterval(() => console.error(`  … ${seconds()} s`), 5000);
  const npm = spawn("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const code = await new Promise((resolve) => {
    npm.on("error", (error) => {
      console.error(`npm cannot be started: ${error.message}`);
      resolve(127);
    });
    npm.on("close", resolve);
  });
  clearInterval(progress);
  if (code !== 0) {
    console.error(`The installation failed (npm ci, exit code ${code}). Run "npm ci" to see why.`);
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
  console.error(`  done in ${seconds()} s`);
  return true;
}
