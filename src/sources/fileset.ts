import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileSource } from "./file.ts";
import { inOrderOfTime } from "./rotation.ts";
import { SourceError, type Source } from "./source.ts";

/**
 * Several files as one source, rotated ones in the order in which they were written. A file among them that cannot be
 * read is a warning; it is an error where that holds for all.
 */
export function fileSetSource(name: string, paths: readonly string[]): Source {
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
      for (const { source, message } of failures) options.onWarning({ code: "unreadable_file", message, source, position: undefined });
    },
  };
}

/** All files of a directory and those below it, but hidden ones. Links to directories are not followed. */
export async function directorySource(path: string): Promise<Source> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(
      (file) =>
        !file
          .slice(path.length)
          .split(sep)
          .some((part) => part.startsWith(".")),
    );
  if (files.length === 0)
    throw new SourceError(path, `${path} is a directory without files; name the file or the directory that traces are written to`);
  return fileSetSource(path, inOrderOfTime(files));
}
