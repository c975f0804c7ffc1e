import { open } from "node:fs/promises";
import type { ByteReader } from "./byte-reader.ts";

export interface FileReader extends ByteReader {
  /** Bytes; undefined where it is no regular file. */
  readonly size: number | undefined;
}

/** Opens a file, a pipe or a device. Throws the system's error where that fails. */
export async function openFile(path: string): Promise<FileReader> {
  const handle = await open(path, "r");
  try {
    const status = await handle.stat();
    if (status.isDirectory()) throw Object.assign(new Error(`${path} is a directory`), { code: "EISDIR" });
    return {
      size: status.isFile() ? status.size : undefined,
      read: async (target) => (await handle.read(target, 0, target.length, null)).bytesRead,
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
