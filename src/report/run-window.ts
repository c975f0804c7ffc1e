import type { Fact } from "./fact.ts";
import { isItem, itemOf, type ItemFact } from "./items.ts";
import { itemKey } from "./statements.ts";
import { Timeline } from "./timeline.ts";

/**
 * The part of a session that one run is explained by: its own facts, and what was in force when it began: the last
 * statement of every item, the disables that nobody had taken back, and the surfaces that belong to no run.
 */
export function runWindow(timeline: Timeline, run: string): Timeline {
  const { first, last } = stretchOf(timeline, run);
  if (first < 0) return new Timeline([]);
  const own = timeline.facts.filter((fact, index) => fact.run === run || (fact.run === undefined && first <= index && index <= last));
  const restated = restatedFirst(own);
  const carried = [...inForceAt(timeline, first)].filter((fact) => !isItem(fact) || !restated.has(kindKey(fact)));
  return new Timeline([...carried, ...own]);
}

/** The session up to the end of the run: what came after is none of the run's. */
export function historyOf(timeline: Timeline, run: string): Timeline {
  return new Timeline(timeline.facts.slice(0, stretchOf(timeline, run).last + 1));
}

/** From the first to the last fact of a run; what stands behind all others because nothing says when it was makes it no longer. */
function stretchOf({ facts }: Timeline, run: string): { readonly first: number; readonly last: number } {
  const placed = (fact: Fact): boolean => fact.run === run && fact.placed;
  const any = (fact: Fact): boolean => fact.run === run;
  const first = facts.findIndex(placed);
  return first < 0 ? { first: facts.findIndex(any), last: facts.findLastIndex(any) } : { first, last: facts.findLastIndex(placed) };
}

/** What was said before the run and still held. */
function inForceAt(timeline: Timeline, first: number): Iterable<Fact> {
  const held = new Map<string, Fact>();
  for (let index = 0; index < first; index += 1) {
    const fact = timeline.facts[index] as Fact;
    const { activation: a } = fact;
    if (isItem(fact)) {
      // Taken out first, so that what is held stays in the order of the facts.
      held.delete(kindKey(fact));
      held.set(kindKey(fact), fact);
    } else if (a.kind === "disable") {
      const key = itemKey("disable", a.target, a.targetName);
      held.delete(key);
      if (a.accepted === true && a.state === "disabled") held.set(key, fact);
    } else if ((a.kind === "surface" || a.kind === "diagnostic") && fact.run === undefined) {
      held.set(itemKey("surface", String(fact.order)), fact);
    }
  }
  return held.values();
}

/** Items that the run states anew before anything happened in it: what was said of them earlier never held during the run. */
function restatedFirst(own: readonly Fact[]): ReadonlySet<string> {
  const restated = new Set<string>();
  for (const fact of own) {
    if (isItem(fact)) restated.add(kindKey(fact));
    else if (HAPPENINGS.has(fact.activation.kind)) break;
  }
  return restated;
}

const HAPPENINGS: ReadonlySet<string> = new Set(["hook", "tool_call", "skill_use", "policy"]);

function kindKey(fact: ItemFact): string {
  return `${fact.activation.kind} ${itemOf(fact)}`;
}
