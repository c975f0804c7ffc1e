import type { MissingOfKind } from "./facts.ts";

/** What an emitter's end counts, as one of it and as several are called. */
export const TOTALS: readonly (readonly [kind: keyof MissingOfKind, one: string, many: string])[] = [
  ["hooks_vetoed", "veto", "vetoes"],
  ["hooks_failed", "failed hook", "failed hooks"],
  ["skills_skipped", "skipped skill", "skipped skills"],
  ["disables", "disable", "disables"],
];
