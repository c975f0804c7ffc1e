import { constants, open as openCallback } from "node:fs";
import { open, stat } from "node:fs/promises";
import { promisify } from "node:util";
import type { ByteReader } from "./byte-reader.ts";
import { chunkReader } from "./chunk-reader.ts";

export interface FileReader extends ByteReader {
  /** Bytes; undefined where it is no regular file. */
  readonly size: number | undefined;
}

/** Opens a file, a pipe or a device. Throws the system's error where that fails. */
export async function openFile(path: string): Promise<FileReader> {
  if (CAN_WAIT_FOR_PIPES && (await stat(path)).isFIFO()) return await openPipe(path);
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

/** Elsewhere a pipe that nobody writes to yet seems to be at its end when it is opened without waiting. */
const CAN_WAIT_FOR_PIPES = process.platform === "linux";

/**
 * A pipe, named or of a shell (`<(some-command)`). Opening and reading one as a file waits for its writer on a thread that
 * nothing can stop, and the process could not end before the writer does.
 */
async function openPipe(path: string): Promise<FileReader> {
  const descriptor = await promisify(openCallback)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const { Socket } = await import("node:net");
  const socket = new Socket({ fd: descriptor, readable: true, writable: false });
  return { size: undefined, ...chunkReader(socket, async () => void socket.destroy()) };
}
