/**
 * The known names closest to one that is not known, best first: for the advice beside "matches nothing".
 *
 * A name that holds the other, or shares its beginning or its last part, is closer than one of a small edit
 * distance. The cost is bounded: names are looked at as far as 64 characters, and at most 2,000 of them.
 */
export function nearNames(wanted: string, known: Iterable<string>, most = 3): readonly string[] {
  const target = plain(wanted);
  if (target === "") return [];
  const scored = new Map<string, number>();
  let looked = 0;
  for (const name of known) {
    if (++looked > 2000) break;
    const score = distance(target, plain(name));
    if (name !== wanted && score <= 0.5) scored.set(name, score);
  }
  return Array.from(scored)
    .sort(([a, scoreA], [b, scoreB]) => scoreA - scoreB || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
}

function plain(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[\s_\-.*]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** 0 for the same, 1 for nothing in common. */
function distance(a: string, b: string): number {
  if (a === b) return 0;
  if (b === "") return 1;
  if (b.includes(a) || a.includes(b)) return 0.1 + 0.3 * (1 - Math.min(a.length, b.length) / Math.max(a.length, b.length));
  return editDistance(a, b) / Math.max(a.length, b.length);
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
