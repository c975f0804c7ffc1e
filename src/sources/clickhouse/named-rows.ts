import type { ByteReader } from "../bytes/byte-reader.ts";
import { MAX_HELD } from "../bytes/limits.ts";
import { SHORT_READ, Window } from "../bytes/window.ts";
import type { Documents } from "../content/documents.ts";
import { Occurrences } from "../json/occurrences.ts";
import { WANTED_BYTES } from "../wanted.ts";
import type { Header } from "./header.ts";
import { RowScanner } from "./row-scanner.ts";
import { TableRows, type RowOptions } from "./table-rows.ts";

/** Follows a text row by row. Only the rows that can matter are decoded. */
export class NamedRows {
  readonly #window: Window;
  readonly #scanner: RowScanner;
  readonly #names: Occurrences;
  readonly #headers: Occurrences;
  readonly #documents: Documents;
  readonly #table: TableRows;
  /** Where the row begins that is scanned, and how many line feeds lie before it. */
  #from = 0;
  #linesBefore = 0;
  #scanned = 0;
  /** The row is too large to be held: it is passed over to its end. */
  #isSkipped = false;

  constructor(reader: ByteReader, header: Header, documents: Documents, options: RowOptions & { readonly isShort: boolean }) {
    this.#window = new Window(reader, { readLength: options.isShort ? SHORT_READ : undefined });
    this.#scanner = new RowScanner(header.dialect);
    this.#names = new Occurrences(this.#window, WANTED_BYTES);
    this.#headers = new Occurrences(this.#window, ["TraceId"]);
    this.#documents = documents;
    this.#table = new TableRows(header.dialect, documents, options);
  }

  /** Reads a bounded step on, and gives to the documents what it found. false at the end. Throws what reading throws, when all before it was given. */
  async step(): Promise<boolean> {
    const window = this.#window;
    if (window.failure !== undefined) throw window.failure;
    if (!(await window.fill(this.#isSkipped ? this.#scanned : this.#from))) {
      this.#skip();
      return true;
    }
    if (this.#scanned === 0) this.#passOverMark();
    this.#scan();
    if (window.atEnd) this.#end();
    return !window.atEnd || window.failure !== undefined;
  }

  #scan(): void {
    const window = this.#window;
    const scanner = this.#scanner;
    const text = window.slice(window.base, window.end);
    while (this.#scanned < window.end) {
      const { offset, stop } = scanner.scan(text, window.base, this.#scanned);
      this.#scanned = offset;
      if (stop === "row") this.#row(offset);
      else if (stop === "broken") this.#broken();
    }
  }

  #row(to: number): void {
    if (!this.#isSkipped) this.#give(to, false);
    this.#begin(to + 1, this.#scanner.lines);
  }

  /**
   * A quote where none can be. A line feed before it inside of the row was the end of a row that was cut off, or there is
   * none, and the row is broken to its end.
   */
  #broken(): void {
    const { innerBreak } = this.#scanner;
    if (innerBreak === undefined || innerBreak.offset < this.#window.base) return this.#scanner.giveUpQuotes();
    if (!this.#isSkipped) this.#documents.note("truncated_record", "a row ends inside of a quoted field", this.#position);
    this.#begin(innerBreak.offset + 1, innerBreak.lines);
  }

  #begin(offset: number, lines: number): void {
    this.#from = offset;
    this.#linesBefore = lines;
    this.#scanned = offset;
    this.#isSkipped = false;
    this.#scanner.begin(lines);
  }

  #give(to: number, isLast: boolean): void {
    const window = this.#window;
    let from = this.#from;
    while (window.byte(from) === 0) from++;
    if (from > this.#from) this.#documents.nulBytes(from - this.#from);
    const end = window.byte(to - 1) === CARRIAGE_RETURN ? to - 1 : to;
    if (from >= end) return;
    this.#table.row({
      bytes: window.slice(from, end),
      fields: this.#scanner.fields,
      position: this.#position,
      mayMatter: this.#names.within(from, end),
      mayBeHeader: this.#headers.within(from, end),
      isLast,
    });
  }

  get #position(): string {
    return `line ${this.#linesBefore + 1}`;
  }

  #skip(): void {
    this.#documents.note("record_too_large", `a row is longer than ${MAX_HELD}, and was passed over`, this.#position);
    this.#isSkipped = true;
  }

  /** What is left at the end is a row without a line feed, which can be cut off. */
  #end(): void {
    if (this.#isSkipped || this.#from >= this.#window.end) return;
    if (this.#scanner.isQuoted) this.#documents.note("truncated_record", "a row is cut off at the end of the input", this.#position);
    else this.#give(this.#window.end, true);
  }

  #passOverMark(): void {
    if (this.#window.byte(0) === 0xef && this.#window.byte(1) === 0xbb) this.#begin(3, 0);
  }
}

const CARRIAGE_RETURN = 0x0d;
