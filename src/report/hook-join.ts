import type { FactOf } from "./fact.ts";
import { itemOf } from "./items.ts";
import { selectorOf } from "./matching.ts";
import { itemKey, StatementIndex, statementsOf, type Statement } from "./statements.ts";
import type { Timeline } from "./timeline.ts";

export type HookStatement = Statement<FactOf<"hook_registration">>;
type Dispatch = FactOf<"hook">;
type Call = FactOf<"tool_call">;

/** Events whose matchers select tools by name. Of any other event nobody can tell here which calls it concerns. */
const TOOL_EVENTS: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PostToolUse",
  // Gemini CLI
  "BeforeTool",
  "AfterTool",
  // opencode
  "tool.execute.before",
  "tool.execute.after",
]);

/** Which registration a dispatch came from, and which tool calls a registration's matcher selects. */
export class HookJoin {
  readonly statements: readonly HookStatement[];
  readonly #named = new StatementIndex<FactOf<"hook_registration">>();
  readonly #registrations = new Map<Dispatch, readonly HookStatement[]>();
  readonly #dispatches = new Map<HookStatement, Dispatch[]>();
  readonly #calls: ReadonlyMap<string, readonly Call[]>;
  /** Agents that have hooks of their own: their calls are none of another agent's hooks. */
  readonly #agents = new Set<string>();

  constructor(timeline: Timeline) {
    this.statements = statementsOf(timeline.of("hook_registration"), itemOf);
    for (const statement of this.statements) {
      const { name, key, agent } = statement.fact.activation;
      if (name !== undefined) this.#named.add(name, statement);
      if (key !== undefined) this.#named.add(keyName(key), statement);
      if (agent !== undefined) this.#agents.add(agent);
    }
    for (const dispatch of timeline.of("hook")) this.#join(dispatch);
    this.#calls = callsByTool(timeline.of("tool_call"));
  }

  /** The registrations that a dispatch can have come from; several only where nothing tells them apart. */
  registrationsOf(dispatch: Dispatch): readonly HookStatement[] {
    return this.#registrations.get(dispatch) ?? [];
  }

  /** The dispatches that executed it, and those of a group that it is one of. */
  dispatchesOf(statement: HookStatement): readonly Dispatch[] {
    return this.#dispatches.get(statement) ?? [];
  }

  /** The calls that the matcher selects while the statement is in force; null where that cannot be told. */
  matchingCalls(statement: HookStatement): readonly Call[] | null {
    const { event, matcher, matcherSyntax, agent } = statement.fact.activation;
    const selects = event !== undefined && TOOL_EVENTS.has(event) ? selectorOf(matcher, matcherSyntax) : undefined;
    if (selects === undefined) return null;
    const matching: Call[] = [];
    for (const [tool, calls] of this.#calls) {
      const selected = selects(tool);
      if (selected === undefined) return null;
      if (!selected) continue;
      for (const call of between(calls, statement.fact.order, statement.until)) {
        const caller = call.activation.agent;
        if (agent === undefined || caller === undefined || caller === agent || !this.#agents.has(caller)) matching.push(call);
      }
    }
    return matching.sort((a, b) => a.order - b.order);
  }

  #join(dispatch: Dispatch): void {
    const { name, key, decision, candidates } = dispatch.activation;
    const own = this.#find(dispatch, name, key);
    if (own.length > 0) this.#registrations.set(dispatch, own);
    if (decision === "skipped") return;
    for (const statement of own) this.#count(statement, dispatch);
    if (own.length > 0) return;
    for (const candidate of candidates ?? []) {
      for (const statement of this.#find(dispatch, candidate, candidate)) this.#count(statement, dispatch);
    }
  }

  #count(statement: HookStatement, dispatch: Dispatch): void {
    const dispatches = this.#dispatches.get(statement);
    if (dispatches === undefined) this.#dispatches.set(statement, [dispatch]);
    else if (dispatches.at(-1) !== dispatch) dispatches.push(dispatch);
  }

  #find(dispatch: Dispatch, name: string | undefined, key: string | undefined): readonly HookStatement[] {
    const keyed = key === undefined ? [] : this.#inForce(keyName(key), dispatch.order);
    const found = keyed.length > 0 || name === undefined ? keyed : this.#inForce(name, dispatch.order);
    return narrowed(found, dispatch);
  }

  /** A dispatch can be older than the record of its registration: an inventory is taken when somebody asks for it. */
  #inForce(name: string, order: number): readonly HookStatement[] {
    const current = this.#named.at(name, order);
    return current.length > 0 ? current : this.#named.first(name);
  }
}

/** A key is told apart from a name that reads the same. */
function keyName(key: string): string {
  return itemKey("key", key);
}

/** What a dispatch says of its registration. Who says another event, file or plugin speaks of another hook. */
const TOLD = [
  ["event", true],
  ["sourcePath", true],
  ["plugin", true],
  ["registeredVia", false],
  ["matcher", false],
  // A subagent runs the hooks of its parent.
  ["agent", false],
] as const;

/** Takes away what the dispatch contradicts, and prefers what it confirms. */
function narrowed(statements: readonly HookStatement[], { activation: dispatch }: Dispatch): readonly HookStatement[] {
  let left = statements;
  for (const [property, decides] of TOLD) {
    const said = dispatch[property];
    if (said === undefined || left.length === 0) continue;
    const confirmed = left.filter(({ fact }) => fact.activation[property] === said);
    if (confirmed.length > 0) left = confirmed;
    else if (decides) left = left.filter(({ fact }) => fact.activation[property] === undefined);
  }
  return left.length > 1 ? withoutPluginsUnlessTold(left, dispatch.plugin) : left;
}

/** Where a dispatch names no plugin though others of its name have one, it is the one that has none. */
function withoutPluginsUnlessTold(statements: readonly HookStatement[], plugin: string | undefined): readonly HookStatement[] {
  if (plugin !== undefined) return statements;
  const unowned = statements.filter(({ fact }) => fact.activation.plugin === undefined);
  return unowned.length > 0 ? unowned : statements;
}

function callsByTool(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
  const byTool = new Map<string, Call[]>();
  for (const call of calls) {
    const tool = call.activation.toolName;
    if (tool === undefined) continue;
    const known = byTool.get(tool);
    if (known === undefined) byTool.set(tool, [call]);
    else known.push(call);
  }
  return byTool;
}

function between(calls: readonly Call[], from: number, until: number): readonly Call[] {
  const first = firstFrom(calls, from);
  return calls.slice(first, firstFrom(calls, until, first));
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
