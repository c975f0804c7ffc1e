import { Steps } from "../activation/linear-regex.ts";
import { namesOfList } from "../activation/matcher.ts";
import { selectorOf, type CautiousSelector } from "./matching.ts";

/**
 * What all globs and expressions of one report may take together: a trace from a stranger can hold thousands of them and
 * thousands of tools. It is two or three seconds at most, and far beyond what agents have.
 */
const MOST_STEPS = 100_000_000;

/** What the matchers of a report may take; its parts share it. */
export function matcherSteps(): Steps {
  return new Steps(MOST_STEPS);
}

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
  readonly #called: ReadonlySet<string>;
  readonly #steps: Steps;

  /** @param tools the names of all tools that were called */
  constructor(tools: Iterable<string>, steps: Steps = matcherSteps()) {
    this.#tools = [...tools];
    this.#called = new Set(this.#tools);
    this.#steps = steps;
  }

  /** Whether what they may take is used up: globs and expressions tell nothing from there on. */
  get usedUp(): boolean {
    return this.#steps.usedUp;
  }

  /** Whether a matcher selects a tool; undefined where that cannot be told. */
  selects(matcher: string | undefined, syntax: string | undefined, tool: string): boolean | undefined {
    return this.#readOf(matcher, syntax).selector?.(tool);
  }

  /** Whether it is known that a matcher selects one of the tools. */
  selectsAny(matcher: string | undefined, syntax: string | undefined, tools: ReadonlySet<string>): boolean {
    const named = namedBy(matcher, syntax);
    if (named !== undefined) return named.some((name) => tools.has(name));
    const { selector } = this.#readOf(matcher, syntax);
    if (selector === undefined) return false;
    for (const tool of tools) if (selector(tool) === true) return true;
    return false;
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
    const named = namedBy(matcher, syntax);
    if (named !== undefined) return named.filter((name) => this.#called.has(name));
    const found: string[] = [];
    for (const tool of this.#tools) {
      const selected = selector(tool);
      if (selected === undefined) return null;
      if (selected) found.push(tool);
    }
    return found;
  }

  #readOf(matcher: string | undefined, syntax: string | undefined): Read {
    let ofSyntax = this.#read.get(syntax);
    if (ofSyntax === undefined) this.#read.set(syntax, (ofSyntax = new Map()));
    let read = ofSyntax.get(matcher);
    if (read === undefined)
      ofSyntax.set(matcher, (read = { selector: selectorOf(matcher, syntax, this.#steps), selectedTools: undefined }));
    return read;
  }
}

/** The names that a matcher spells out, so that no tool need be asked; undefined where it selects otherwise. */
function namedBy(matcher: string | undefined, syntax: string | undefined): readonly string[] | undefined {
  if (matcher === undefined) return undefined;
  if (syntax === "exact") return [matcher];
  return syntax === "list" ? [...namesOfList(matcher)] : undefined;
}
