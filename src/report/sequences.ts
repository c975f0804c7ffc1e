import type { ReadActivation } from "../activation/activation.ts";
import type { AnyValue } from "../activation/attribute.ts";
import { COMMON_FIELDS } from "../activation/common.ts";
import type { ActivationRecord } from "../activation/record.ts";
import type { Fact } from "./fact.ts";

/** The number of a fact; undefined where it has none that counts: the contract counts 1, 2, 3 … */
export function sequenceOf({ sequence }: Pick<ReadActivation, "sequence">): number | undefined {
  return sequence !== undefined && sequence >= 1 ? sequence : undefined;
}

/** How many records, and the first of them. */
export interface Counted {
  count: number;
  first: ActivationRecord | undefined;
}

/** The sequence numbers of one emitter, and what is wrong with them. */
export class Sequences {
  /** Records whose number another record has, which is not a copy of it: what is missing of two writers' can hide so. */
  readonly repeated: Counted = { count: 0, first: undefined };
  /** Records that have a number which cannot be read, or may have lost it at a limit: any that is missing can be theirs. */
  readonly unreadable: Counted = { count: 0, first: undefined };
  /** The first and the last number there is. */
  least: number = Infinity;
  greatest: number = -Infinity;
  readonly #numbered = new Map<number, ActivationRecord>();

  add({ activation, record }: Fact<ReadActivation>): void {
    const sequence = sequenceOf(activation);
    if (sequence === undefined) {
      if (statedSequence(record) !== undefined || (record.droppedAttributes ?? 0) > 0) note(this.unreadable, record);
      return;
    }
    const known = this.#numbered.get(sequence);
    if (known !== undefined) {
      if (!isSameSpan(known, record)) note(this.repeated, record);
      return;
    }
    this.#numbered.set(sequence, record);
    this.least = Math.min(this.least, sequence);
    this.greatest = Math.max(this.greatest, sequence);
  }

  /** How many different numbers there are. */
  get size(): number {
    return this.#numbered.size;
  }

  /** The numbers from `first` to the last one known or stated that no record has, as ranges. */
  gaps(first: number, stated: number): { readonly ranges: readonly string[]; readonly count: number } {
    const ranges: string[] = [];
    let count = 0;
    let expected = first;
    const skip = (until: number): void => {
      if (until <= expected) return;
      count += until - expected;
      ranges.push(until - expected === 1 ? String(expected) : `${expected}-${until - 1}`);
    };
    for (const sequence of [...this.#numbered.keys()].sort((a, b) => a - b)) {
      skip(sequence);
      expected = sequence + 1;
    }
    skip(stated + 1);
    return { ranges, count };
  }
}

/** What a record without a number that counts says in its place; undefined where it says nothing. */
export function statedSequence({ activation, extra }: ActivationRecord): AnyValue | undefined {
  return (activation as ReadActivation).sequence ?? extra?.[COMMON_FIELDS.sequence.attribute];
}

function note(counted: Counted, record: ActivationRecord): void {
  counted.count += 1;
  counted.first ??= record;
}

/** One span with two contents has its own warning: it took one number. */
function isSameSpan(a: ActivationRecord, b: ActivationRecord): boolean {
  return a.spanId !== "" && a.spanId === b.spanId && a.traceId === b.traceId;
}
