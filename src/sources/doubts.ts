import type { AnyValue, SpanAttributes, SpanRecord } from "./span.ts";
import { MAX_DEPTH } from "./values/json-value.ts";

/** A warning's code, and what it says. */
type Doubt = readonly [code: string, message: string];

/** What is doubtful about a span, though it can be read. */
export function doubtsOf(span: SpanRecord): readonly Doubt[] {
  const isEarly = span.startTime[0] < YEAR_2000;
  const isLossy = hasLostCharacters(span);
  const isDeep = hasDeepValue(span);
  // Asked of every span, and hardly ever is there one.
  if (!isEarly && !isLossy && !isDeep) return NONE;
  return [...(isEarly ? [DOUBTFUL_TIME] : []), ...(isLossy ? [REPLACED_CHARACTERS] : []), ...(isDeep ? [DEEP_VALUE] : [])];
}

const NONE: readonly Doubt[] = [];

/** In seconds since the epoch. What begins earlier has no time that could be read, or one in another unit than its format has. */
const YEAR_2000 = 946_684_800;

const DOUBTFUL_TIME: Doubt = [
  "doubtful_time",
  "a span begins in the last century: its time is missing, or not written as its format has it; where it stands among the others is doubtful",
];

/** Bytes that are no UTF-8 are read as this; others before may have done the same. */
const REPLACEMENT = "\uFFFD";

const REPLACED_CHARACTERS: Doubt = [
  "replaced_characters",
  "a span's text has U+FFFD in place of characters that were lost: it was not written as UTF-8, or was broken before that",
];

const DEEP_VALUE: Doubt = [
  "deep_value",
  `a value in a span nests ${MAX_DEPTH} levels deep: what lies deeper is read as null, so that it can be more than it seems`,
];

/** Wherever a report takes text from: a reason can stand in the status, or in an event. */
function hasLostCharacters({ name, attributes, status, events }: SpanRecord): boolean {
  if (isReplaced(name) || hasReplaced(attributes) || isReplaced(status.message ?? "")) return true;
  return events.some((event) => isReplaced(event.name) || hasReplaced(event.attributes));
}

/** Of an object with so many keys, made one by one, a list of the values takes longer than looking at them. */
function hasReplaced(attributes: SpanAttributes): boolean {
  for (const key in attributes) if (isReplaced(attributes[key]!)) return true;
  return false;
}

function isReplaced(value: AnyValue): boolean {
  if (typeof value === "string") return value.includes(REPLACEMENT);
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.some(isReplaced) : hasReplaced(value as SpanAttributes);
}

function hasDeepValue({ attributes, events }: SpanRecord): boolean {
  return entriesNestDeep(attributes, 0) || events.some((event) => entriesNestDeep(event.attributes, 0));
}

function entriesNestDeep(entries: SpanAttributes, depth: number): boolean {
  for (const key in entries) if (nestsDeep(entries[key]!, depth + 1)) return true;
  return false;
}

/** Whether something that can have been cut off lies below the deepest level that is read. */
function nestsDeep(value: AnyValue, depth: number): boolean {
  if (typeof value !== "object") return false;
  if (value === null) return depth > MAX_DEPTH;
  return Array.isArray(value) ? value.some((item) => nestsDeep(item, depth + 1)) : entriesNestDeep(value as SpanAttributes, depth);
}
