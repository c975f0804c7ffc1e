import type { Window } from "../bytes/window.ts";
import type { JsonScanner } from "../json/scanner.ts";
import type { SpanAttributes } from "../span.ts";

/** A span of OTLP/JSON as text. */
export interface SpanText {
  readonly text: string;
  /** Its attributes, where they were read already: then the text has an empty list in their place. */
  readonly attributes?: SpanAttributes;
}

/** The span between two offsets. Attributes as the Collector writes them are read at once: parsing them takes most of the time. */
export function spanText(window: Window, scanner: JsonScanner, from: number, to: number): SpanText {
  return (
    (scanner.attributes === undefined ? undefined : withoutAttributes(window, scanner, from, to)) ?? {
      text: window.slice(from, to).toString(),
    }
  );
}

const LIST = '"attributes":[';

/** How far into a span its attributes begin at most: before them stand ids, times and the name. */
const LONGEST_HEAD = 1 << 10;

/**
 * undefined where the text tells not by its looks what parsing it would: before the list stands no other one and no object, so that
 * the list is the span's own; behind it no other attributes, which would count in its place; and nowhere an escape.
 */
function withoutAttributes(window: Window, scanner: JsonScanner, from: number, to: number): SpanText | undefined {
  const head = window.slice(from, Math.min(to, from + LONGEST_HEAD)).toString("latin1");
  const length = head.indexOf("[") + 1;
  if (!head.startsWith(LIST, length - LIST.length) || head.indexOf("{", 1) !== length) return undefined;
  const read = scanner.attributes!(from + length - window.origin, to - window.origin);
  if (read === undefined) return undefined;
  const before = window.slice(from, from + length).toString();
  const behind = window.slice(read.end + window.origin - 1, to).toString();
  if (before.includes("\\") || behind.includes("\\") || behind.includes('"attributes"')) return undefined;
  return { text: before + behind, attributes: read.attributes };
}
