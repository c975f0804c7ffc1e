import type { ByteReader } from "../bytes/byte-reader.ts";
import { MAX_HELD } from "../bytes/limits.ts";
import { SHORT_READ, Window } from "../bytes/window.ts";
import { isTraceKey, SpanSlices } from "../otlp/span-slices.ts";
import { appendedTo, HEAD } from "./appended.ts";
import { Gap } from "./gap.ts";
import { isFirstKey, isSpace, keyBefore } from "./key.ts";
import { Occurrences } from "./occurrences.ts";
import { isText, recover } from "./recover.ts";
import { EVENT, type JsonScanner } from "./scanner.ts";
import type { TextSink } from "./text-sink.ts";
import { WANTED_BYTES } from "../wanted.ts";

export interface TextOptions {
  /** Documents of traces are cut, not parsed whole. */
  readonly cuts?: boolean | undefined;
  /** The text is no longer than what was read to see what it is. */
  readonly isShort?: boolean | undefined;
}

interface OpenDocument {
  readonly from: number;
  readonly line: number;
  /** Where in it the objects and lists end that are its outermost values, as far as a row has so many. */
  readonly closes: number[];
  /** Set once it is known to be a document of traces. */
  slices: SpanSlices | undefined;
  /** How it begins, where it need not be held. */
  head?: string;
  /** Whether it is decided how it is read. */
  decided: boolean;
  /** Too large to be held: passed over to its end. */
  skipped: boolean;
}

/**
 * Reads JSON texts one behind the other, be each on its line, several on one, or one over many lines.
 *
 * A text that is cut off ends at the line feed in its open string, or where a new text begins at the margin of a line;
 * reading goes on there.
 */
export class JsonTexts {
  readonly #window: Window;
  readonly #scanner: JsonScanner;
  readonly #wanted: Occurrences;
  readonly #gap: Gap;
  readonly #sink: TextSink;
  /** Documents of traces are cut, not parsed whole. */
  readonly #cuts: boolean;
  #document: OpenDocument | undefined;
  /** Up to where it was scanned. */
  #scanned = 0;
  #lines = 0;
  /** How the first whole document begins. */
  #head: string | undefined;

  constructor(reader: ByteReader, scanner: JsonScanner, sink: TextSink, { cuts = true, isShort = false }: TextOptions = {}) {
    this.#window = new Window(reader, { room: scanner, readLength: isShort ? SHORT_READ : undefined });
    this.#scanner = scanner;
    this.#wanted = new Occurrences(this.#window, WANTED_BYTES);
    this.#gap = new Gap(this.#window, sink);
    this.#sink = sink;
    this.#cuts = cuts;
  }

  /** Reads a bounded step on, and gives to the sink what it found. false at the end. Throws what reading throws, when all before it was given. */
  async step(): Promise<boolean> {
    const window = this.#window;
    if (window.failure !== undefined) throw window.failure;
    this.#leaveText();
    if (!(await window.fill(this.#keep()))) {
      this.#skip();
      return true;
    }
    this.#scan();
    if (!window.atEnd) return true;
    this.#end();
    return window.failure !== undefined;
  }

  /** Scans what the window holds. Stays in bounds of the events of one scan, so that nothing piles up. */
  #scan(): void {
    const window = this.#window;
    while (this.#scanned < window.scannable) {
      const stop = window.origin + this.#scanner.scan(this.#scanned - window.origin, window.scannable - window.origin);
      this.#follow(window.origin);
      if (stop === this.#scanned && this.#scanner.eventCount === 0) break;
      this.#scanned = stop;
    }
    if (this.#document === undefined) this.#gap.look(this.#scanned);
  }

  #follow(origin: number): void {
    const { events, eventCount } = this.#scanner;
    for (let index = 0; index < 3 * eventCount; index += 3) {
      const offset = origin + events[index]!;
      const code = events[index + 1]!;
      const depth = code >> 3;
      if ((code & 7) === EVENT.passed) {
        this.#document?.slices?.passed(events[index + 2]!, offset);
        continue;
      }
      this.#lines = events[index + 2]!;
      switch (code & 7) {
        case EVENT.open:
          if (depth === 1) this.#begin(offset);
          else this.#open(depth, offset);
          break;
        case EVENT.close:
          if (depth === 1) this.#close(offset);
          else this.#closeInner(depth, offset);
          break;
        case EVENT.name:
          this.#document?.slices?.name();
          break;
        case EVENT.broken:
          this.#break(offset, "ends inside of a string");
          break;
        case EVENT.margin:
          if (this.#isNewText(offset)) {
            this.#scanner.reset();
            this.#break(offset, "ends before it is closed");
          }
          break;
        default:
      }
    }
  }

  /** A bracket in a program's log, such as that of a colour, is never closed: the lines behind it are not held as if it were to be. */
  #leaveText(): void {
    const document = this.#document;
    if (document === undefined || document.slices !== undefined || document.skipped) return;
    const window = this.#window;
    if (this.#scanned - document.from < LONG_TEXT || !isText(window.text(document.from, document.from + 64))) return;
    const text = window.slice(document.from, this.#scanned);
    const end = text.lastIndexOf(0x0a) + 1;
    if (end === 0) return;
    recover({ text: text.toString("utf8", 0, end), line: document.line, how: "is none" }, this.#sink);
    this.#scanner.reset();
    this.#scanned = document.from + end;
    this.#lines = document.line - 1 + text.subarray(0, end).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0);
    this.#leave(this.#scanned);
  }

  #begin(offset: number): void {
    this.#gap.look(offset);
    this.#document = { from: offset, line: this.#lines + 1, closes: [], slices: undefined, decided: !this.#cuts, skipped: false };
  }

  #open(depth: number, offset: number): void {
    const document = this.#document;
    if (document === undefined) return;
    if (!document.decided) {
      document.decided = true;
      if (this.#beginsWithTraces(document, offset)) {
        document.head = this.#window.text(document.from, Math.min(document.from + HEAD, offset), "latin1");
        document.slices = new SpanSlices(this.#window, this.#scanner, this.#sink.slices(document.line), document.from);
      }
    }
    document.slices?.open(depth, offset);
  }

  #closeInner(depth: number, offset: number): void {
    const document = this.#document;
    if (document === undefined) return;
    if (document.slices !== undefined) document.slices.close(depth, offset);
    else if (depth === 2 && document.closes.length < MOST_CLOSES) document.closes.push(offset - document.from);
  }

  #beginsWithTraces(document: OpenDocument, offset: number): boolean {
    const window = this.#window;
    return (
      window.byte(document.from) === 0x7b &&
      window.byte(offset) === 0x5b &&
      isFirstKey(window, document.from + 1, offset) &&
      isTraceKey(keyBefore(window, offset, document.from + 1))
    );
  }

  #close(offset: number): void {
    const document = this.#document;
    if (document === undefined) return;
    this.#head ??= this.#headOf(document, offset);
    if (document.slices !== undefined) this.#endSlices(document.slices);
    else if (!document.skipped) this.#give(document, offset + 1);
    this.#leave(offset + 1);
  }

  #give({ from, line, closes }: OpenDocument, to: number): void {
    const bytes = this.#window.slice(from, to);
    if (this.#cuts) this.#sink.documentIn({ bytes, closes, mayMatter: () => this.#wanted.within(from, to) }, line);
    else this.#sink.document(bytes.toString(), line);
  }

  #break(offset: number, how: string): void {
    const document = this.#document;
    if (document === undefined) return;
    const appended = this.#appended(document, offset);
    if (document.slices !== undefined) {
      this.#sink.warn("truncated_record", document.line, `the record ${how}`);
      this.#endSlices(document.slices);
    } else if (!document.skipped) {
      const text = this.#window.text(document.from, appended?.from ?? offset);
      recover({ text, line: document.line, how }, this.#sink);
    }
    if (appended !== undefined) this.#sink.document(appended.text, appended.line, true);
    this.#leave(offset);
  }

  #headOf({ from, head }: OpenDocument, to: number): string | undefined {
    if (head !== undefined || from < this.#window.base) return head;
    return this.#window.text(from, Math.min(from + HEAD, to), "latin1");
  }

  /** What was appended, on the same line, to a document that is broken up to there; as far as it is held. */
  #appended(document: OpenDocument, offset: number): { from: number; text: string; line: number } | undefined {
    if (document.skipped) return undefined;
    const begin = Math.max(document.from, this.#window.base);
    const torn = this.#window.slice(begin, offset);
    const found = appendedTo(torn, [this.#headOf(document, offset), this.#head]);
    if (found === undefined) return undefined;
    const linesBehind = torn.subarray(found.at).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0);
    return { from: begin + found.at, text: found.text, line: this.#lines + 1 - linesBehind };
  }

  /**
   * A `{` at the margin inside of a document: is it a new one? Behind a comma, a colon or an open list it can be a part of
   * the document, unless it begins as a document of OTLP does, which no part of one does.
   */
  #isNewText(offset: number): boolean {
    const window = this.#window;
    let before = offset - 1;
    while (isSpace(window.byte(before))) before--;
    const last = window.byte(before);
    if (last !== undefined && last !== 0x2c && last !== 0x5b && last !== 0x3a) return true;
    const begin = window.text(offset, Math.min(offset + 24, window.end), "latin1");
    return this.#document?.slices !== undefined && /^\{"resource_?(?:spans|logs|metrics)"/i.test(begin);
  }

  #skip(): void {
    const document = this.#document;
    if (document === undefined) return;
    this.#sink.warn("record_too_large", document.line, `a record is longer than ${MAX_HELD}, and was passed over`);
    if (document.slices !== undefined) this.#endSlices(document.slices);
    document.slices = undefined;
    document.decided = true;
    document.skipped = true;
  }

  #endSlices(slices: SpanSlices): void {
    slices.end();
    this.#sink.countSpans(slices.spans);
  }

  #leave(offset: number): void {
    this.#document = undefined;
    this.#gap.begin(offset, this.#lines + 1);
  }

  #end(): void {
    this.#scanned = this.#window.end;
    if (this.#document === undefined) this.#gap.look(this.#scanned);
    else this.#break(this.#scanned, "is cut off at the end of the input");
    this.#sink.end();
  }

  /** The first offset that is still needed; one byte before the next that is scanned always is. */
  #keep(): number {
    const before = Math.max(this.#scanned - 1, this.#window.base);
    const document = this.#document;
    if (document === undefined || document.skipped) return before;
    // A short one is held whole: where it turns out to be cut off, another can stand behind it on its line.
    if (document.slices === undefined || this.#scanned - document.from < SHORT_TEXT) return Math.min(before, document.from);
    return Math.min(before, document.slices.keep);
  }
}

/** How many outermost values of a document can be objects and lists for it to be a row. */
const MOST_CLOSES = 64;

/** Up to so many bytes, a document costs nothing to be held. */
const SHORT_TEXT = 1 << 16;

/** From so many bytes on, text that opens like a document is no longer held. */
const LONG_TEXT = 1 << 20;
