import { build } from "esbuild";
import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Bundles a TypeScript program of a test into one file that plain Node.js runs: tests that need a process of their
 * own (to kill it, to fill its disk, to hand it an environment) do not depend on a build of the package.
 */
export async function buildProgram(entry: URL): Promise<string> {
  const name = entry.pathname.split("/").slice(-3).join("-").replace(/\.ts$/, "");
  const outfile = fileURLToPath(new URL(`../../node_modules/.cache/test-programs/${name}-${process.pid}.mjs`, import.meta.url));
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from start to end. */
  readonly took: number;
}

/** Starts a bundled program; `done` settles when it has ended. It is killed after a minute. */
export function start(
  file: string,
  args: readonly string[] = [],
  options: SpawnOptions = {},
): { readonly child: ChildProcess; readonly done: Promise<Finished> } {
  const began = performance.now();
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"], timeout: 60_000, ...options });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const done = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr, took: performance.now() - began }));
  });
  return { child, done };
}

/** Runs a bundled program to its end. */
export async function run(file: string, args: readonly string[] = [], options: SpawnOptions = {}): Promise<Finished> {
  return await start(file, args, options).done;
}
