import type { Context } from "./context.ts";
import { none } from "./disable-hint.ts";
import type { ReadActivation } from "../activation/activation.ts";
import type { EmitterAccount } from "./completeness.ts";
import type { Fact, FactOf } from "./fact.ts";
import type { DueCalls, EmitterFact, Facts, Honouring, ToolCallFact, WithheldKind } from "./facts.ts";
import { isItem, itemOf } from "./items.ts";
import type { EvidenceRef, HookFiredRow, HookRow, McpToolRow, RowTail } from "./report.ts";
import type { RowTable } from "./rows.ts";
import type { Statement } from "./statements.ts";
import { withTail } from "./tail.ts";
import { rfc3339 } from "./time.ts";

/** The tool calls as findings and filters see them. */
export function toolCallFacts({ timeline, rows }: Context): ToolCallFact[] {
  return timeline.of("tool_call").map((fact) => {
    const { activation: a, record, run } = fact;
    const call: ToolCallFact = {
      tool: a.toolName ?? null,
      server: a.server ?? null,
      tool_call_id: a.toolCallId ?? null,
      agent: a.agent ?? null,
      run: run ?? null,
      at: rfc3339(record.startTime),
      error_type: a.errorType ?? null,
    };
    return rows.link(call, fact);
  });
}

/** What the parts of {@link Facts} are taken from. */
interface Parts extends Pick<Facts, "report" | "selected" | "unanswered" | "toolCalls" | "inventoried"> {
  readonly context: Context;
  readonly accounts: readonly EmitterAccount[];
  readonly trust: Fact | undefined;
}

/** The facts behind a report, looked up where a finding asks for them. */
export class FactTable implements Facts {
  readonly report: Facts["report"];
  readonly selected: Facts["selected"];
  readonly unanswered: Facts["unanswered"];
  readonly toolCalls: Facts["toolCalls"];
  readonly inventoried: Facts["inventoried"];
  readonly emitters: readonly EmitterFact[];
  readonly withheldNames: ReadonlyMap<WithheldKind, number>;
  readonly workspaceTrust: readonly EvidenceRef[];
  readonly #context: Context;
  readonly #rows: RowTable;
  #hooks: ReadonlyMap<Fact, Statement<FactOf<"hook_registration">>> | undefined;
  /** What is asked of a dispatch is asked for every hook that it can have come from. */
  readonly #registrations = new WeakMap<object, readonly HookRow[]>();
  #tools: ReadonlyMap<Fact, Statement<FactOf<"mcp_tool">>> | undefined;
  #last: ReadonlySet<object> | undefined;

  constructor({ report, selected, unanswered, toolCalls, inventoried, context, accounts, trust }: Parts) {
    this.report = report;
    this.selected = selected;
    this.unanswered = unanswered;
    this.toolCalls = toolCalls;
    this.inventoried = inventoried;
    this.#context = context;
    this.#rows = context.rows;
    this.withheldNames = withheldNames(context.timeline.facts);
    this.workspaceTrust = trust === undefined ? [] : context.rows.evidenceOfFact(trust);
    this.emitters = accounts.map(({ emitter, missing, missingCount, sequences, missingOfKind, lastFact }) => ({
      emitter,
      missing,
      missingCount,
      unreadableCount: sequences.unreadable.count,
      missingOfKind,
      evidence: context.rows.evidenceOfFact(lastFact),
    }));
  }

  evidenceOf(fact: object): readonly EvidenceRef[] {
    return this.#rows.evidenceOf(fact);
  }

  orderOf(fact: object): number {
    return this.#rows.factOf(fact)?.order ?? 0;
  }

  dispatchesOf(hook: HookRow): readonly HookFiredRow[] {
    const statement = this.#hookStatement(hook);
    return statement === undefined ? [] : (this.#all(this.#context.hooks.dispatchesOf(statement)) as readonly HookFiredRow[]);
  }

  registrationsOf(dispatch: HookFiredRow): readonly HookRow[] {
    const fact = this.#rows.factOf(dispatch);
    if (fact?.activation.kind !== "hook") return [];
    const statements = this.#context.hooks.registrationsOf(fact as FactOf<"hook">);
    let rows = this.#registrations.get(statements);
    if (rows === undefined)
      this.#registrations.set(statements, (rows = this.#all(statements.map((statement) => statement.fact)) as readonly HookRow[]));
    return rows;
  }

  dueCalls(hook: HookRow, most: number): DueCalls | null {
    const statement = this.#hookStatement(hook);
    const calls = statement === undefined ? null : this.#context.hooks.dueCalls(statement);
    if (calls === null) return null;
    return { count: calls.count, first: this.#all(calls.first(most)) as readonly ToolCallFact[], tools: calls.tools() };
  }

  selects({ matcher, matcher_syntax }: HookRow, tool: string): boolean | undefined {
    return this.#context.hooks.matchers.selects(matcher ?? undefined, matcher_syntax ?? undefined, tool);
  }

  callsOf(tool: McpToolRow): readonly ToolCallFact[] {
    this.#tools ??= byFact(this.#context.calls.statements);
    const statement = this.#tools.get(this.#rows.factOf(tool) as Fact);
    return statement === undefined ? [] : (this.#all(this.#context.calls.callsOf(statement)) as readonly ToolCallFact[]);
  }

  honouring(disable: object): Honouring {
    const fact = this.#rows.factOf(disable);
    if (fact?.activation.kind !== "disable") return { verdict: "unknown", against: null };
    const { verdict, against } = this.#context.honourings.of(fact as FactOf<"disable">);
    return { verdict, against: against === undefined ? null : this.#shown(against) };
  }

  isLast(row: object): boolean {
    return (this.#last ??= this.#lastRows()).has(row);
  }

  attributesWereLost(row: object): boolean {
    return (this.#rows.factOf(row)?.record.droppedAttributes ?? 0) > 0;
  }

  /** The row or call that the fact became; one that only repeats what a row says already stands for itself. */
  #shown(fact: Fact): RowTail | ToolCallFact {
    const row = this.#rows.rowOf(fact);
    if (row !== undefined) return row as RowTail | ToolCallFact;
    return this.#rows.link(withTail({}, fact as Fact<ReadActivation>, none("it is off")), fact);
  }

  #hookStatement(hook: HookRow): Statement<FactOf<"hook_registration">> | undefined {
    this.#hooks ??= byFact(this.#context.hooks.statements);
    return this.#hooks.get(this.#rows.factOf(hook) as Fact);
  }

  #all(facts: readonly Fact[]): readonly object[] {
    return facts.map((fact) => this.#rows.rowOf(fact)).filter((row) => row !== undefined);
  }

  #lastRows(): ReadonlySet<object> {
    const last = new Map<string, object>();
    for (const fact of this.#context.timeline.facts) {
      const row = isItem(fact) ? this.#rows.rowOf(fact) : undefined;
      if (isItem(fact) && row !== undefined) last.set(`${fact.activation.kind} ${itemOf(fact)}`, row);
    }
    return new Set(last.values());
  }
}

const WITHHELD_KINDS: ReadonlyMap<string, WithheldKind> = new Map([
  ["hook", "hook"],
  ["hook_registration", "hook"],
  ["skill", "skill"],
  ["skill_use", "skill"],
  ["plugin", "plugin"],
  ["mcp_server", "mcp_server"],
  ["mcp_tool", "mcp_tool"],
]);

/** Records, not rows: one row stands for all that say the same under one placeholder. */
function withheldNames(facts: readonly Fact[]): ReadonlyMap<WithheldKind, number> {
  const counts = new Map<WithheldKind, number>();
  for (const { activation } of facts) {
    const kind = WITHHELD_KINDS.get(activation.kind);
    if (kind === undefined || (activation as ReadActivation).nameRedacted !== true) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function byFact<F extends Fact>(statements: readonly Statement<F>[]): ReadonlyMap<Fact, Statement<F>> {
  return new Map(statements.map((statement) => [statement.fact, statement]));
}
