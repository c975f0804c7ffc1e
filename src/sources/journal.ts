import { closeSync, openSync, readdirSync, readSync, statSync, type Dirent } from "node:fs";
import { join } from "node:path";

/** One session of the journal: a folder with a file for each process that wrote. */
export interface JournalSession {
  readonly folder: string;
  /** Its files, the oldest first; none where its folder is closed to us. */
  readonly files: readonly string[];
  readonly bytes: number;
  /** When something was last written, in milliseconds since the epoch. */
  readonly newest: number;
  /** Out of the first record that can be read, and of the next files what that one leaves open; undefined where none can be read. */
  readonly head: JournalHead | undefined;
}

/** What the first record of a session says of it. */
export interface JournalHead {
  readonly session: string;
  readonly agent: string | undefined;
  readonly workspace: string | undefined;
  /** Nanoseconds since the epoch. */
  readonly startedAt: bigint;
}

/** The first record stands in the first line, and that is short: more than this is not read. */
const HEAD_BYTES = 64 * 1024;

/** The sessions under a journal's folder, the newest first. A folder that is not there has none. @throws where it cannot be read */
export function listJournal(root: string): readonly JournalSession[] {
  const sessions: JournalSession[] = [];
  for (const entry of entries(root)) {
    if (!entry.isDirectory()) continue;
    const session = readSession(join(root, entry.name));
    if (session !== undefined) sessions.push(session);
  }
  return sessions.sort((a, b) => b.newest - a.newest);
}

function entries(folder: string): Dirent[] {
  try {
    return readFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** undefined where we are not let in. */
function openEntries(folder: string): Dirent[] | undefined {
  try {
    return entries(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM") return undefined;
    throw error;
  }
}

function readFolder(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function readSession(folder: string): JournalSession | undefined {
  const inside = openEntries(folder);
  // Of one session that is closed to us, as an agent leaves it that ran as another user, the others are none the worse.
  if (inside === undefined) return { folder, files: [], bytes: 0, newest: statSync(folder).mtimeMs, head: undefined };
  const files = inside
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
    .map((entry) => ({ path: join(folder, entry.name), stat: statSync(join(folder, entry.name), { throwIfNoEntry: false }) }))
    .filter(({ stat }) => stat !== undefined)
    .sort((a, b) => (a.stat?.birthtimeMs ?? 0) - (b.stat?.birthtimeMs ?? 0));
  if (files.length === 0) return undefined;
  return {
    folder,
    files: files.map(({ path }) => path),
    bytes: files.reduce((sum, { stat }) => sum + (stat?.size ?? 0), 0),
    newest: files.reduce((newest, { stat }) => Math.max(newest, stat?.mtimeMs ?? 0), 0),
    head: headOf(files.map(({ path }) => path)),
  };
}

/** Of so many files what the first leaves open is looked for: an agent's own file is among the first that are written. */
const OPENED = 8;

/** A session that `explain run` began is one of no agent, until the agent that it started writes a file of its own. */
function headOf(paths: readonly string[]): JournalHead | undefined {
  let head: JournalHead | undefined;
  for (const [i, path] of paths.entries()) {
    if (head !== undefined && i >= OPENED) return head;
    const next = readHead(path);
    if (head === undefined) head = next;
    else if (next?.session === head.session)
      head = { ...head, agent: head.agent ?? next.agent, workspace: head.workspace ?? next.workspace };
    if (head?.agent !== undefined && head.workspace !== undefined) return head;
  }
  return head;
}

function readHead(path: string): JournalHead | undefined {
  try {
    const line = firstLine(path);
    const span = JSON.parse(line)?.resourceSpans?.[0]?.scopeSpans?.[0]?.spans?.[0];
    const attributes = new Map<string, string>();
    for (const { key, value } of span.attributes) if (typeof value?.stringValue === "string") attributes.set(key, value.stringValue);
    const session = attributes.get("session.id");
    if (session === undefined) return undefined;
    return {
      session,
      agent: attributes.get("gen_ai.agent.name"),
      workspace: attributes.get("activation.session.workspace.path"),
      startedAt: BigInt(span.startTimeUnixNano),
    };
  } catch {
    return undefined;
  }
}

function firstLine(path: string): string {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(HEAD_BYTES);
    const length = readSync(file, buffer, 0, HEAD_BYTES, 0);
    const end = buffer.subarray(0, length).indexOf(0x0a);
    return buffer.toString("utf8", 0, end < 0 ? length : end);
  } finally {
    closeSync(file);
  }
}
