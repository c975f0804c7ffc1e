import type { Room } from "../bytes/window.ts";
import type { SpanAttributes } from "../span.ts";

/**
 * The first pass over JSON text: where things open and close at the outer levels, and where a name of interest stands,
 * found without parsing. It holds for any legal JSON, and for any bytes it ends and stays inside of its buffer.
 *
 * A scanner owns the buffer that it scans. It keeps its state (depth, inside of a string or not) from one call to the
 * next, so that a text can be longer than the buffer.
 */
export interface JsonScanner extends Room {
  /**
   * Scans `bytes` from `from` to at most `to`, and returns where it stopped: before `to` where {@link events} is full,
   * where a {@link EVENT.margin} asks for a decision, or where `LOOKAHEAD` bytes more are needed.
   *
   * `bytes[from - 1]` MUST be what preceded in the text. Behind `to` MUST stand `LOOKAHEAD` bytes more of it, or of spaces.
   */
  scan(from: number, to: number): number;
  /**
   * What the last scan found: three numbers each, a position, {@link EVENT} + 8 × depth, and how many line feeds lie before
   * it; of {@link EVENT.passed} the third is how many objects were passed by.
   */
  readonly events: Int32Array;
  readonly eventCount: number;
  /** How many objects and lists are open. */
  readonly depth: number;
  /**
   * Reads the attributes of the span of OTLP/JSON that lies in `bytes`, where they are written as the Collector and the SDKs write
   * texts, integers and booleans, and nothing before their list has an escape, another list or object, or more than ASCII. Else, or
   * where it would take no less time to parse them, undefined. A scanner that never does need not have it.
   */
  attributes?(from: number, to: number): ReadAttributes | undefined;
  /** Forgets what is open: a new text begins. */
  reset(): void;
}

/** Attributes that were read without parsing the text. */
export interface ReadAttributes {
  readonly attributes: SpanAttributes;
  /** Where in `bytes` their list lies: behind the bracket that opens it, and behind the one that closes it. */
  readonly begin: number;
  readonly end: number;
}

/** Down to which depth what opens and closes is reported: a span of OTLP/JSON opens the seventh level. */
export const SCAN_DEPTH = 7;

/** How many events one scan reports at most. */
export const MAX_EVENTS: number = 1 << 14;

/**
 * What is reported, in the order of the text. What opens at the level {@link SCAN_DEPTH} is reported when a name is found in
 * it, or when a scan ends inside of it; only then its end is reported too. The others are counted: most spans are none that
 * anybody wants, and are to cost nothing.
 */
export const EVENT = {
  /** `{` or `[`; the depth is the one inside of it. */
  open: 0,
  /** `}` or `]`; the depth is the one inside of it. */
  close: 1,
  /** One of {@link NAMES}, or an escape in which one could hide, inside of the level {@link SCAN_DEPTH}. */
  name: 2,
  /** A line feed inside of a string, or a NUL inside of a text: no JSON. The scanner is reset behind it. */
  broken: 3,
  /** A `{` at the margin of a line, inside of a text: a new text, or a list with its items at the margin. The scan stopped before it. */
  margin: 4,
  /** Objects of the level {@link SCAN_DEPTH} were passed by since the last report; what was passed by last ends here. */
  passed: 5,
} as const;

/**
 * What every span that is wanted holds, as its bytes stand in JSON. Quotes are part of them: in the text of a string a
 * quote has a backslash before it, so that a name which is only spoken of is not found.
 */
export const NAMES = ['"activation.kind"', '"execute_tool"'] as const;
