import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { builtExplain } from "./cli/built.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};

describe("the package", () => {
  const packed = join(dirname(builtExplain()), "../..");
  const files = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [entry] : [entry.types, entry.default]));

  test.each(files)("has %s, which it exports", (file) => {
    expect(existsSync(join(packed, file))).toBe(true);
  });

  test("has types that hold for those who check the types of libraries too", { timeout: 60_000 }, () => {
    const compiler = join(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc");
    const entries = files.filter((file) => file.endsWith(".d.ts"));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2022", "--types", "node"];
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...entries], { cwd: packed, encoding: "utf8" });
    expect(stdout).toBe("");
  });
});
