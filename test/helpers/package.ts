import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { builtExplain } from "../cli/built.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of the package as it is built. */
export function builtPackage(): string {
  return join(dirname(builtExplain()), "../..");
}

/** A folder for programs that import the package by its name, as a package finds itself. Deleted when the tests of the file have ended. */
export function packageUser(): string {
  const user = mkdtempSync(join(tmpdir(), "package-"));
  for (const name of ["dist", "node_modules"]) symlinkSync(join(builtPackage(), name), join(user, name));
  copyFileSync(join(root, "package.json"), join(user, "package.json"));
  afterAll(() => rmSync(user, { recursive: true, force: true }));
  return user;
}
