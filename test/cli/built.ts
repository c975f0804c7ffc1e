import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const builds = join(tmpdir(), "extension-activation-builds");

/**
 * The built command: the path of `explain.cjs`. Built where nobody else's dist/ is touched, and only when a source has
 * changed since. EXPLAIN_COMMAND names another, such as one that was installed.
 */
export function builtExplain(): string {
  const named = process.env["EXPLAIN_COMMAND"];
  if (named !== undefined) return named;
  const build = join(builds, fingerprint());
  const command = join(build, "dist/cli/explain.cjs");
  if (existsSync(command)) return command;
  mkdirSync(builds, { recursive: true });
  const made = mkdtempSync(join(builds, "unfinished-"));
  // As in an installed package: what is imported is found from the folder of the package.
  symlinkSync(join(root, "node_modules"), join(made, "node_modules"));
  writeFileSync(join(made, "package.json"), '{"name": "extension-activation", "type": "module"}\n');
  const { status, stderr, stdout } = spawnSync(process.execPath, ["scripts/build.mjs", join(made, "dist")], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the command could not be built:\n${stdout}${stderr}`);
  for (const old of readdirSync(builds).map((name) => join(builds, name))) {
    // Another run can have put it in its place meanwhile, or deleted it.
    const since = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > HOUR) rmSync(old, { recursive: true, force: true });
  }
  try {
    renameSync(made, build);
  } catch {
    // Another run was first, and has made the same.
    rmSync(made, { recursive: true, force: true });
  }
  return command;
}

const HOUR = 3_600_000;

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const folder of ["src", "scripts"]) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath ?? entry.path, entry.name);
      const { mtimeMs, size } = statSync(path);
      hash.update(`${path} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}
