import { displayPath } from "../emit/shorten.ts";
import { type JournalSession, listJournal } from "../sources/journal.ts";
import { SourceError } from "../sources/source.ts";

/**
 * The sessions of the journal, the newest first.
 *
 * @throws {SourceError} where it is there and cannot be read
 */
export function journalSessions(root: string): readonly JournalSession[] {
  try {
    return listJournal(root);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SourceError(root, `the journal ${displayPath(root)} cannot be read (${why}); explain doctor says what mends it`, { cause });
  }
}
