import { Budget, FEW, MOST_LOOKS } from "./budget.ts";
import type { Steps } from "../activation/linear-regex.ts";
import { CallIndex, type SelectedCalls } from "./call-index.ts";
import type { FactOf } from "./fact.ts";
import { itemOf } from "./items.ts";
import { Matchers } from "./matchers.ts";
import { knownName } from "./known-name.ts";
import { itemKey, StatementIndex, statementsOf, type Statement } from "./statements.ts";
import type { Timeline } from "./timeline.ts";
import { named } from "./wording.ts";

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
  /** By what a dispatch says, where it came from when that was last asked. */
  readonly #found = new Map<string, { readonly inForce: readonly HookStatement[]; readonly from: readonly HookStatement[] }>();
  readonly #calls: CallIndex;
  /** The calls after which something is dispatched; found when it is asked for. */
  #done: CallIndex | undefined;
  readonly #timeline: Timeline;
  /** The matchers of the hooks: what all that ask them take together is bounded. */
  readonly matchers: Matchers;
  readonly #looks = new Budget(MOST_LOOKS);
  #beyond: string | undefined;
  /** Agents whose calls are none of another agent's hooks: those that have hooks of their own, and the session's own agent. */
  readonly #agents = new Set<string>();

  /** @param root the session's own agent: subagents run its hooks, and it runs none of theirs */
  constructor(timeline: Timeline, root?: string, steps?: Steps) {
    if (root !== undefined) this.#agents.add(root);
    this.statements = statementsOf(timeline.of("hook_registration"), itemOf);
    for (const statement of this.statements) {
      const { key, agent } = statement.fact.activation;
      const name = knownName(statement.fact.activation);
      if (name !== undefined) this.#named.add(name, statement);
      if (key !== undefined) this.#named.add(keyName(key), statement);
      if (agent !== undefined) this.#agents.add(agent);
    }
    this.#timeline = timeline;
    this.#calls = new CallIndex(placedCalls(timeline), this.#agents);
    this.matchers = new Matchers(this.#calls.tools(), steps);
    for (const dispatch of timeline.of("hook")) this.#join(dispatch);
  }

  /** Why it cannot be told how often every hook ran; undefined where it can. */
  get beyond(): string | undefined {
    return this.#beyond;
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
  matchingCalls(statement: HookStatement): SelectedCalls | null {
    return this.#selected(statement, this.#calls);
  }

  /** Of these calls, those on which a hook of its event is dispatched: after a call that was stopped, or that failed, none is. */
  dueCalls(statement: HookStatement): SelectedCalls | null {
    if (statement.fact.activation.event !== "PostToolUse") return this.matchingCalls(statement);
    return this.#selected(statement, (this.#done ??= new CallIndex(doneCalls(this.#timeline), this.#agents)));
  }

  #selected({ fact, until }: HookStatement, calls: CallIndex): SelectedCalls | null {
    const { event, matcher, matcherSyntax, agent } = fact.activation;
    if (event === undefined || !TOOL_EVENTS.has(event)) return null;
    const tools = this.matchers.selectedTools(matcher, matcherSyntax);
    return tools === null ? null : calls.select(tools, agent, fact.order, until);
  }

  #join(dispatch: Dispatch): void {
    const { key, decision, candidates } = dispatch.activation;
    const own = this.#find(dispatch, knownName(dispatch.activation), key);
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
    if (!this.#affords(name, key)) return [];
    const keyed = key === undefined ? [] : this.#inForce(keyName(key), dispatch.order);
    const found = keyed.length > 0 || name === undefined ? keyed : this.#inForce(name, dispatch.order);
    if (found.length < 2) return narrowed(found, dispatch);
    // Dispatches that say the same while the same registrations are in force come from the same ones.
    const { event, sourcePath, plugin, registeredVia, matcher, agent, toolName } = dispatch.activation;
    const said = JSON.stringify([name, key, event, sourcePath, plugin, registeredVia, matcher, agent, toolName]);
    const before = this.#found.get(said);
    if (before !== undefined && sameItems(before.inForce, found)) return before.from;
    const from = this.#selecting(narrowed(found, dispatch), dispatch);
    this.#found.set(said, { inForce: found, from });
    return from;
  }

  #affords(name: string | undefined, key: string | undefined): boolean {
    const all = (key === undefined ? 0 : this.#named.count(keyName(key))) + (name === undefined ? 0 : this.#named.count(name));
    if (all <= FEW || this.#looks.pays(all)) return true;
    this.#beyond ??= `${all} registrations share the name ${named(name ?? key ?? "")}, and which of them so many dispatches came from cannot be told`;
    return false;
  }

  /** Of several, those whose matcher selects the tool; where none does, any can have been dispatched by mistake. */
  #selecting(statements: readonly HookStatement[], { activation: { toolName } }: Dispatch): readonly HookStatement[] {
    if (statements.length < 2 || toolName === undefined) return statements;
    const selecting = statements.filter(
      ({ fact: { activation: a } }) => this.matchers.selects(a.matcher, a.matcherSyntax, toolName) !== false,
    );
    return selecting.length > 0 ? selecting : statements;
  }

  /** A dispatch can be older than the record of its registration: an inventory is taken when somebody asks for it. */
  #inForce(name: string, order: number): readonly HookStatement[] {
    const current = this.#named.at(name, order);
    return current.length > 0 ? current : this.#named.first(name);
  }
}

function sameItems(a: readonly HookStatement[], b: readonly HookStatement[]): boolean {
  return a.length === b.length && a.every((statement, index) => statement === b[index]);
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

/** Of a call that tells no time it is not known which hooks were registered then. */
function placedCalls(timeline: Timeline): readonly Call[] {
  return timeline.of("tool_call").filter((call) => call.placed);
}

function doneCalls(timeline: Timeline): readonly Call[] {
  const stopped = new Set<string | undefined>();
  for (const { activation: a } of timeline.of("hook")) if (a.decision === "vetoed" && a.event !== "PostToolUse") stopped.add(a.toolCallId);
  for (const { activation: a } of timeline.of("policy")) if ((a.enforcement ?? a.outcome) === "deny") stopped.add(a.toolCallId);
  stopped.delete(undefined);
  return placedCalls(timeline).filter(({ activation: a }) => a.errorType === undefined && !stopped.has(a.toolCallId));
}
