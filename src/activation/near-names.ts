/** Longer names are compared by their beginning: what a person mistypes is short. */
const LONGEST = 128;

/** How many letters are held against letters; candidates beyond that are compared by the parts they share only. */
const MOST_COMPARED = 2_000_000;

/**
 * The names of `candidates` that are nearest to `name`, the nearest first; none that has nothing in common with it.
 * A name is near when one holds the other, when they share a part (`exa` and `exa_search`), or when few letters differ.
 * The cost is bounded: linear in the candidates, of which the letters of the first some thousand are compared.
 */
export function nearNames(name: string, candidates: Iterable<string>, most = 3): readonly string[] {
  const wanted = fold(name.replaceAll("*", ""));
  if (wanted === "") return [];
  const parts = new Set(partsOf(wanted));
  const ranked: { readonly candidate: string; readonly score: number }[] = [];
  let compared = 0;
  for (const candidate of new Set(candidates)) {
    if (candidate === name) continue;
    const folded = fold(candidate);
    compared += wanted.length * folded.length;
    const score = likeness(wanted, parts, folded, compared <= MOST_COMPARED);
    if (score > 0) ranked.push({ candidate, score });
  }
  ranked.sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1));
  return ranked.slice(0, most).map(({ candidate }) => candidate);
}

/** From 0, nothing in common, to 1, the same but for the case. */
function likeness(wanted: string, parts: ReadonlySet<string>, candidate: string, byLetters: boolean): number {
  if (candidate === "") return 0;
  if (candidate === wanted) return 1;
  const longer = Math.max(wanted.length, candidate.length);
  const shorter = Math.min(wanted.length, candidate.length);
  let score = 0;
  if (byLetters && shorter * 2 >= longer) {
    const allowed = Math.max(1, Math.floor(longer / 3));
    const distance = editDistance(wanted, candidate, allowed);
    if (distance <= allowed) score = 1 - distance / longer;
  }
  if (shorter >= 3 && (candidate.includes(wanted) || wanted.includes(candidate))) score = Math.max(score, 0.6 + (0.3 * shorter) / longer);
  const shared = partsOf(candidate)
    .filter((part) => parts.has(part))
    .reduce((sum, part) => sum + part.length, 0);
  return shared >= 3 ? Math.max(score, 0.3 + (0.5 * shared) / longer) : score;
}

const fold = (name: string): string => name.slice(0, LONGEST).toLowerCase();
const partsOf = (name: string): readonly string[] => name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");

/** Letters added, removed, changed, or swapped with their neighbour; more than `allowed` is said as `allowed` + 1. */
function editDistance(a: string, b: string, allowed: number): number {
  if (Math.abs(a.length - b.length) > allowed) return allowed + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > allowed) return allowed + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? allowed + 1;
}
