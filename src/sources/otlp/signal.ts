import { Fields, WIRE, WireError } from "./wire.ts";

/** What an OTLP message can hold. */
export const SIGNALS = ["traces", "logs", "metrics"] as const;
export type Signal = (typeof SIGNALS)[number];

/**
 * Which signal a `TracesData`, `LogsData` or `MetricsData` holds. The three have the same outline, resource, scope, record,
 * and no name in them; the records differ in the wire types of their fields. undefined where it has no record, or is none of them.
 */
export function signalOf(message: Fields): Signal | undefined {
  try {
    while (message.next()) {
      if (message.field !== 1 || message.type !== WIRE.bytes) continue;
      const signal = firstOf(message.inner, (scope) => firstOf(scope, signalOfRecord));
      if (signal !== undefined) return signal;
    }
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
  }
  return undefined;
}

/**
 * Whether these bytes, the first of a message, can be those of OTLP: a resource first, and in it fields that are legal, as far
 * as they can be seen, one of them of OTLP's.
 */
export function looksLikeOtlp(head: Buffer): boolean {
  const message = new Fields(head, 0, Number.MAX_SAFE_INTEGER);
  let known = 0;
  try {
    if (!message.next() || message.field !== 1 || message.type !== WIRE.bytes) return false;
    const resource = message.inner;
    // Near the end of what can be seen, a number can be cut off.
    while (resource.to < head.length - LONGEST_NUMBER && resource.next()) {
      if (resource.field > 3) continue;
      if (resource.type !== WIRE.bytes) return false;
      known++;
    }
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
  return known > 0;
}

const LONGEST_NUMBER = 20;

/** Both a resource and a scope hold their parts in field 2. */
function firstOf(fields: Fields, of: (part: Fields) => Signal | undefined): Signal | undefined {
  while (fields.next()) {
    if (fields.field !== 2 || fields.type !== WIRE.bytes) continue;
    const signal = of(fields.inner);
    if (signal !== undefined) return signal;
  }
  return undefined;
}

/** The wire types of the fields of `Span`, `LogRecord` and `Metric` (opentelemetry-proto 1.x). */
const RECORDS: readonly { readonly signal: Signal; readonly types: readonly (number | undefined)[] }[] = [
  { signal: "traces", types: [undefined, 2, 2, 2, 2, 2, 0, 1, 1, 2, 0, 2, 0, 2, 0, 2, 5] },
  { signal: "logs", types: [undefined, 1, 0, 2, undefined, 2, 2, 0, 5, 2, 2, 1, 2] },
  { signal: "metrics", types: [undefined, 2, 2, 2, undefined, 2, undefined, 2, undefined, 2, 2, 2, 2] },
];

/** undefined also where it is broken: the next record can be whole. */
function signalOfRecord(record: Fields): Signal | undefined {
  let fitting = RECORDS;
  try {
    while (record.next()) {
      const { field, type } = record;
      const length = record.to - record.from;
      fitting = fitting.filter(({ signal, types }) => {
        if (signal === "traces" && ((field === 1 && length !== TRACE_ID) || (field === 2 && length !== SPAN_ID))) return false;
        return types[field] === undefined || types[field] === type;
      });
    }
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
  return fitting[0]?.signal;
}

const TRACE_ID = 16;
const SPAN_ID = 8;
