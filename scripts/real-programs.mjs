// Builds the programs that the product is tested against, an OpenTelemetry Collector and Jaeger v2, from their Go modules:
// once, into ${XDG_CACHE_HOME:-~/.cache}/extension-activation/. Run: node scripts/real-programs.mjs
//
// Without Go nothing is built and the tests that need a program say that they are skipped; that is no failure.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const COLLECTOR_VERSION = "0.161.0";
/** Jaeger 2.13.0: its Go module still counts 1.x. */
const JAEGER_VERSION = "2.13.0";
const JAEGER_MODULE = "github.com/jaegertracing/jaeger/cmd/jaeger";
const JAEGER_MODULE_VERSION = "v1.76.0";

/** How the names of folders begin in which something is being built. */
const BUILDING = ".build-";

const builderConfig = fileURLToPath(new URL("../collector-config/builder.yaml", import.meta.url));
const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "extension-activation");
const contents = createHash("sha256").update(readFileSync(builderConfig)).digest("hex").slice(0, 8);

/** The programs: where each is kept once it is built, and how it is built in a folder of its own. */
export const PROGRAMS = {
  collector: {
    name: "OpenTelemetry Collector",
    version: COLLECTOR_VERSION,
    // Another builder.yaml is another program.
    path: join(cache, `collector-${COLLECTOR_VERSION}-${contents}`, "otelcol"),
    build(folder) {
      copyFileSync(builderConfig, join(folder, "builder.yaml"));
      run(folder, "go", ["install", `go.opentelemetry.io/collector/cmd/builder@v${COLLECTOR_VERSION}`], { GOBIN: folder });
      run(folder, join(folder, "builder"), ["--config", "builder.yaml"]);
      return join(folder, "otelcol", "otelcol");
    },
  },
  jaeger: {
    name: "Jaeger",
    version: JAEGER_VERSION,
    path: join(cache, `jaeger-${JAEGER_VERSION}`, "jaeger"),
    build(folder) {
      // In a module of its own: Jaeger's go.mod has a replace directive, with which `go install …@version` refuses it.
      run(folder, "go", ["mod", "init", "jaeger.invalid"]);
      run(folder, "go", ["get", "-tool", `${JAEGER_MODULE}@${JAEGER_MODULE_VERSION}`]);
      run(folder, "go", ["build", "-ldflags=-s -w", "-o", "jaeger", JAEGER_MODULE]);
      return join(folder, "jaeger");
    },
  },
};

/** Why a program that is absent cannot be built here; undefined where it can. */
export function whyNoBuild() {
  const { error } = spawnSync("go", ["version"], { stdio: "ignore" });
  return error === undefined ? undefined : "Go is not installed (https://go.dev/dl), so it cannot be built";
}

/** Builds a program that is absent. Two that build the same at once do not disturb each other: the first to end wins. */
function ensure({ name, version, path, build }) {
  const said = `${name} ${version}`;
  if (existsSync(path)) return say(`${said} is at ${path}`);
  const reason = whyNoBuild();
  if (reason !== undefined) return say(`skipped ${said}: ${reason}`);
  mkdirSync(cache, { recursive: true });
  removeAbandoned();
  const folder = mkdtempSync(join(cache, BUILDING));
  const started = Date.now();
  try {
    say(`building ${said} (some minutes, once) …`);
    const built = build(folder);
    const finished = join(folder, "finished");
    mkdirSync(finished);
    renameSync(built, join(finished, basename(path)));
    publish(finished, path);
    say(`built ${said} in ${Math.round((Date.now() - started) / 1000)} s: ${path}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a build that was killed has left. */
function removeAbandoned() {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    if (name.startsWith(BUILDING) && Date.now() - statSync(folder).mtimeMs > 86_400_000) rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder appears under its name whole or not at all. */
function publish(finished, path) {
  try {
    renameSync(finished, dirname(path));
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function run(cwd, command, args, env = {}) {
  const { error, status, signal } = spawnSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${signal ?? `exit code ${status}`}, see above`);
}

function say(line) {
  process.stderr.write(`real-programs: ${line}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  // Ctrl-C ends what is being built; then this program ends too, after it has removed what was half done.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  try {
    for (const program of Object.values(PROGRAMS)) ensure(program);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
