import type { ActivationRecord, HrTime } from "../activation/record.ts";
import { equal, equalProperties } from "./equal.ts";

/** Hostile input gives one id to everything; from here on it is kept unseen rather than compared with all. */
const MOST_COPIES = 16;

/**
 * Finds spans that were read twice: an exporter that tried again, a file and the backend it was sent to.
 * Same ids and same content, the resource aside, are one; same ids and another content are two.
 */
export class Duplicates {
  /** Records that said nothing new. */
  removed = 0;
  /** The first record, and how many, whose ids another record has with another content. */
  readonly conflicts: { count: number; first: ActivationRecord | undefined } = { count: 0, first: undefined };
  /** By span id alone, which is as good as unique: joining it with the trace's would make a text for every span. */
  readonly #seen = new Map<string, ActivationRecord | ActivationRecord[]>();

  has(traceId: string, spanId: string): boolean {
    const seen = this.#seen.get(spanId);
    if (seen === undefined) return false;
    return Array.isArray(seen) ? seen.some((copy) => copy.traceId === traceId) : seen.traceId === traceId;
  }

  /** Whether the record is new; what is not traced has no ids and is always new. */
  isNew(record: ActivationRecord): boolean {
    if (record.spanId === "") return true;
    const seen = this.#seen.get(record.spanId);
    if (seen === undefined) {
      this.#seen.set(record.spanId, record);
      return true;
    }
    const copies = Array.isArray(seen) ? seen : [seen];
    if (copies.length >= MOST_COPIES) return true;
    if (copies.some((copy) => sameContent(copy, record))) {
      this.removed += 1;
      return false;
    }
    if (copies.some((copy) => copy.traceId === record.traceId)) {
      this.conflicts.count += 1;
      this.conflicts.first ??= record;
    }
    this.#seen.set(record.spanId, [...copies, record]);
    return true;
  }
}

function sameContent(a: ActivationRecord, b: ActivationRecord): boolean {
  return (
    a.traceId === b.traceId &&
    sameTime(a, b, a.startTime, b.startTime) &&
    sameTime(a, b, a.endTime, b.endTime) &&
    a.parentSpanId === b.parentSpanId &&
    equalProperties(a.activation, b.activation) &&
    equal(a.extra, b.extra)
  );
}

/** Jaeger and Zipkin keep microseconds: across sources a time that was cut to them is the same time. */
function sameTime(a: ActivationRecord, b: ActivationRecord, at: HrTime, bt: HrTime): boolean {
  if (at[0] !== bt[0]) return false;
  if (at[1] === bt[1]) return true;
  if (a.source === b.source || (at[1] % 1000 !== 0 && bt[1] % 1000 !== 0)) return false;
  return Math.trunc(at[1] / 1000) === Math.trunc(bt[1] / 1000);
}
