import type { Dialect } from "./header.ts";

/** What a scan stopped at. */
export type Stop =
  /** The line feed that ends a row. */
  | "row"
  /** A byte that no row can have there: behind a quote that closes a field. A row before it was cut off, or is broken. */
  | "broken"
  /** What there is to scan. */
  | "end";

/**
 * Finds where rows end, a byte at a time, and counts their fields. It keeps its state from one call to the next, so that a
 * row can be longer than what is held. Offsets are those of the whole text.
 */
export class RowScanner {
  /** How many fields the row that is scanned has. Of rows that are JSON they are not counted. */
  fields = 1;
  /** Line feeds before the offset where the last scan stopped; one that ends a row is among them. */
  lines = 0;
  /** The last line feed inside of the row, and how many there were up to and with it. */
  innerBreak: { readonly offset: number; readonly lines: number } | undefined;
  #state: number = STATE.start;
  readonly #delimiter: number;
  readonly #hasQuotes: boolean;

  constructor(dialect: Dialect) {
    this.#hasQuotes = dialect.name === "csv";
    // No byte is -1: a row that is JSON is one field.
    this.#delimiter = dialect.name === "json" ? -1 : dialect.name === "tsv" ? 0x09 : dialect.delimiter.charCodeAt(0);
  }

  /** Whether a quote is open. */
  get isQuoted(): boolean {
    return this.#state === STATE.quoted;
  }

  /** Forgets the row that was scanned: another one begins, behind so many line feeds. */
  begin(lines: number = this.lines): void {
    this.fields = 1;
    this.lines = lines;
    this.innerBreak = undefined;
    this.#state = STATE.start;
  }

  /** Goes on with a broken row as if it had no quotes, so that it ends with its line. */
  giveUpQuotes(): void {
    this.#state = STATE.hopeless;
  }

  /** Scans `bytes`, the first of which is at `base`, and says where it stopped, and at what. */
  scan(bytes: Uint8Array, base: number, from: number, to: number): { readonly offset: number; readonly stop: Stop } {
    const delimiter = this.#delimiter;
    let state = this.#state;
    for (let at = from - base; at < to - base; at++) {
      const byte = bytes[at]!;
      if (byte === LINE_FEED) {
        this.lines++;
        if (state !== STATE.quoted) {
          this.#state = STATE.start;
          return { offset: base + at, stop: "row" };
        }
        this.innerBreak = { offset: base + at, lines: this.lines };
      } else if (state === STATE.quoted) {
        if (byte === QUOTE) state = STATE.closed;
      } else if (byte === delimiter) {
        this.fields++;
        if (state !== STATE.hopeless) state = STATE.start;
      } else if (state === STATE.start) {
        // NUL bytes before a row are none of it.
        if (byte !== 0) state = byte === QUOTE && this.#hasQuotes ? STATE.quoted : STATE.bare;
      } else if (state === STATE.closed) {
        if (byte === QUOTE) state = STATE.quoted;
        else if (byte !== CARRIAGE_RETURN) {
          this.#state = state;
          return { offset: base + at, stop: "broken" };
        }
      }
    }
    this.#state = state;
    return { offset: to, stop: "end" };
  }
}

const STATE = {
  /** A field begins. */
  start: 0,
  /** In a field without quotes. */
  bare: 1,
  quoted: 2,
  /** Behind a quote that closes the field, or is the first of two. */
  closed: 3,
  /** In a row that is broken. */
  hopeless: 4,
} as const;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
