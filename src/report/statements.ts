import { equal, equalProperties } from "./equal.ts";
import type { Fact } from "./fact.ts";

/** One statement of an item, in force until the item's next. */
export interface Statement<F extends Fact = Fact> {
  /** The fact that stated it first; later facts that say the same add nothing. */
  readonly fact: F;
  /** What the statement is about. */
  readonly item: string;
  /** The place of the fact that replaced it; Infinity while none did. */
  until: number;
}

/** When and by whom a thing is said is no part of what is said. */
const ASIDE: ReadonlySet<string> = new Set(["sequence", "emitter", "sessionId", "runId"]);

/** Whether two facts say the same. */
function sameStatement(a: Fact, b: Fact): boolean {
  return equalProperties(a.activation, b.activation, ASIDE) && equal(a.record.extra, b.record.extra);
}

/** The statements that the facts make, a new one whenever the statement of an item changes; in the facts' order. */
export function statementsOf<F extends Fact>(
  facts: Iterable<F>,
  itemOf: (fact: F) => string | undefined,
  same: (a: F, b: F) => boolean = sameStatement,
): Statement<F>[] {
  const all: Statement<F>[] = [];
  const latest = new Map<string, Statement<F>>();
  for (const fact of facts) {
    const item = itemOf(fact);
    if (item === undefined) continue;
    const before = latest.get(item);
    if (before !== undefined) {
      if (same(before.fact, fact)) continue;
      before.until = fact.order;
    }
    const statement: Statement<F> = { fact, item, until: Infinity };
    latest.set(item, statement);
    all.push(statement);
  }
  return all;
}

/** Whether a statement is in force at a place of the report's order. */
export function inForce(statement: Statement, order: number): boolean {
  return statement.fact.order <= order && order < statement.until;
}

/** One text for several parts, any of which can be missing; different parts never give the same text. */
export function itemKey(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts);
}

/** Statements under the names by which other facts speak of their items. */
export class StatementIndex<F extends Fact> {
  readonly #named = new Map<string, Map<string, Statement<F>[]>>();

  add(name: string, statement: Statement<F>): void {
    let items = this.#named.get(name);
    if (items === undefined) this.#named.set(name, (items = new Map()));
    const statements = items.get(statement.item);
    if (statements === undefined) items.set(statement.item, [statement]);
    else if (statements.at(-1) !== statement) statements.push(statement);
  }

  /** How many items have the name: what it costs to look at them. */
  count(name: string): number {
    return this.#named.get(name)?.size ?? 0;
  }

  /** The statement of every item of the name that is in force at that place. */
  at(name: string, order: number): Statement<F>[] {
    const found: Statement<F>[] = [];
    for (const statements of this.#named.get(name)?.values() ?? []) {
      const statement = latestBefore(statements, order);
      if (statement !== undefined && order < statement.until) found.push(statement);
    }
    return found;
  }

  /** The first statement of every item of the name. */
  first(name: string): Statement<F>[] {
    const found: Statement<F>[] = [];
    for (const statements of this.#named.get(name)?.values() ?? []) if (statements[0] !== undefined) found.push(statements[0]);
    return found;
  }
}

function latestBefore<F extends Fact>(statements: readonly Statement<F>[], order: number): Statement<F> | undefined {
  let low = 0;
  let high = statements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((statements[middle] as Statement<F>).fact.order <= order) low = middle + 1;
    else high = middle;
  }
  return statements[low - 1];
}
