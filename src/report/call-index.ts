import { Budget } from "./budget.ts";
import type { FactOf } from "./fact.ts";

type Call = FactOf<"tool_call">;

/** A part of a list of calls: from the first index up to, and without, the second. */
type Stretch = readonly [calls: readonly Call[], from: number, until: number];

/** Calls that something selects, as parts of the index: they are counted without being walked. */
export class SelectedCalls {
  readonly count: number;
  /** Those that are not empty, in the order of their first calls. */
  readonly #stretches: readonly Stretch[];
  #tools: readonly string[] | undefined;

  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches.filter(([, from, until]) => until > from).sort((a, b) => headOf(a).order - headOf(b).order);
    this.count = this.#stretches.reduce((sum, [, from, until]) => sum + until - from, 0);
  }

  /** The first of them, in the report's order: they are in as many stretches at most. */
  first(most: number): readonly Call[] {
    const heads = this.#stretches.slice(0, most).flatMap(([calls, from, until]) => calls.slice(from, Math.min(until, from + most)));
    return heads.sort((a, b) => a.order - b.order).slice(0, most);
  }

  /** The tools that were called, in the order of their first calls. */
  tools(): readonly string[] {
    return (this.#tools ??= [...new Set(this.#stretches.map((stretch) => headOf(stretch).activation.toolName ?? ""))]);
  }
}

const headOf = ([calls, from]: Stretch): Call => calls[from] as Call;

/** Every one is kept, so that this is a bound on memory as well: 50,000 hooks registered one after the other, beside 20 tools. */
const MOST_STRETCHES = 1_000_000;

/** The tool calls of a session by tool and caller. Each list is in order, so that a part of it is found by halving. */
export class CallIndex {
  readonly #all: readonly Call[];
  readonly #tools = new Map<string, Map<string | undefined, Call[]>>();
  readonly #agents: ReadonlySet<string>;
  readonly #looks = new Budget(MOST_STRETCHES);
  /** By the tools asked for: hooks that were registered together select the same parts. */
  readonly #selected = new WeakMap<readonly string[], Map<string, SelectedCalls>>();

  /** @param agents those that have hooks of their own: their calls are none of another agent's hooks */
  constructor(calls: readonly Call[], agents: ReadonlySet<string>) {
    this.#all = calls.filter((call) => call.activation.toolName !== undefined);
    this.#agents = agents;
    for (const call of this.#all) {
      const { toolName = "", agent } = call.activation;
      let callers = this.#tools.get(toolName);
      if (callers === undefined) this.#tools.set(toolName, (callers = new Map()));
      const known = callers.get(agent);
      if (known === undefined) callers.set(agent, [call]);
      else known.push(call);
    }
  }

  /** The names of the tools that were called. */
  tools(): Iterable<string> {
    return this.#tools.keys();
  }

  /**
   * The calls of these tools that are meant by a hook of the agent, from one place of the report's order up to another;
   * null where so many hooks are in force for different times that this cannot be told of all.
   */
  select(tools: readonly string[], agent: string | undefined, from: number, until: number): SelectedCalls | null {
    const first = firstFrom(this.#all, from);
    const key = JSON.stringify([agent, first, firstFrom(this.#all, until, first)]);
    let known = this.#selected.get(tools);
    if (known === undefined) this.#selected.set(tools, (known = new Map()));
    let selected = known.get(key);
    if (selected !== undefined) return selected;
    if (!this.#looks.pays(tools.length)) return null;
    known.set(key, (selected = new SelectedCalls(this.#stretches(tools, agent, from, until))));
    return selected;
  }

  #stretches(tools: readonly string[], agent: string | undefined, from: number, until: number): readonly Stretch[] {
    const stretches: Stretch[] = [];
    for (const tool of tools) {
      for (const [caller, calls] of this.#tools.get(tool) ?? []) {
        if (agent !== undefined && caller !== undefined && caller !== agent && this.#agents.has(caller)) continue;
        const first = firstFrom(calls, from);
        stretches.push([calls, first, firstFrom(calls, until, first)]);
      }
    }
    return stretches;
  }
}

/** The index of the first call at or after that place; the calls are in order. */
function firstFrom(calls: readonly Call[], order: number, from = 0): number {
  let low = from;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle] as Call).order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}
