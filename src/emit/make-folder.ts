import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, for their owner alone.
 *
 * Not `mkdirSync` with `recursive`: where a file system answers "no such file" under a folder that is there, as `/proc`
 * does, that never returns (Node.js 20.20).
 * @throws where one cannot be made
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path) throw error;
    makeFolder(parent);
    mkdirSync(path, { mode: 0o700 });
  }
}
