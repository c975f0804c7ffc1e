import { compilePattern, type Pattern } from "../activation/pattern.ts";
import type { Fact } from "./fact.ts";
import type { HONOURINGS } from "./facts.ts";
import { itemKey } from "./statements.ts";

/** What the facts after a disable say of it. */
export interface FactHonouring {
  verdict: (typeof HONOURINGS)[number];
  /** The first fact that shows the target active or used in spite of it. */
  against: Fact | undefined;
}

/** A disable while nothing has taken it back. */
export interface Watch {
  readonly emitter: string | undefined;
  readonly kind: string;
  readonly name: string;
  readonly seenOff: Set<string>;
  readonly honouring: FactHonouring;
}

const NONE: readonly Watch[] = [];

/** The disables that hold, by what they turn off. Which of them reach a name is found without asking each. */
export class Watches {
  readonly #watches = new Map<string, Watch[]>();
  /** Those that stand for many names, by kind and item. */
  readonly #patterns = new Map<string, Map<string, Pattern>>();
  /** The items that reach a name, while the disables stay as they are. */
  readonly #reaching = new Map<string, readonly string[]>();

  get size(): number {
    return this.#watches.size;
  }

  of(item: string): readonly Watch[] {
    return this.#watches.get(item) ?? NONE;
  }

  begin(item: string, watch: Watch): void {
    const known = this.#watches.get(item);
    if (known !== undefined) {
      known.push(watch);
      return;
    }
    this.#watches.set(item, [watch]);
    if (!watch.name.includes("*")) return;
    const ofKind = this.#patterns.get(watch.kind) ?? new Map<string, Pattern>();
    this.#patterns.set(watch.kind, ofKind.set(item, compilePattern(watch.name)));
    this.#reaching.clear();
  }

  /** Somebody turned it on again. */
  end(item: string): void {
    const kind = this.#watches.get(item)?.[0]?.kind;
    this.#watches.delete(item);
    if (kind !== undefined && this.#patterns.get(kind)?.delete(item) === true) this.#reaching.clear();
  }

  /** The items whose disable reaches the name: its own, and those of patterns that it matches. */
  *reaching(kind: string, name: string): Iterable<string> {
    const own = itemKey(kind, name);
    if (this.#watches.has(own)) yield own;
    const patterns = this.#patterns.get(kind);
    if (patterns === undefined || patterns.size === 0) return;
    let known = this.#reaching.get(own);
    if (known === undefined) {
      known = [...patterns].filter(([item, pattern]) => item !== own && pattern.matches(name)).map(([item]) => item);
      this.#reaching.set(own, known);
    }
    yield* known;
  }
}
