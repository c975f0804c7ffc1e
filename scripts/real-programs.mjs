// Gets the programs that the product is tested against, once, into ${XDG_CACHE_HOME:-~/.cache}/extension-activation/: an OpenTelemetry
// Collector and Jaeger (2 and 1) are built from their Go modules, ClickHouse's engine comes as a Python package. Run: node scripts/real-programs.mjs
//
// Without Go or Python what needs it is skipped, and the tests that need it too; that is said, and is no failure.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const COLLECTOR_VERSION = "0.161.0";
/** One Go module, which counts 1.x, makes both: Jaeger 2.13, and 1.76, the last of the first line. */
const JAEGER_VERSION = "2.13.0";
const JAEGER_V1_VERSION = "1.76.0";
const JAEGER_MODULE = "github.com/jaegertracing/jaeger/cmd";

/** How the names of folders begin in which something is being built. */
const BUILDING = ".build-";

const CHDB_VERSION = "4.4.0";
/** ClickHouse 26.9. */
const CHDB_CORE_VERSION = "26.9.0";

const GO = { command: "go", args: ["version"], where: "https://go.dev/dl" };
const PYTHON = { command: "python3", args: ["--version"], where: "https://www.python.org/downloads" };

const builderConfig = fileURLToPath(new URL("../collector-config/builder.yaml", import.meta.url));
const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "extension-activation");
const contents = createHash("sha256").update(readFileSync(builderConfig)).digest("hex").slice(0, 8);

/** The programs: where each is kept, what it is made with, and how it is made in a folder of its own. */
export const PROGRAMS = {
  collector: {
    name: "OpenTelemetry Collector",
    version: COLLECTOR_VERSION,
    // Another builder.yaml is another program.
    folder: join(cache, `collector-${COLLECTOR_VERSION}-${contents}`),
    path: "otelcol",
    needs: GO,
    async make(folder, finished) {
      copyFileSync(builderConfig, join(folder, "builder.yaml"));
      await run(folder, "go", ["install", `go.opentelemetry.io/collector/cmd/builder@v${COLLECTOR_VERSION}`], { GOBIN: folder });
      await run(folder, join(folder, "builder"), ["--config", "builder.yaml"]);
      mkdirSync(finished);
      renameSync(join(folder, "otelcol", "otelcol"), join(finished, "otelcol"));
    },
  },
  jaeger: {
    name: "Jaeger",
    version: JAEGER_VERSION,
    folder: join(cache, `jaeger-${JAEGER_VERSION}`),
    path: "jaeger",
    needs: GO,
    make: (folder, finished) => buildJaeger("jaeger", folder, finished),
  },
  jaegerV1: {
    name: "Jaeger",
    version: JAEGER_V1_VERSION,
    folder: join(cache, `jaeger-${JAEGER_V1_VERSION}`),
    path: "all-in-one",
    needs: GO,
    make: (folder, finished) => buildJaeger("all-in-one", folder, finished),
  },
  clickhouse: {
    name: "ClickHouse's engine",
    version: CHDB_VERSION,
    folder: join(cache, `chdb-${CHDB_VERSION}`),
    path: join("bin", "python"),
    needs: PYTHON,
    async make(folder, finished) {
      await run(folder, "python3", ["-m", "venv", finished]);
      // Without what it depends on: data frames, that no test here uses.
      const packages = [`chdb==${CHDB_VERSION}`, `chdb-core==${CHDB_CORE_VERSION}`];
      await run(folder, join(finished, "bin", "python"), [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        ...packages,
      ]);
      await run(folder, join(finished, "bin", "python"), ["-c", "import chdb"]);
    },
  },
};

/** In a module of its own: Jaeger's go.mod has a replace directive, with which `go install …@version` refuses it. */
async function buildJaeger(command, folder, finished) {
  const name = `${JAEGER_MODULE}/${command}`;
  await run(folder, "go", ["mod", "init", "jaeger.invalid"]);
  await run(folder, "go", ["get", "-tool", `${name}@v${JAEGER_V1_VERSION}`]);
  await run(folder, "go", ["build", "-ldflags=-s -w", "-o", join(finished, command), name]);
}

/** The program's file. */
export function pathOf({ folder, path }) {
  return join(folder, path);
}

/** Makes a program that is absent. Two that make the same at once do not disturb each other: the first to end wins. */
async function ensure(program) {
  const said = `${program.name} ${program.version}`;
  const path = pathOf(program);
  if (existsSync(path)) return say(`${said} is at ${path}`);
  const { command, args, where } = program.needs;
  if (spawnSync(command, args, { stdio: "ignore" }).error !== undefined)
    return say(`skipped ${said}: it is made with ${command}, which is not installed (${where})`);
  mkdirSync(cache, { recursive: true });
  removeAbandoned();
  const folder = mkdtempSync(join(cache, BUILDING));
  const started = Date.now();
  try {
    say(`making ${said} (some minutes, once) …`);
    await program.make(folder, join(folder, "finished"));
    publish(join(folder, "finished"), program);
    say(`made ${said} in ${Math.round((Date.now() - started) / 1000)} s: ${path}`);
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
function publish(finished, program) {
  try {
    renameSync(finished, program.folder);
  } catch (error) {
    if (!existsSync(pathOf(program))) throw error;
  }
}

/** Runs a command whose output goes to stderr. Not in one step: Node would not see a signal that comes meanwhile. */
async function run(cwd, command, args, env = {}) {
  const [status, signal] = await once(spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", 2, 2] }), "exit");
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${signal ?? `exit code ${status}`}, see above`);
}

function say(line) {
  process.stderr.write(`real-programs: ${line}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  // Ctrl-C ends what is being made; then this program ends too, after it has removed what was half done.
  let stopped = false;
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (stopped = true));
  for (const program of Object.values(PROGRAMS)) {
    if (stopped) break;
    try {
      await ensure(program);
    } catch (error) {
      say(`${program.name} ${program.version} could not be made: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
