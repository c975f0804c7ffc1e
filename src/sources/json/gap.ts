import { isSpace } from "./key.ts";
import type { TextSink } from "./text-sink.ts";
import type { Window } from "../bytes/window.ts";

/** What lies between documents: white space, a byte order mark, a record separator (RFC 7464), NUL bytes, and text. */
export class Gap {
  readonly #window: Window;
  readonly #sink: TextSink;
  /** From where on it is still to be looked at, and the line of that. */
  #at = 0;
  #line = 1;
  /** The last lines that were told of. */
  #strayLine = 0;
  #pieceLine = 0;
  /** How much of {@link DATABASE_ERROR} was just read. */
  #errorRead = 0;

  constructor(window: Window, sink: TextSink) {
    this.#window = window;
    this.#sink = sink;
  }

  /** A document has ended before `offset`. */
  begin(offset: number, line: number): void {
    this.#at = offset;
    this.#line = line;
  }

  /** Looks at what lies before `to`, unless it was looked at. */
  look(to: number): void {
    let nulBytes = 0;
    for (; this.#at < to; this.#at++) {
      const byte = this.#window.byte(this.#at)!;
      if (byte === 0x0a) this.#line++;
      else if (byte === 0) nulBytes++;
      else if (!isSpace(byte) && !MARKS.has(byte)) this.#stray(byte);
    }
    if (nulBytes > 0) this.#sink.nulBytes(nulBytes);
  }

  /** What closes something, a string that is a key or an item, and what is no text is left of a record; other text is of somebody else. */
  #stray(byte: number): void {
    const isControl = byte < 0x20 && byte !== ESCAPE;
    const isPiece = isControl || CLOSING.has(byte) || (BEHIND_STRING.has(byte) && this.#window.byte(this.#at - 1) === 0x22);
    if (isPiece && this.#pieceLine !== this.#line) {
      this.#pieceLine = this.#line;
      this.#sink.warn("invalid_record", this.#line, "what is left of a record was passed over");
    } else if (!isPiece && this.#strayLine !== this.#line) {
      this.#strayLine = this.#line;
      this.#sink.otherText(this.#line);
    }
    this.#errorRead = byte === DATABASE_ERROR[this.#errorRead] ? this.#errorRead + 1 : byte === DATABASE_ERROR[0] ? 1 : 0;
    if (this.#errorRead === DATABASE_ERROR.length) this.#sink.databaseError(this.#line);
  }
}

/** The bytes of a byte order mark in UTF-8, and a record separator. */
const MARKS = new Set([0xef, 0xbb, 0xbf, 0x1e]);

/** Begins a colour in a program's log. */
const ESCAPE = 0x1b;

/** In what ClickHouse writes behind the rows of a query that fails. Its first letter comes but once in it. */
const DATABASE_ERROR = Buffer.from("DB::Exception");

/** `}` and `]`. */
const CLOSING = new Set([0x7d, 0x5d]);

/** `:` and `,`. */
const BEHIND_STRING = new Set([0x3a, 0x2c]);
