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
 * Finds where rows end, and counts their fields. It keeps its state from one call to the next, so that a
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
  readonly #dialect: Dialect["name"];
  readonly #delimiter: number;

  constructor(dialect: Dialect) {
    this.#dialect = dialect.name;
    this.#delimiter = dialect.name === "csv" ? dialect.delimiter.charCodeAt(0) : TAB;
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

  /** Scans `text`, which begins at `base`, from an offset on, and says where it stopped, and at what. */
  scan(text: Buffer, base: number, from: number): { readonly offset: number; readonly stop: Stop } {
    for (let at = from - base; at < text.length;) {
      const lineFeed = text.indexOf(LINE_FEED, at);
      const brokenAt = this.#line(text.subarray(at, lineFeed < 0 ? text.length : lineFeed));
      if (brokenAt >= 0) return { offset: base + at + brokenAt, stop: "broken" };
      if (lineFeed < 0) break;
      this.lines++;
      if (!this.isQuoted) return { offset: base + lineFeed, stop: "row" };
      this.innerBreak = { offset: base + lineFeed, lines: this.lines };
      at = lineFeed + 1;
    }
    return { offset: base + text.length, stop: "end" };
  }

  /** Goes over a line, or a part of one. Gives where it is broken; -1 where it is not. */
  #line(line: Buffer): number {
    if (this.#dialect === "csv") return this.#lineOfCsv(line);
    if (this.#dialect === "tsv") for (let at = line.indexOf(TAB); at >= 0; at = line.indexOf(TAB, at + 1)) this.fields++;
    return -1;
  }

  #lineOfCsv(line: Buffer): number {
    let state = this.#state;
    for (let at = 0; at < line.length; at++) {
      if (state === STATE.quoted) {
        at = line.indexOf(QUOTE, at);
        if (at < 0) break;
        state = STATE.closed;
        continue;
      }
      const byte = line[at]!;
      if (byte === this.#delimiter) {
        this.fields++;
        if (state !== STATE.hopeless) state = STATE.start;
      } else if (state === STATE.start) {
        // NUL bytes before a row are none of it.
        if (byte !== 0) state = byte === QUOTE ? STATE.quoted : STATE.bare;
      } else if (state === STATE.closed) {
        if (byte === QUOTE) state = STATE.quoted;
        else if (byte !== CARRIAGE_RETURN) return at;
      }
    }
    this.#state = state;
    return -1;
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

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
