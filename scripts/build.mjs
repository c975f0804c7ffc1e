// Builds dist/, or the folder that is named: the library and the CLI's commands in a few files each, its start as one small
// CommonJS file, the types, the report's JSON Schema.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { importSource } from "./source.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const { dependencies: versions, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const dependencies = Object.keys({ ...versions, ...peerDependencies });
const target = resolve(root, process.argv[2] ?? "dist");
// Built beside it and put in its place when it is whole: whoever runs the old one meanwhile finds it whole too.
const out = `${target}.${process.pid}`;
process.on("exit", () => rmSync(out, { recursive: true, force: true }));

const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
const tsc = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", out], { cwd: root, stdio: "inherit" });
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
// Nobody imports the CLI.
rmSync(join(out, "cli"), { recursive: true });

// The CLI starts in the time of `node -e ''` only as a single CommonJS file. What a command needs beyond that it
// imports when it runs: every dynamic import of our own stays one.
await build({
  absWorkingDir: root,
  entryPoints: ["src/cli/explain.ts"],
  outfile: join(out, "cli/explain.cjs"),
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  banner: { js: "#!/usr/bin/env node" },
  logLevel: "warning",
  plugins: [
    {
      // commander loads it for a kind of command that we have none of, at a twentieth of the start-up.
      name: "child-process-on-use",
      setup(bundle) {
        const namespace = "on-use";
        bundle.onResolve({ filter: /^node:child_process$/ }, ({ path }) => ({ path, namespace }));
        bundle.onLoad({ filter: /./, namespace }, () => ({
          contents: 'exports.spawn = (...words) => require("child_process").spawn(...words);',
        }));
      },
    },
    {
      name: "dynamic-imports-stay",
      setup(bundle) {
        bundle.onResolve({ filter: /^\.\.?\// }, ({ path, kind }) =>
          kind === "dynamic-import" ? { path: path.replace(/\.ts$/, ".js"), external: true } : undefined,
        );
      },
    },
  ],
});
chmodSync(join(out, "cli/explain.cjs"), 0o755);

// Node.js takes up to a millisecond for every module that it loads, and there are hundreds: so the library is a few files for
// each of its faces, and a command is. What is loaded only sometimes (a backend, a format, a view) stays apart.
const assembled = {
  // To assemble a program of WebAssembly takes longer than to read many a file: what it comes to is put in its place.
  name: "assembled-programs",
  setup(bundle) {
    bundle.onLoad({ filter: /-program\.ts$/ }, async ({ path }) => {
      const exported = Object.entries(await importSource(path)).map(([name, value]) =>
        typeof value === "function"
          ? `export const ${name} = () => Buffer.from("${Buffer.from(value()).toString("base64")}", "base64");`
          : `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: exported.join("\n"), loader: "js" };
    });
  },
};
const inFewFiles = {
  absWorkingDir: root,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // picocolors is smaller than the search for it.
  external: dependencies.flatMap((name) => (name === "picocolors" ? [] : [name, `${name}/*`])),
  legalComments: "none",
  logLevel: "warning",
  plugins: [assembled],
};
const faces = ["index", "sdk", "host", "reader", "sources"].map((name) => `src/${name}.ts`);
const commands = readdirSync(join(root, "src/cli/commands")).map((file) => `src/cli/commands/${file}`);
await Promise.all([
  build({ ...inFewFiles, entryPoints: faces, outdir: out }),
  build({ ...inFewFiles, entryPoints: commands, outdir: join(out, "cli/commands") }),
]);

const { reportJsonSchema } = await importSource("src/report/schema.ts");
writeFileSync(join(out, "activation-report.schema.json"), `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);

if (existsSync(target)) {
  const old = `${out}.old`;
  renameSync(target, old);
  rmSync(old, { recursive: true, force: true });
}
renameSync(out, target);
