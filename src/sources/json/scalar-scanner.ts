import { EVENT, MAX_EVENTS, NAMES, SCAN_DEPTH, type JsonScanner } from "./scanner.ts";

/** The scanner in plain JavaScript: for short texts, and for where WebAssembly's vector instructions are not to be had. */
export class ScalarScanner implements JsonScanner {
  bytes: Uint8Array;
  readonly events: Int32Array = new Int32Array(3 * MAX_EVENTS);
  eventCount = 0;
  depth = 0;
  #inString = false;
  #escaped = false;
  /** The `{` at which a scan stopped; it is not to be reported again. */
  #decided = false;
  #lines = 0;
  /** Where what is open at the level of spans begins, unless it was reported. */
  #item: number | undefined;
  /** How many objects of that level were passed by, and where the last of all ended. */
  #passed = 0;
  #passedAt: number | undefined;

  constructor(length: number = 1 << 16) {
    this.bytes = new Uint8Array(length);
  }

  reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const longer = new Uint8Array(length);
    longer.set(this.bytes);
    this.bytes = longer;
  }

  reset(): void {
    this.depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  scan(from: number, to: number): number {
    const { bytes } = this;
    this.eventCount = 0;
    let at = from;
    for (; at < to && this.eventCount < MAX_EVENTS - 4; at++) {
      const byte = bytes[at]!;
      if (KINDS[byte] === ORDINARY && !this.#escaped) continue;
      if (byte === OPEN_OBJECT && !this.#inString && this.depth > 0 && !this.#decided && at > 0 && bytes[at - 1] === LINE_FEED) {
        this.#decided = true;
        this.#reportItem();
        this.#report(EVENT.margin, at);
        return at;
      }
      this.#decided = false;
      this.#step(byte, at);
    }
    this.#reportItem();
    return at;
  }

  #step(byte: number, at: number): void {
    const isEscaped = this.#escaped;
    this.#escaped = byte === BACKSLASH && !isEscaped;
    if (byte === LINE_FEED || byte === 0) this.#stepOverBreak(byte, at);
    else if (byte === QUOTE && !isEscaped) {
      this.#inString = !this.#inString;
      if (this.#inString && this.depth >= SCAN_DEPTH && isName(this.bytes, at)) this.#reportName(at);
    } else if (this.#inString) {
      if (isEscaped && byte === LETTER_U && this.depth >= SCAN_DEPTH && couldHideName(this.bytes, at)) this.#reportName(at);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(at);
    else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && this.depth > 0) this.#close(at);
  }

  #open(at: number): void {
    this.depth++;
    if (this.depth < SCAN_DEPTH) this.#report(EVENT.open, at);
    else if (this.depth === SCAN_DEPTH) this.#item = at;
  }

  #close(at: number): void {
    if (this.depth === SCAN_DEPTH && this.#item !== undefined) {
      if (this.bytes[this.#item] === OPEN_OBJECT) this.#passed++;
      this.#passedAt = at;
      this.#item = undefined;
    } else if (this.depth <= SCAN_DEPTH) this.#report(EVENT.close, at);
    this.depth--;
  }

  #stepOverBreak(byte: number, at: number): void {
    if (this.#inString || (byte === 0 && this.depth > 0)) this.#report(EVENT.broken, at);
    if (this.#inString || byte === 0) {
      this.reset();
      this.#item = undefined;
    }
    if (byte === LINE_FEED) this.#lines++;
  }

  #reportName(at: number): void {
    this.#reportItem();
    this.#report(EVENT.name, at);
  }

  /** Reports what was passed by, and what is open and was not reported yet. */
  #reportItem(): void {
    this.#reportPassed();
    if (this.#item === undefined) return;
    this.#write(EVENT.open, this.#item, SCAN_DEPTH, this.#lines);
    this.#item = undefined;
  }

  #reportPassed(): void {
    if (this.#passedAt === undefined) return;
    this.#write(EVENT.passed, this.#passedAt, SCAN_DEPTH, this.#passed);
    this.#passed = 0;
    this.#passedAt = undefined;
  }

  #report(event: number, at: number): void {
    this.#reportPassed();
    // Only the outer levels are told apart, so that a depth of any size fits.
    this.#write(event, at, Math.min(this.depth, SCAN_DEPTH + 1), this.#lines);
  }

  #write(event: number, at: number, depth: number, count: number): void {
    const index = 3 * this.eventCount++;
    this.events[index] = at;
    this.events[index + 1] = event + 8 * depth;
    this.events[index + 2] = count;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const LETTER_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const ORDINARY = 0;
const SPECIAL = 1;
const KINDS = new Uint8Array(256);
for (const byte of [0, LINE_FEED, QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST]) KINDS[byte] = SPECIAL;

const NAME_BYTES = NAMES.map((name) => Buffer.from(name));

function isName(bytes: Uint8Array, at: number): boolean {
  // Most strings are refused by the dot or the underscore that is not there.
  if (bytes[at + 8] !== 0x5f && bytes[at + 11] !== 0x2e) return false;
  return NAME_BYTES.some((name) => name.every((byte, index) => bytes[at + index] === byte));
}

/** Whether `u` and what follows is the escape of a letter, a dot or an underscore: `\u002e`, `\u005f`, `\u0060` … `\u007f`. */
function couldHideName(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 0x30 || bytes[at + 2] !== 0x30) return false;
  const high = bytes[at + 3]!;
  const low = bytes[at + 4]! | 0x20;
  return high === 0x36 || high === 0x37 || (high === 0x32 && low === 0x65) || (high === 0x35 && low === 0x66);
}
