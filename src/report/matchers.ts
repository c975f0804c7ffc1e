import { selectorOf, type CautiousSelector } from "./matching.ts";

/**
 * What all matchers of one report may take together, in characters of a matcher times characters of a name: a trace from a
 * stranger can hold thousands of expressions and thousands of tools. It is some seconds, and far beyond what agents have.
 */
const BUDGET = 300_000_000;

/** What a counted repetition can stand for: the most states that an expression may have. */
const MOST_STATES = 2048;

/** One matcher, read once. */
interface Read {
  readonly selector: CautiousSelector | undefined;
  selectedTools: readonly string[] | null | undefined;
}

/** The matchers of a report. What they do together is bounded; beyond that, nobody can tell. */
export class Matchers {
  /** By syntax, then by matcher: a text made of both for every question would take longer than the answer. */
  readonly #read = new Map<string | undefined, Map<string | undefined, Read>>();
  readonly #tools: readonly string[];
  #left = BUDGET;

  /** @param tools the names of all tools that were called */
  constructor(tools: Iterable<string>) {
    this.#tools = [...tools];
  }

  /** Whether a matcher selects a tool; undefined where that cannot be told. */
  selects(matcher: string | undefined, syntax: string | undefined, tool: string): boolean | undefined {
    const { selector } = this.#readOf(matcher, syntax);
    return selector === undefined || !this.#pays(matcher, syntax, tool) ? undefined : selector(tool);
  }

  /** The called tools that a matcher selects; null where that cannot be told of one of them. */
  selectedTools(matcher: string | undefined, syntax: string | undefined): readonly string[] | null {
    const read = this.#readOf(matcher, syntax);
    if (read.selectedTools === undefined) read.selectedTools = this.#find(read.selector, matcher, syntax);
    return read.selectedTools;
  }

  #find(selector: CautiousSelector | undefined, matcher: string | undefined, syntax: string | undefined): readonly string[] | null {
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

  #readOf(matcher: string | undefined, syntax: string | undefined): Read {
    let ofSyntax = this.#read.get(syntax);
    if (ofSyntax === undefined) this.#read.set(syntax, (ofSyntax = new Map()));
    let read = ofSyntax.get(matcher);
    if (read === undefined) ofSyntax.set(matcher, (read = { selector: selectorOf(matcher, syntax), selectedTools: undefined }));
    return read;
  }

  #pays(matcher: string | undefined, syntax: string | undefined, tool: string): boolean {
    if (matcher === undefined || (syntax !== "regex" && syntax !== "glob")) return true;
    this.#left -= costOf(matcher) * tool.length;
    return this.#left >= 0;
  }
}

/** An expression takes time with its states, of which a counted repetition makes many and an optional part two, all of them at once. */
function costOf(matcher: string): number {
  if (matcher.includes("{")) return MOST_STATES;
  return matcher.length * (matcher.includes("?") || matcher.includes("*") || matcher.includes("|") ? 4 : 1);
}
