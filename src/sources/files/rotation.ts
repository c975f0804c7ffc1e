/**
 * Rotated files in the order in which they were written: those of one log together, the current one last.
 *
 * The Collector's file exporter (lumberjack) puts the time before the extension, `x-2026-11-30T20-40-14.173.jsonl`, in 0.161 with the
 * cause behind it, `x-2026-11-30T20-40-14.173-size.jsonl`;
 * logrotate counts behind it, `x.jsonl.1`, the highest being the oldest. Either may be packed, `.gz` or `.zst`.
 */
export function inOrderOfTime(paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, ...nameOf(path) }))
    .sort((a, b) => compare(a.log, b.log) || b.number - a.number || compare(a.time, b.time) || compare(a.path, b.path))
    .map(({ path }) => path);
}

function nameOf(path: string): { readonly log: string; readonly time: string; readonly number: number } {
  const unpacked = path.replace(/\.(?:gz|zst)$/, "");
  const timed = TIMED.exec(unpacked);
  if (timed !== null) return { log: `${timed[1]}${timed[3]}`, time: timed[2]!, number: 0 };
  const counted = COUNTED.exec(unpacked);
  if (counted !== null) return { log: counted[1]!, time: "", number: Number(counted[2]) };
  return { log: unpacked, time: CURRENT, number: 0 };
}

const TIMED = /^(.*)-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3})(?:-[a-z]+)?(\.[^./\\]*)?$/s;
const COUNTED = /^(.+\.[^./\\]*)\.(\d{1,9})$/s;

/** Behind every time. */
const CURRENT = "~";

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
