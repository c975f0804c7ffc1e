import { EVENT, MAX_EVENTS, NAMES, SCAN_DEPTH, type JsonScanner } from "./scanner.ts";

/** The scanner in plain JavaScript, for where WebAssembly's vector instructions are not to be had. */
export class ScalarScanner implements JsonScanner {
  bytes: Uint8Array;
  readonly events: Int32Array = new Int32Array(3 * MAX_EVENTS);
  eventCount = 0;
  depth = 0;
  #inString = false;
  #escaped = false;
  /** Where the `{` at a margin was reported, that is not to be reported again. */
  #decided = false;
  #lines = 0;

  constructor(length: number = 1 << 20) {
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
    this.eventCount = 0;
    let at = from;
    while (at < to && this.eventCount < MAX_EVENTS - 1) {
      const byte = this.bytes[at]!;
      if (this.#inString) this.#stepInString(byte, at);
      else if (byte === OPEN_OBJECT && this.depth > 0 && at > 0 && this.bytes[at - 1] === LINE_FEED && !this.#decided) {
        this.#decided = true;
        this.#report(EVENT.margin, this.depth, at);
        return at;
      } else this.#step(byte, at);
      this.#decided = false;
      at++;
    }
    return at;
  }

  #stepInString(byte: number, at: number): void {
    if (byte === LINE_FEED || byte === 0) {
      this.#report(EVENT.broken, this.depth, at);
      this.reset();
      if (byte === LINE_FEED) this.#lines++;
    } else if (this.#escaped) {
      this.#escaped = false;
      if (byte === LETTER_U && this.depth >= SCAN_DEPTH && couldHideName(this.bytes, at)) this.#report(EVENT.name, this.depth, at);
    } else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #step(byte: number, at: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        if (this.depth >= SCAN_DEPTH && isName(this.bytes, at)) this.#report(EVENT.name, this.depth, at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.depth++;
        if (this.depth <= SCAN_DEPTH) this.#report(EVENT.open, this.depth, at);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        if (this.depth === 0) break;
        if (this.depth <= SCAN_DEPTH) this.#report(EVENT.close, this.depth, at);
        this.depth--;
        break;
      case LINE_FEED:
        this.#lines++;
        break;
      case 0:
        if (this.depth > 0) this.#report(EVENT.broken, this.depth, at);
        this.reset();
        break;
      default:
    }
  }

  #report(event: number, depth: number, at: number): void {
    const index = 3 * this.eventCount++;
    this.events[index] = at;
    // Only outer levels are told apart, so that a depth of any size fits.
    this.events[index + 1] = event + 8 * Math.min(depth, SCAN_DEPTH + 1);
    this.events[index + 2] = this.#lines;
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

const NAME_BYTES = NAMES.map((name) => Buffer.from(name));

function isName(bytes: Uint8Array, at: number): boolean {
  return NAME_BYTES.some((name) => name.every((byte, index) => bytes[at + index] === byte));
}

/** Whether `u` and what follows is the escape of a letter, a dot or an underscore: `\u002e`, `\u005f`, `\u0061` … `\u007a`. */
function couldHideName(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 0x30 || bytes[at + 2] !== 0x30) return false;
  const high = bytes[at + 3]!;
  const low = bytes[at + 4]! | 0x20;
  return high === 0x36 || high === 0x37 || (high === 0x32 && low === 0x65) || (high === 0x35 && low === 0x66);
}
