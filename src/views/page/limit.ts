import type { Item, Items, Table, Text } from "./page.ts";

/** How much of a report is put on a page. */
export interface Limits {
  /** Every row. */
  readonly all: boolean;
}

const ITEMS = 6;
const ROWS = 8;
/** Names in a sentence. */
export const NAMES = 8;

/** Those that are shown are made; of a hundred thousand others only the number is known. */
export function items(all: readonly (() => Item)[], limits: Limits, limit: number = ITEMS): Items {
  const shown = few(all, limits.all ? Infinity : limit);
  return { type: "items", items: shown.map((make) => make()), hidden: all.length - shown.length };
}

/** @param weights of each row, 0 the most serious: where not all are shown, those are, in their own order */
export function table(
  columns: Table["columns"],
  rows: readonly (readonly Text[])[],
  { all }: Limits,
  weights: readonly number[] = [],
): Table {
  const limit = all ? Infinity : ROWS;
  const heaviest = rows.length > limit + 1 ? rows.map((_, i) => i).sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0)) : [];
  const chosen = new Set(heaviest.slice(0, limit));
  const shown = chosen.size === 0 ? rows : rows.filter((_, i) => chosen.has(i));
  return { type: "table", columns, rows: shown, hidden: rows.length - shown.length };
}

/** One row too many is shown: a line that says "1 more" is no shorter. */
function few<T>(rows: readonly T[], limit: number): readonly T[] {
  return rows.length > limit + 1 ? rows.slice(0, limit) : rows;
}
