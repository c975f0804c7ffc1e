import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { builtPackage, packageUser } from "./helpers/package.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};

/** What the README says to begin a bundle with, since OpenTelemetry's packages are CommonJS. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

describe("the package", () => {
  const packed = builtPackage();
  const files = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [entry] : [entry.types, entry.default]));

  test.each(files)("has %s, which it exports", (file) => {
    expect(existsSync(join(packed, file))).toBe(true);
  });

  const user = packageUser();

  /** A program that uses all faces, and says what it found. */
  const program = `
    import { Session } from "extension-activation";
    import { createHost } from "extension-activation/host";
    import { buildActivationReport, renderText, SourceError } from "extension-activation/reader";
    import { startSession } from "extension-activation/sdk";
    import { openSource } from "extension-activation/sources";

    async function main() {
      const { session, recorder, end } = startSession({ agent: "packed", journal: false, otlp: false });
      const host = createHost({ recorder });
      host.hooks.register({ name: "guard", event: "PreToolUse", run() {} });
      await host.start();
      session.disable({ kind: "hook", name: "guard" });
      await host.stop();
      await end();
      const report = buildActivationReport(session);
      console.log(session instanceof Session, session.disabledBy({ kind: "hook", name: "guard" }), report.completeness.status);
      console.log(renderText(report).includes("guard"));
      console.log(await openSource("nowhere-*.jsonl").catch((error) => error instanceof SourceError));
    }
    void main();
  `;
  const found = "true hook.guard complete\ntrue\ntrue\n";

  test("has faces that share one session in one process", () => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: user, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toBe(found);
  });

  test.each([
    ["ES modules with packages outside", { format: "esm", packages: "external" }],
    ["ES modules that begin with a require", { format: "esm", banner: { js: REQUIRE } }],
    ["CommonJS", { format: "cjs" }],
    ["CommonJS where the optional SDK of MCP is not installed", { format: "cjs", alias: { "@modelcontextprotocol/sdk": "not-installed" } }],
  ] as const)("can be bundled as %s", async (_title, options) => {
    const outfile = join(user, options.format === "esm" ? "bundle.mjs" : "bundle.cjs");
    const shared = { bundle: true, platform: "node", logLevel: "silent" } as const;
    const { warnings } = await build({ stdin: { contents: program, resolveDir: user }, outfile, ...shared, ...options });
    expect(warnings).toEqual([]);
    const { stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: user, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toBe(found);
  });

  test("has types that hold for those who check the types of libraries too", { timeout: 60_000 }, () => {
    const compiler = join(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc");
    const entries = files.filter((file) => file.endsWith(".d.ts"));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2022", "--types", "node"];
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...entries], { cwd: packed, encoding: "utf8" });
    expect(stdout).toBe("");
  });
});
