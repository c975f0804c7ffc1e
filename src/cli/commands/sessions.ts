import { displayPath } from "../../emit/shorten.ts";
import { journalRoot } from "../../emit/journal-path.ts";
import type { JournalSession } from "../../sources/journal.ts";
import { type ListedSession, sessionsPage } from "../../views/page/sessions-page.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { journalSessions } from "../journal.ts";
import type { ListFormat } from "../program.ts";
import { showJson, showPage } from "../show.ts";
import type { Terminal } from "../terminal.ts";

export interface SessionsOptions {
  readonly prune?: boolean;
  readonly all?: boolean;
  readonly format: ListFormat;
}

/** Lists the sessions of the journal, after deleting what is beyond its limits where that is asked. */
export async function sessions(options: SessionsOptions, terminal: Terminal): Promise<ExitCode> {
  const root = journalRoot(terminal.environment);
  if (root === undefined) {
    terminal.note("explain: the journal is turned off (ACTIVATION_JOURNAL=off): nothing is kept, and nothing can be listed");
    return EXIT.nothingRecorded;
  }
  const pruned = options.prune === true ? (await import("../../emit/journal-prune.ts")).pruneJournal(root) : null;
  const found = journalSessions(root);
  const list = { journal: displayPath(root), sessions: found.map(listed), pruned };
  if (options.format === "json") await showJson(list, terminal);
  else await showPage(sessionsPage(list, { all: options.all === true }), { all: options.all === true }, terminal);
  return found.length === 0 && pruned === null ? EXIT.nothingRecorded : EXIT.answered;
}

function listed({ head, files, bytes, newest }: JournalSession): ListedSession {
  return {
    id: head?.session ?? null,
    agent: head?.agent ?? null,
    workspace: head?.workspace ?? null,
    started_at: head === undefined ? null : time(Number(head.startedAt / 1_000_000n)),
    last_written_at: new Date(newest).toISOString(),
    files: files.length,
    bytes,
  };
}

/** What is no time at all (a file can say anything) is null. */
function time(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
