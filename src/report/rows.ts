import type { Fact } from "./fact.ts";
import type { EvidenceRef } from "./report.ts";

/** Which fact states a row, and which row a fact became. */
export class RowTable {
  readonly #facts = new Map<object, Fact>();
  readonly #rows = new Map<Fact, object>();
  readonly #evidence = new Map<Fact, readonly EvidenceRef[]>();

  /** Says that the fact states the row, and gives the row back. */
  link<Row extends object>(row: Row, fact: Fact): Row {
    this.#facts.set(row, fact);
    if (!this.#rows.has(fact)) this.#rows.set(fact, row);
    return row;
  }

  factOf(row: object): Fact | undefined {
    return this.#facts.get(row);
  }

  /** The row that a fact became first. */
  rowOf(fact: Fact): object | undefined {
    return this.#rows.get(fact);
  }

  evidenceOf(row: object): readonly EvidenceRef[] {
    const fact = this.#facts.get(row);
    return fact === undefined ? [] : this.evidenceOfFact(fact);
  }

  evidenceOfFact(fact: Fact): readonly EvidenceRef[] {
    let evidence = this.#evidence.get(fact);
    if (evidence === undefined) this.#evidence.set(fact, (evidence = [reference(fact)]));
    return evidence;
  }
}

function reference({ record }: Fact): EvidenceRef {
  return {
    trace_id: orNull(record.traceId),
    span_id: orNull(record.spanId),
    source: record.source ?? null,
    position: orNull(record.position ?? ""),
  };
}

/** The empty text stands for what was not there. */
export function orNull(text: string): string | null {
  return text === "" ? null : text;
}
