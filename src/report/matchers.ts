import { selectorOf, type CautiousSelector } from "./matching.ts";

/**
 * What all matchers of one report may take together, in characters of a matcher times characters of a name: a trace from a
 * stranger can hold thousands of expressions and thousands of tools. It is some seconds, and far beyond what agents have.
 */
const BUDGET = 300_000_000;

/** What a counted repetition can stand for: the most states that an expression may have. */
const MOST_STATES = 2048;

/** The matchers of a report, each read once. What they do together is bounded; beyond that, nobody can tell. */
export class Matchers {
  readonly #selectors = new Map<string, CautiousSelector | undefined>();
  readonly #selected = new Map<string, readonly string[] | null>();
  readonly #tools: readonly string[];
  #left = BUDGET;

  /** @param tools the names of all tools that were called */
  constructor(tools: Iterable<string>) {
    this.#tools = [...tools];
  }

  /** Whether a matcher selects a tool; undefined where that cannot be told. */
  selects(matcher: string | undefined, syntax: string | undefined, tool: string): boolean | undefined {
    const selector = this.#selectorOf(keyOf(matcher, syntax), matcher, syntax);
    return selector === undefined || !this.#pays(matcher, syntax, tool) ? undefined : selector(tool);
  }

  /** The called tools that a matcher selects; null where that cannot be told of one of them. */
  selectedTools(matcher: string | undefined, syntax: string | undefined): readonly string[] | null {
    const key = keyOf(matcher, syntax);
    const known = this.#selected.get(key);
    if (known !== undefined) return known;
    const found = this.#find(key, matcher, syntax);
    this.#selected.set(key, found);
    return found;
  }

  #find(key: string, matcher: string | undefined, syntax: string | undefined): readonly string[] | null {
    const selector = this.#selectorOf(key, matcher, syntax);
    if (selector === undefined) return null;
    if (syntax === "all") return this.#tools;
    const found: string[] = [];
    for (const tool of this.#tools) {
      const selected = this.#pays(matcher, syntax, tool) ? selector(tool) : undefined;
      if (selected === undefined) return null;
      if (selected) found.push(tool);
    }
    return found;
  }

  #selectorOf(key: string, matcher: string | undefined, syntax: string | undefined): CautiousSelector | undefined {
    if (this.#selectors.has(key)) return this.#selectors.get(key);
    const selector = selectorOf(matcher, syntax);
    this.#selectors.set(key, selector);
    return selector;
  }

  #pays(matcher: string | undefined, syntax: string | undefined, tool: string): boolean {
    if (matcher === undefined || (syntax !== "regex" && syntax !== "glob")) return true;
    this.#left -= (matcher.includes("{") ? MOST_STATES : matcher.length) * tool.length;
    return this.#left >= 0;
  }
}

function keyOf(matcher: string | undefined, syntax: string | undefined): string {
  return JSON.stringify([matcher, syntax]);
}
