import { journalRoot } from "../emit/journal-path.ts";
import type { ReportBuilder } from "../report/builder.ts";
import type { ReportSession } from "../report/report.ts";
import { journalSessions } from "./journal.ts";
import { read } from "./reading.ts";
import type { Terminal } from "./terminal.ts";

/** The newest session of the journal that began before this one, of the same agent in the same folder; undefined where there is none. */
export async function readEarlierSession(session: ReportSession, terminal: Terminal): Promise<ReportBuilder | undefined> {
  const root = journalRoot(terminal.environment);
  if (root === undefined || session.workspace === null || session.started_at === null) return undefined;
  const began = BigInt(Date.parse(session.started_at)) * 1_000_000n;
  const [earlier] = journalSessions(root)
    .filter(
      ({ head }) => head !== undefined && head.session !== session.id && head.startedAt < began && head.workspace === session.workspace,
    )
    .filter(({ head }) => head?.agent === undefined || session.agent === null || head.agent === session.agent)
    .sort((a, b) => ((a.head?.startedAt ?? 0n) < (b.head?.startedAt ?? 0n) ? 1 : -1));
  return earlier === undefined ? undefined : (await read(earlier.files, {}, terminal)).builder;
}
