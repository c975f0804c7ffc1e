import { journalRoot } from "../emit/journal-path.ts";
import { displayPath } from "../emit/redact.ts";
import { type JournalSession, listJournal } from "../sources/journal.ts";
import type { Terminal } from "./terminal.ts";
import { hereIn } from "./workspace.ts";

/** What to read, and of which session; undefined: the newest in it. */
export interface Chosen {
  readonly places: readonly string[];
  readonly session: string | undefined;
  /** The sessions of the journal that ran before in the same folder, the newest first, where the journal was chosen. */
  readonly earlier: readonly JournalSession[];
}

/**
 * What the command line names, else the newest session of this folder in the journal: which one is told on stderr.
 *
 * @returns undefined where there is none, which was told
 */
export function chosen(sources: readonly string[], session: string | undefined, terminal: Terminal): Chosen | undefined {
  if (sources.length > 0) return { places: sources, session, earlier: [] };
  const root = journalRoot(terminal.environment);
  if (root === undefined) return nothing(terminal, "the journal is turned off (ACTIVATION_JOURNAL=off), and no source is named");
  const sessions = listJournal(root);
  if (sessions.length === 0) return nothing(terminal, `no session is recorded in ${displayPath(root)}`);
  const at = newest(sessions, session, terminal.folder);
  const found = sessions[at];
  if (found === undefined) return nothing(terminal, missing(sessions, session, terminal.folder));
  if (session === undefined) terminal.note(told(found));
  const workspace = found.head?.workspace;
  return {
    places: found.files,
    session: found.head?.session,
    earlier: sessions.slice(at + 1).filter(({ head }) => head?.workspace === workspace && workspace !== undefined),
  };
}

/** One that does not say where it ran is the last choice. */
function newest(sessions: readonly JournalSession[], session: string | undefined, folder: string): number {
  if (session !== undefined) return sessions.findIndex(({ head }) => head?.session === session);
  const here = sessions.findIndex(({ head }) => hereIn(head?.workspace, folder));
  return here >= 0 ? here : sessions.findIndex(({ head }) => head !== undefined && head.workspace === undefined);
}

function told({ head, newest: written }: JournalSession): string {
  const agent = head?.agent === undefined ? "" : ` of ${head.agent}`;
  const where = head?.workspace === undefined ? "its folder is not recorded" : `in ${head.workspace}`;
  return `explain: the newest session in the journal: ${head?.session ?? "?"}${agent}, ${where}, last written ${new Date(written).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function missing(sessions: readonly JournalSession[], session: string | undefined, folder: string): string {
  if (session !== undefined) return `the journal has no session ${session}; explain sessions lists the ${sessions.length} that it has`;
  return `no session ran in ${displayPath(folder)}; the journal has ${sessions.length} of other folders: explain sessions lists them, --session names one`;
}

function nothing(terminal: Terminal, why: string): undefined {
  terminal.note(`explain: ${why}; explain doctor looks for the cause`);
  return undefined;
}
