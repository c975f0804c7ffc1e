import { compilePattern } from "../activation/pattern.ts";
import { Budget } from "./budget.ts";
import type { DisableRow } from "./report.ts";

/** How many letters of names may be held against patterns. */
const MOST_LETTERS = 20_000_000;

/** What asking one pattern takes beside the letters of the name. */
const ASKING = 16;

/** Names, by the kind of a disable that can reach them. */
export class Reach {
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #costs: ReadonlyMap<string, number>;
  readonly #letters = new Budget(MOST_LETTERS);

  constructor(names: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#names = names;
    this.#costs = new Map(
      Array.from(names, ([kind, all]) => [kind, Array.from(all, (name) => name.length + ASKING).reduce((sum, cost) => sum + cost, 0)]),
    );
  }

  /** Whether a disable reaches one of the names; one of more patterns than are compared is taken to, so that it is not hidden. */
  has({ kind, name }: DisableRow): boolean {
    const reachable = kind === null ? undefined : this.#names.get(kind);
    if (reachable === undefined || name === null) return false;
    if (!name.includes("*")) return reachable.has(name);
    if (reachable.size === 0) return false;
    if (!this.#letters.pays(this.#costs.get(kind as string) ?? 0)) return true;
    const pattern = compilePattern(name);
    for (const each of reachable) if (pattern.matches(each)) return true;
    return false;
  }
}
