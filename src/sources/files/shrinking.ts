import { stat } from "node:fs/promises";
import type { FileReader } from "../bytes/file-reader.ts";
import type { ReadOptions } from "../source.ts";

/**
 * A file that becomes shorter while it is read (`copytruncate`, a program that begins it anew) can end between two records,
 * where nothing else would tell that some are missing.
 */
export class ShrinkingFile {
  readonly #path: string;
  #isShorter = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** The file, watched for an end before its size. */
  watched(file: FileReader): FileReader {
    const { size } = file;
    if (size === undefined) return file;
    let done = 0;
    return {
      ...file,
      size,
      read: async (target) => {
        const count = await file.read(target);
        done += count;
        // Some file systems never tell the true size; there it stays what it was.
        if (count === 0 && done < size) this.#isShorter = (await stat(this.#path).catch(() => undefined))?.size !== size;
        return count;
      },
      close: () => file.close(),
    };
  }

  /** The options, so that a summary says what was lost. */
  told(options: ReadOptions): ReadOptions {
    return {
      ...options,
      onSummary: (summary) => {
        if (!this.#isShorter) return options.onSummary(summary);
        const message = `${this.#path}: it became shorter while it was read; what was cut off is not known`;
        options.onWarning({ code: "truncated_record", message, source: this.#path, position: undefined });
        options.onSummary({ ...summary, lostRecords: true });
      },
    };
  }
}
