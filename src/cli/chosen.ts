import type { Terminal } from "./terminal.ts";

/** What to read, and of which session; undefined: the newest in it. */
export interface Chosen {
  readonly places: readonly string[];
  readonly session: string | undefined;
}

/** What the command line names, else a session of the journal; undefined where there is none, which was told. */
export async function chosen(sources: readonly string[], session: string | undefined, terminal: Terminal): Promise<Chosen | undefined> {
  if (sources.length > 0) return { places: sources, session };
  const { journalSession } = await import("./journal-session.ts");
  return journalSession(session, terminal);
}
