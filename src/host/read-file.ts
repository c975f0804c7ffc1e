import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { HostError } from "./host-error.ts";

/** Why a file was not read, beside the errors of the system. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly why: "too_large" | "not_a_file" | "outside";

  constructor(why: "too_large" | "not_a_file" | "outside", message: string) {
    super(message);
    this.why = why;
  }
}

/**
 * Reads a regular file of at most `mostBytes`. A pipe or a device is refused, not waited for.
 * @throws FileRefused, or the system's error
 */
export async function readRegularFile(path: string, mostBytes: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await regular(file, path);
    if (size > mostBytes) throw tooLarge(path, mostBytes);
    // One byte more than allowed, so that a file that grows meanwhile is noticed.
    const buffer = Buffer.alloc(Math.min(size, mostBytes) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) return buffer.subarray(0, length);
      length += bytesRead;
      if (length > size) throw new FileRefused("too_large", `${path} grew while it was read; try again`);
    }
  } finally {
    await file.close();
  }
}

async function regular(file: Awaited<ReturnType<typeof open>>, path: string): Promise<{ readonly size: number }> {
  const stat = await file.stat();
  if (!stat.isFile()) throw new FileRefused("not_a_file", `${path} is no regular file`);
  return stat;
}

function tooLarge(path: string, most: number): FileRefused {
  return new FileRefused("too_large", `${path} is larger than ${most} bytes`);
}

/** Whether a path, both without links, is the folder or in it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * The path behind all links, which has to stay in a folder (itself without links).
 * @throws FileRefused where it leaves it, or the system's error
 */
export async function resolveWithin(folder: string, path: string): Promise<string> {
  const real = await realpath(path);
  if (!isWithin(folder, real)) throw new FileRefused("outside", `${path} leads out of ${folder}`);
  return real;
}

const MOST_CONFIGURATION = 1_048_576;

/**
 * Reads a JSON file of configuration.
 * @returns undefined where there is no such file
 * @throws HostError where it cannot be read or is no JSON
 */
export async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = (await readRegularFile(path, MOST_CONFIGURATION)).toString("utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new HostError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (cause) {
    throw new HostError(`${path} is no JSON: ${(cause as Error).message}`, { cause });
  }
}
