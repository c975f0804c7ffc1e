import { WIRE, WireError, type Fields } from "./wire.ts";

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

/** Whether these bytes, the first of a message, can be those of OTLP: a resource with only fields that OTLP gives it. */
export function looksLikeOtlp(head: Uint8Array): boolean {
  const outer = tagAndLength(head, 0);
  if (outer === undefined || head[0] !== 0x0a || outer.length < 2) return false;
  const inner = tagAndLength(head, outer.next);
  if (inner === undefined || inner.next + inner.length > outer.next + outer.length) return false;
  const tag = head[outer.next];
  if (tag !== 0x0a && tag !== 0x12 && tag !== 0x1a) return false;
  // Behind it another field of the same message, or of the outer one.
  const behind = inner.next + inner.length;
  return behind >= head.length || [0x0a, 0x12, 0x1a].includes(head[behind]!);
}

function tagAndLength(bytes: Uint8Array, at: number): { readonly next: number; readonly length: number } | undefined {
  let length = 0;
  for (let index = 1; index <= 5; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (index - 1);
    if (byte < 0x80) return { next: at + index + 1, length };
  }
  return undefined;
}

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

function signalOfRecord(record: Fields): Signal | undefined {
  let fitting = RECORDS;
  while (record.next()) {
    const { field, type } = record;
    const length = record.to - record.from;
    fitting = fitting.filter(({ signal, types }) => {
      if (signal === "traces" && ((field === 1 && length !== TRACE_ID) || (field === 2 && length !== SPAN_ID))) return false;
      return types[field] === undefined || types[field] === type;
    });
  }
  return fitting[0]?.signal;
}

const TRACE_ID = 16;
const SPAN_ID = 8;
