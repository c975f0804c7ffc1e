import type { Conclusion } from "./conclusion.ts";
import type { FindingCode } from "./rules.ts";
import { times as timesOf } from "../wording.ts";

/** What may be a mere consequence of a cause that another finding tells. */
const CONSEQUENCES: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "hook_suppressed",
  "hook_near_miss",
  "hook_registered_never_ran",
  "skill_skipped",
  "skill_hidden",
  "plugin_failed",
  "tool_unavailable",
  "name_collision",
]);

/** Leaves out what another conclusion explains, and makes one of those that say the same. */
export function fold(conclusions: readonly Conclusion[]): readonly Conclusion[] {
  const explainedBy = new Map<object, FindingCode>();
  for (const { code, explains } of conclusions) {
    for (const row of explains ?? []) if (!explainedBy.has(row)) explainedBy.set(row, code);
  }
  const kept = conclusions.filter(({ code, facts }) => {
    const [about] = facts;
    if (about === undefined || !CONSEQUENCES.has(code)) return true;
    const cause = explainedBy.get(about);
    // A plugin that failed has more to say than why: what is missing because of it.
    return cause === undefined || cause === code || (code === "plugin_failed" && !isRefused(about));
  });
  return merge(kept);
}

const isRefused = (row: object): boolean => "status" in row && row.status === "refused";

/** The same again is counted where it is something that happens; evidence is put together in any case. */
function merge(conclusions: readonly Conclusion[]): readonly Conclusion[] {
  const merged = new Map<string, { readonly first: Conclusion; readonly facts: object[]; times: number }>();
  for (const conclusion of conclusions) {
    const key = JSON.stringify([conclusion.code, conclusion.subject, conclusion.message]);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { first: conclusion, facts: [...conclusion.facts], times: 1 });
    else {
      known.times += 1;
      for (const fact of conclusion.facts) known.facts.push(fact);
    }
  }
  return [...merged.values()].map(({ first, facts, times }) => {
    if (times === 1) return first;
    return { ...first, facts, message: first.event === true ? `${first.message} (${timesOf(times)})` : first.message };
  });
}
