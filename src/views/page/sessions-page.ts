import { bytes } from "./bytes.ts";
import { type Limits, table } from "./limit.ts";
import { type Page, name } from "./page.ts";
import { clock, count } from "./words.ts";

/** A session as a list shows it. */
export interface ListedSession {
  readonly id: string | null;
  readonly agent: string | null;
  readonly workspace: string | null;
  /** RFC 3339 in UTC. */
  readonly started_at: string | null;
  readonly last_written_at: string;
  readonly files: number;
  readonly bytes: number;
}

export interface SessionList {
  readonly journal: string;
  readonly sessions: readonly ListedSession[];
  /** What `--prune` deleted; null where it was not asked. */
  readonly pruned: { readonly sessions: number; readonly bytes: number } | null;
}

/** The sessions of the journal, the newest first. */
export function sessionsPage({ journal, sessions, pruned }: SessionList, limits: Limits): Page {
  const columns = [
    { title: "started (UTC)" },
    { title: "session", wraps: true },
    { title: "agent", wraps: true },
    { title: "in", wraps: true },
    { title: "size", align: "right" as const },
  ];
  const rows = sessions.map(({ id, agent, workspace, started_at, last_written_at, bytes: size }) => [
    clock(started_at ?? last_written_at).slice(0, 19),
    id === null ? "(cannot be read)" : [name(id)],
    agent ?? "",
    workspace ?? "",
    bytes(size),
  ]);
  const section = {
    title: "Sessions",
    lead: `${count(sessions.length, "session")} in ${journal}`,
    blocks: sessions.length === 0 ? [] : [table(columns, rows, limits)],
  };
  if (pruned === null) return { sections: [section] };
  const deleted =
    pruned.sessions === 0 ? "nothing: all is within the limits" : `${count(pruned.sessions, "session")}, ${bytes(pruned.bytes)}`;
  return { sections: [{ title: "Deleted", lead: deleted, blocks: [] }, section] };
}
