import { fstatSync } from "node:fs";
import type { ByteReader } from "../bytes/byte-reader.ts";
import { chunkReader } from "../bytes/chunk-reader.ts";
import { openFile, type FileReader } from "../bytes/file-reader.ts";
import { SourceError, type ReadOptions, type Source } from "../source.ts";
import { readStream } from "../content/stream.ts";
import { ShrinkingFile } from "./shrinking.ts";

/** A file, a pipe or a device. */
export function fileSource(path: string): Source {
  return {
    name: path,
    read(options) {
      const shrinking = new ShrinkingFile(path);
      return readStream(
        path,
        async () => {
          const file = shrinking.watched(await open(path));
          return observed(file, path, file.size, options);
        },
        shrinking.told(options),
      );
    },
  };
}

/** A stream of bytes, without an encoding set. */
export type ByteStream = NodeJS.ReadableStream & AsyncIterable<Uint8Array>;

/** The standard input, or what stands for it. It is destroyed when it was read or the signal is aborted. */
export function streamSource(stream: ByteStream): Source {
  const name = "stdin";
  return {
    name,
    read(options) {
      return readStream(
        name,
        () => {
          // Node.js makes an empty stream of it.
          if (isDirectory(stream)) throw new SourceError(name, `${name}: ${whyNot({ code: "EISDIR" })}; name it as an argument`);
          return observed(
            chunkReader(stream, async () => destroy(stream)),
            name,
            undefined,
            options,
          );
        },
        options,
      );
    },
  };
}

function isDirectory(stream: ByteStream & { readonly fd?: unknown }): boolean {
  try {
    return typeof stream.fd === "number" && fstatSync(stream.fd).isDirectory();
  } catch {
    return false;
  }
}

async function open(path: string): Promise<FileReader> {
  try {
    return await openFile(path);
  } catch (cause) {
    throw new SourceError(path, `${path}: ${whyNot(cause)}`, { cause });
  }
}

function whyNot(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  switch (code) {
    case "ENOENT":
      return `there is no such file (looked from ${process.cwd()}); check the path`;
    case "EACCES":
    case "EPERM":
      return "no permission to read it; check its owner and mode";
    case "EISDIR":
      return "it is a directory, not a file";
    case "EMFILE":
    case "ENFILE":
      return "too many files are open; raise the limit (ulimit -n) or name fewer";
    default:
      return `it cannot be opened (${cause instanceof Error ? cause.message : String(cause)})`;
  }
}

/** Tells of progress, and ends a read that waits when the signal is aborted. */
function observed(reader: ByteReader, source: string, total: number | undefined, { signal, onProgress }: ReadOptions): ByteReader {
  let done = 0;
  const aborted = signal === undefined ? undefined : rejectionOf(signal);
  return {
    // A file is there.
    waits: total === undefined,
    async read(target) {
      const count = await (aborted === undefined ? reader.read(target) : Promise.race([reader.read(target), aborted]));
      done += count;
      if (count > 0) onProgress?.({ source, done, total });
      return count;
    },
    close: () => reader.close(),
  };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  const rejection = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  // It is raced against, and not awaited by anyone when the read is over first.
  rejection.catch(() => {});
  return rejection;
}

function destroy(stream: NodeJS.ReadableStream): void {
  if ("destroy" in stream && typeof stream.destroy === "function") stream.destroy();
}
