import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileSource } from "./file.ts";
import { inOrderOfTime } from "./rotation.ts";
import { SourceError, type Source } from "./source.ts";

/**
 * Several files as one source, rotated ones in the order in which they were written. A file among them that cannot be
 * read is a warning; it is an error where that holds for all.
 * @param unreadable what was looked for beside them in vain: warnings too
 */
export function fileSetSource(name: string, paths: readonly string[], unreadable: readonly SourceError[] = []): Source {
  return {
    name,
    async *read(options) {
      const failures: SourceError[] = [];
      for (const path of paths) {
        try {
          yield* fileSource(path).read(options);
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          failures.push(error);
        }
      }
      if (failures.length === paths.length) {
        throw new SourceError(name, `${name}: none of its ${paths.length} files can be read; the first: ${failures[0]!.message}`, {
          cause: failures[0],
        });
      }
      for (const { source, message } of [...unreadable, ...failures])
        options.onWarning({ code: "unreadable_file", message, source, position: undefined });
    },
  };
}

/** More files than these are no folder that traces are written to. */
export const MOST_FILES = 10_000;

/**
 * All files of a directory and those below it, but hidden ones and installed packages. Links to directories are not
 * followed. A directory below it that cannot be read is a warning.
 */
export async function directorySource(path: string, mostFiles: number = MOST_FILES): Promise<Source> {
  const files: string[] = [];
  const unreadable: SourceError[] = [];
  const folders = [path];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(folder, unreadable)) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const below = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(below);
      else if (entry.isFile() || entry.isSymbolicLink()) files.push(below);
    }
    if (files.length > mostFiles) {
      const pattern = join(path, "*.jsonl");
      throw new SourceError(
        path,
        `${path} holds more than ${mostFiles} files; name the directory that traces are written to, or a pattern such as '${pattern}'`,
      );
    }
  }
  if (files.length > 0) return fileSetSource(path, inOrderOfTime(files), unreadable);
  const [first] = unreadable;
  if (first !== undefined) throw first;
  throw new SourceError(path, `${path} is a directory without files; name the file or the directory that traces are written to`);
}

async function entriesOf(folder: string, unreadable: SourceError[]): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "no reason given";
    unreadable.push(new SourceError(folder, `${folder} cannot be read (${code}); check its permissions`, { cause }));
    return [];
  }
}
