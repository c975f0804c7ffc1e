import { compilePattern, type Pattern } from "../activation/pattern.ts";
import { Budget } from "./budget.ts";
import type { Fact } from "./fact.ts";
import type { HONOURINGS } from "./facts.ts";
import { itemKey } from "./statements.ts";

/** What the facts after a disable say of it. */
export interface FactHonouring {
  verdict: (typeof HONOURINGS)[number];
  /** The first fact that shows the target active or used in spite of it. */
  against: Fact | undefined;
}

/** A disable that nothing has taken back, and that nothing was seen to break. */
interface Watch {
  readonly emitter: string | undefined;
  /** What was seen off by then is none of its doing. */
  readonly since: number;
  readonly honouring: FactHonouring;
}

/** What the disables of one item have come to: several of the same are told together. */
class Watched {
  readonly kind: string;
  readonly pattern: Pattern | undefined;
  /** Those that nothing was seen to break. */
  open: Watch[] = [];
  readonly emitters: Set<string | undefined> = new Set();
  /** Where each thing was last seen off, and where any was. */
  readonly #off = new Map<string, number>();
  #lastOff = 0;

  constructor(kind: string, name: string) {
    this.kind = kind;
    this.pattern = name.includes("*") ? compilePattern(name) : undefined;
  }

  seenOff(key: string, order: number): void {
    this.#off.set(key, order);
    this.#lastOff = order;
  }

  /** A tool of a server that was seen off is as good as the server itself; another hook of a plugin is not. */
  seenActive(keys: readonly string[], fact: Fact): void {
    const off = Math.max(...keys.map((key) => this.#off.get(key) ?? 0));
    for (const { since, honouring } of this.open) {
      honouring.verdict = off > since ? "lapsed" : "not_honoured";
      honouring.against = fact;
    }
    this.open = [];
  }

  /** Nothing more will be seen of them. */
  close(): void {
    for (const { since, honouring } of this.open) if (this.#lastOff > since) honouring.verdict = "honoured";
    this.open = [];
  }
}

/** How many letters of names may be held against patterns: some tenths of a second. */
const MOST_LETTERS = 20_000_000;

/** What asking one pattern takes beside the letters of the name. */
const ASKING = 16;

/** The disables that hold, by what they turn off. Which of them reach a name is found without asking each. */
export class Watches {
  readonly #watched = new Map<string, Watched>();
  /** The items of those that stand for many names, by kind, in the order in which they began to. */
  readonly #patterns = new Map<string, Map<string, Watched>>();
  /** The items that reach a name, while the patterns stay as they are. */
  readonly #reaching = new Map<string, readonly string[]>();
  readonly #letters = new Budget(MOST_LETTERS);

  get size(): number {
    return this.#watched.size;
  }

  /** Whether an emitter has a disable of the item that holds. */
  has(item: string, emitter: string): boolean {
    return this.#watched.get(item)?.emitters.has(emitter) === true;
  }

  of(item: string): Watched | undefined {
    return this.#watched.get(item);
  }

  begin(item: string, kind: string, name: string, watch: Watch): void {
    let watched = this.#watched.get(item);
    if (watched === undefined) {
      this.#watched.set(item, (watched = new Watched(kind, name)));
      if (watched.pattern !== undefined) {
        const ofKind = this.#patterns.get(kind) ?? new Map<string, Watched>();
        this.#patterns.set(kind, ofKind.set(item, watched));
        this.#reaching.clear();
      }
    }
    watched.open.push(watch);
    watched.emitters.add(watch.emitter);
  }

  /** Somebody turned it on again. */
  end(item: string): void {
    const watched = this.#watched.get(item);
    if (watched === undefined) return;
    watched.close();
    this.#watched.delete(item);
    if (this.#patterns.get(watched.kind)?.delete(item) === true) this.#reaching.clear();
  }

  /** Nothing follows. */
  close(): void {
    for (const watched of this.#watched.values()) watched.close();
  }

  /**
   * The items whose disable reaches the name: its own, and those of patterns that it matches.
   * @throws RangeError where more patterns and names meet than are compared
   */
  *reaching(kind: string, name: string): Iterable<string> {
    const own = itemKey(kind, name);
    if (this.#watched.has(own)) yield own;
    const patterns = this.#patterns.get(kind);
    if (patterns === undefined || patterns.size === 0) return;
    let known = this.#reaching.get(own);
    if (known === undefined) {
      if (!this.#letters.pays(patterns.size * (ASKING + name.length)))
        throw new RangeError("more disables and names meet than are compared");
      known = [...patterns].filter(([item, { pattern }]) => item !== own && pattern?.matches(name) === true).map(([item]) => item);
      this.#reaching.set(own, known);
    }
    yield* known;
  }
}
