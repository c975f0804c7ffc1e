import { journalRoot } from "../emit/journal-path.ts";
import { displayPath } from "../emit/shorten.ts";
import type { JournalSession } from "../sources/journal.ts";
import type { Chosen } from "./chosen.ts";
import { journalSessions } from "./journal.ts";
import type { Terminal } from "./terminal.ts";
import { hereIn } from "./workspace.ts";

/**
 * The session of the journal with this id, else the newest of this folder: which one is told on stderr.
 *
 * @returns undefined where there is none, which was told
 * @throws {SourceError} where the journal cannot be read
 */
export function journalSession(session: string | undefined, terminal: Terminal): Chosen | undefined {
  const root = journalRoot(terminal.environment);
  if (root === undefined) return nothing(terminal, "the journal is turned off (ACTIVATION_JOURNAL=off), and no source is named");
  const sessions = journalSessions(root);
  if (sessions.length === 0) return nothing(terminal, `no session is recorded in ${displayPath(root)}`);
  const found = newest(sessions, session, terminal.folder);
  if (found === undefined) return nothing(terminal, missing(sessions, session, terminal.folder));
  if (session === undefined) {
    terminal.note(told(found));
    const others = alsoWritten(sessions, found, terminal.folder);
    if (others.length > 0) terminal.note(alsoTold(others));
  }
  return { places: found.files, session: found.head?.session };
}

/** One that does not say where it ran is the last choice. */
function newest(sessions: readonly JournalSession[], session: string | undefined, folder: string): JournalSession | undefined {
  if (session !== undefined) return sessions.find(({ head }) => head?.session === session);
  return (
    sessions.find(({ head }) => hereIn(head?.workspace, folder)) ??
    sessions.find(({ head }) => head !== undefined && head.workspace === undefined)
  );
}

function told({ head, newest: written }: JournalSession): string {
  const agent = head?.agent === undefined ? "" : ` of ${head.agent}`;
  const where = head?.workspace === undefined ? "its folder is not recorded" : `in ${head.workspace}`;
  return `explain: the newest session in the journal: ${head?.session ?? "?"}${agent}, ${where}, last written ${new Date(written).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Other sessions of this folder that were written after the newest had begun: which of them is meant, only the user knows. */
function alsoWritten(sessions: readonly JournalSession[], { folder: its, head: begun }: JournalSession, folder: string): readonly string[] {
  if (begun === undefined || !hereIn(begun.workspace, folder)) return [];
  const startedMs = Number(begun.startedAt / 1_000_000n);
  return sessions
    .filter((other) => other.folder !== its && other.newest >= startedMs && hereIn(other.head?.workspace, folder))
    .map(({ head }) => head?.session ?? "")
    .filter((id) => id !== "");
}

function alsoTold(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(", ");
  const rest = ids.length > 3 ? ` and ${ids.length - 3} more (explain sessions lists them)` : "";
  return `explain: written here since it began, too: ${shown}${rest}; --session names one`;
}

function missing(sessions: readonly JournalSession[], session: string | undefined, folder: string): string {
  if (session !== undefined) {
    // Ids are long, and people shorten them. Which one was meant is theirs to say: a report on another would be wrong.
    const begin = sessions.flatMap(({ head }) => (head?.session.startsWith(session) === true ? [head.session] : [])).slice(0, 3);
    const near = begin.length === 0 ? "" : ` (did you mean ${begin.join(" or ")}?)`;
    const closed = sessions.filter(({ head }) => head === undefined).length;
    const doubt = closed === 0 ? "" : `, of which ${closed} cannot be read`;
    return `the journal has no session ${session}${near}; explain sessions lists the ${sessions.length} that it has${doubt}`;
  }
  return `no session ran in ${displayPath(folder)}; the journal has ${sessions.length} of other folders: explain sessions lists them, --session names one`;
}

function nothing(terminal: Terminal, why: string): undefined {
  terminal.note(`explain: ${why}; explain doctor looks for the cause`);
  return undefined;
}
