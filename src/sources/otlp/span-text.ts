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
  return withoutAttributes(window, scanner, from, to) ?? { text: window.text(from, to) };
}

/** undefined where the attributes were not read, or may not be those that count: the last ones do, and an escape can hide their name. */
function withoutAttributes(window: Window, scanner: JsonScanner, from: number, to: number): SpanText | undefined {
  const read = scanner.attributes?.(from - window.origin, to - window.origin);
  if (read === undefined) return undefined;
  const behind = window.text(read.end - 1 + window.origin, to);
  if (behind.includes("\\") || behind.includes('"attributes"')) return undefined;
  return { text: window.text(from, read.begin + window.origin, "latin1") + behind, attributes: read.attributes };
}
