import type { ActivationRecord } from "../activation/record.ts";
import type { Fact, FactKind, FactOf } from "./fact.ts";
import { inOrder } from "./order.ts";
import { RunFinder, runsOf, type Run } from "./runs.ts";

/** The facts of one session, or of a part of it, in the report's order. */
export class Timeline {
  readonly facts: readonly Fact[];
  readonly #ofKind = new Map<FactKind, Fact[]>();

  constructor(facts: readonly Fact[]) {
    this.facts = facts;
    for (const fact of facts) {
      const kind = this.#ofKind.get(fact.activation.kind);
      if (kind === undefined) this.#ofKind.set(fact.activation.kind, [fact]);
      else kind.push(fact);
    }
  }

  of<K extends FactKind>(kind: K): readonly FactOf<K>[] {
    return (this.#ofKind.get(kind) ?? []) as unknown as readonly FactOf<K>[];
  }
}

/** A session's records put in order, and its runs. */
export function timelineOf(records: Iterable<ActivationRecord>): { readonly timeline: Timeline; readonly runs: readonly Run[] } {
  const ordered = inOrder(records);
  const inTurn = ordered.map(({ record }) => record);
  const runs = runsOf(inTurn);
  const finder = new RunFinder(inTurn, runs);
  const facts = ordered.map(({ record, placed }, index): Fact => {
    // A fact that names no run belongs to the session; a tool call's span has no place for one.
    const run = record.activation.kind === "tool_call" ? finder.runOf(record) : record.activation.runId;
    return { activation: record.activation, record, order: index + 1, placed, run };
  });
  return { timeline: new Timeline(facts), runs };
}
