import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileSource } from "./file.ts";
import { inOrderOfTime } from "./rotation.ts";
import { SourceError, type Source, type SourceSummary } from "../source.ts";

/** So many are told of one by one. */
const TOLD = 20;

/**
 * Several files as one source, rotated ones in the order in which they were written. A file among them that cannot be
 * read is a warning; where it cannot be opened, nobody knows what it holds. It is an error where that holds for all.
 * @param unreadable what was looked for beside them in vain
 */
export function fileSetSource(name: string, paths: readonly string[], unreadable: readonly SourceError[] = []): Source {
  return {
    name,
    async *read(options) {
      const failures: SourceError[] = [...unreadable];
      // The last one waits: it tells of what was not opened.
      let last: SourceSummary | undefined;
      const onSummary = (summary: SourceSummary): void => {
        if (last !== undefined) options.onSummary(last);
        last = summary;
      };
      for (const path of paths) {
        try {
          yield* fileSource(path).read({ ...options, onSummary });
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          failures.push(error);
        }
      }
      if (last === undefined) {
        const first = failures.find(({ source }) => source === paths[0]) ?? failures[0]!;
        throw new SourceError(name, `${name}: none of its ${paths.length} files can be read; the first: ${first.message}`, {
          cause: first,
        });
      }
      options.onSummary(failures.some(isClosed) ? { ...last, unread: true } : last);
      for (const { source, message } of failures.slice(0, TOLD)) {
        options.onWarning({ code: "unreadable_file", message, source, position: undefined });
      }
      if (failures.length > TOLD) {
        const message = `${name}: ${failures.length - TOLD} more of its files and directories cannot be read (unreadable_file)`;
        options.onWarning({ code: "unreadable_file", message, source: name, position: undefined });
      }
    },
  };
}

/** Whether the system did not let it be opened. A link to a directory is not to be. */
function isClosed({ cause }: SourceError): boolean {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && code !== "EISDIR";
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

/** What stands in a directory: nothing, where it is not there, or cannot be read, which is added to `unreadable`. */
export async function entriesOf(folder: string, unreadable: SourceError[]): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "no reason given";
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    unreadable.push(new SourceError(folder, `${folder} cannot be read (${code}); check its permissions`, { cause }));
    return [];
  }
}
