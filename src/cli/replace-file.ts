import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/**
 * Writes a file as a whole: what it held before stays where the disk is full. What is no plain file (a device, a pipe), or lies
 * in a folder that takes no other file, is written in its place.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => undefined);
  const before = target === undefined ? undefined : await stat(target);
  if (target === undefined || before?.isFile() !== true) return await writeFile(path, text);
  const beside = `${target}.${process.pid}.new`;
  try {
    await writeFile(beside, text, { mode: before.mode });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    if (!isRefused(error)) throw error;
    await writeFile(target, text);
  }
}

function isRefused(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "EACCES" || code === "EPERM" || code === "EROFS";
}
