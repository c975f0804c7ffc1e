import { readdirSync, rmSync, rmdirSync, statSync, type Dirent, type Stats } from "node:fs";
import { join } from "node:path";
import { sessionFolder } from "./journal-path.ts";
import { monotonicNow, setTimeout, wallNow } from "./real-time.ts";

/** What the journal keeps: sessions not older than this, newest first, as long as they fit. */
export const JOURNAL_AGE_MS: number = 30 * 24 * 60 * 60 * 1000;
export const JOURNAL_SIZE: number = 512 * 1024 * 1024;

export interface PruneOptions {
  /** A session that stays whatever its age. */
  readonly keep?: string | undefined;
  readonly ageMs?: number | undefined;
  readonly size?: number | undefined;
  readonly now?: number | undefined;
}

/** What was deleted. */
export interface Pruned {
  readonly sessions: number;
  readonly bytes: number;
}

const SESSION_FOLDER = /^[0-9a-f]{32}$/;

/** Deletes sessions that are too old, or beyond the size, oldest first. Touches only what the journal itself writes. Never throws. */
export function pruneJournal(root: string, options: PruneOptions = {}): Pruned {
  const steps = pruning(root, options);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** How long the agent's own work waits at most for a turn of the pruning. */
const TURN_MS = 2;

/** How often a process looks at a journal, however many sessions it starts. */
const PRUNED_AGAIN_AFTER_MS = 60 * 60 * 1000;

const lastPruned = new Map<string, number>();

/**
 * The same in small turns between the agent's own, without holding the process: to look at ten thousand sessions takes a
 * third of a second, and a server may start a session a request. What a process that ends at once leaves, the next finds.
 */
export function pruneInTurns(root: string, options: PruneOptions = {}): void {
  const began = monotonicNow();
  if (began - (lastPruned.get(root) ?? -Infinity) < PRUNED_AGAIN_AFTER_MS) return;
  lastPruned.set(root, began);
  const steps = pruning(root, options);
  const turn = (): void => {
    const until = monotonicNow() + TURN_MS;
    while (monotonicNow() < until) if (steps.next().done === true) return;
    setTimeout(turn, 1).unref();
  };
  setTimeout(turn, 1).unref();
}

/** One session a step. */
function* pruning(root: string, options: PruneOptions): Generator<void, Pruned> {
  const { ageMs = JOURNAL_AGE_MS, size = JOURNAL_SIZE, now = wallNow() } = options;
  const kept = options.keep === undefined ? undefined : sessionFolder(root, options.keep);
  const folders: Folder[] = [];
  for (const entry of list(root)) {
    if (!entry.isDirectory() || !SESSION_FOLDER.test(entry.name)) continue;
    folders.push(measure(join(root, entry.name)));
    yield;
  }
  folders.sort((a, b) => b.newest - a.newest);
  let total = 0;
  let sessions = 0;
  let bytes = 0;
  for (const folder of folders) {
    yield;
    total += folder.bytes;
    if (folder.path === kept || (now - folder.newest <= ageMs && total <= size)) continue;
    try {
      for (const file of folder.files) rmSync(file, { force: true });
    } catch {
      // Not ours to delete, so nothing to be told of.
      continue;
    }
    let deleted = folder.files.length > 0;
    try {
      rmdirSync(folder.path);
      deleted = true;
    } catch {
      // Not empty: what the journal wrote there is gone, the rest is somebody else's. Or closed to us, and then it is all there.
    }
    if (!deleted) continue;
    sessions++;
    bytes += folder.bytes;
  }
  return { sessions, bytes };
}

interface Folder {
  readonly path: string;
  readonly files: readonly string[];
  readonly bytes: number;
  /** When something was last written, in milliseconds since the epoch. */
  readonly newest: number;
}

function measure(path: string): Folder {
  const files: string[] = [];
  let bytes = 0;
  let newest = 0;
  for (const entry of list(path)) {
    if (!entry.isFile() || !entry.name.endsWith(".jsonl")) continue;
    const file = join(path, entry.name);
    files.push(file);
    const stat = statOf(file);
    bytes += stat?.size ?? 0;
    newest = Math.max(newest, stat?.mtimeMs ?? 0);
  }
  // One that nothing is in yet, another process may just have made to write into it.
  if (files.length === 0) newest = statOf(path)?.mtimeMs ?? 0;
  return { path, files, bytes, newest };
}

/** undefined where it has just gone, or its folder is not ours to look into. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function list(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
