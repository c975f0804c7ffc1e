import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { shellWord } from "../../report/shell-word.ts";
import { displayPath } from "../../emit/shorten.ts";
import type { Diagnosis } from "../../views/page/diagnosis-page.ts";
import { problem } from "./diagnosis.ts";

/** What a user can always do. */
export const ELSEWHERE = "export ACTIVATION_JOURNAL=/path/to/a/folder";

/** A session's first records need some kilobytes; a disk that has less than this is full within minutes. */
const ENOUGH_BYTES = 1_048_576;

/** Why this user cannot write into a folder that exists; undefined where they can. */
export function closed(folder: string): Diagnosis | undefined {
  const shown = displayPath(folder);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EROFS")
      return problem("journal_read_only", `${shown}, where the journal is, is on a disk that is mounted read-only`, ELSEWHERE);
    return problem("journal_permissions", `this user may not read and write ${shown}, where the journal is`, opened(folder, "u+rwx"));
  }
}

/**
 * What opens a folder to this user. Of somebody else's folder nobody can change the mode, and to ask for more rights
 * would be bad advice where HOME is simply another's.
 */
export function opened(folder: string, mode: string): string {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  return owner === process.getuid?.() ? `chmod ${mode} ${shellWord(folder)}` : ELSEWHERE;
}

/** What opens a session's folder: it lies in this user's journal, so that it is theirs, whoever's agent wrote it. */
export function reopened(folder: string): string {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  return owner === process.getuid?.() ? `chmod -R u+rwX ${shellWord(folder)}` : `sudo chown -R "$USER" ${shellWord(folder)}`;
}

/**
 * Whether there is room for a session in a folder that exists.
 *
 * @param freeBytes what this user can still write there; undefined where nobody can tell
 */
export function full(folder: string, freeBytes: (folder: string) => number | undefined = freeBytesOf): Diagnosis | undefined {
  const free = freeBytes(folder);
  if (free === undefined || free >= ENOUGH_BYTES) return undefined;
  return problem(
    "journal_disk_full",
    `the disk of ${displayPath(folder)}, where the journal is, is full: ${Math.floor(free / 1024)} KB are free`,
    ELSEWHERE,
  );
}

function freeBytesOf(folder: string): number | undefined {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    // File systems that count nothing say that they have no blocks at all.
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}
