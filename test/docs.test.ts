import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { builtPackage } from "./helpers/package.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const packed = builtPackage();
const folder = mkdtempSync(join(packed, "docs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each example of a page as a file of its own: a reader copies one, and has nothing of what stands around it. */
function examples(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(?:js|ts)\n(.*?)^```/gms)].map(([, code = ""], i) => {
    const file = join(folder, `${page.replaceAll(/\W/g, "-")}-${i}.mts`);
    writeFileSync(file, code);
    return file;
  });
}

test("every example in JavaScript or TypeScript on a page is whole, and compiles against the package", { timeout: 120_000 }, () => {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const types = Object.entries(exports).flatMap(([name, entry]) =>
    typeof entry === "string" ? [] : [[name.replace(/^\./, "extension-activation"), [join(packed, entry.types)]] as const],
  );
  const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((name) => name.endsWith(".md"));
  const files = pages.flatMap(examples);
  expect(files.length).toBeGreaterThan(7);

  const compilerOptions = {
    noEmit: true,
    strict: true,
    // An example in JavaScript names no types of its parameters.
    noImplicitAny: false,
    skipLibCheck: true,
    module: "nodenext",
    target: "es2022",
    types: ["node"],
    paths: Object.fromEntries(types),
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const compiler = join(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe("");
});
