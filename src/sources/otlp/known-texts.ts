/**
 * Makes strings of UTF-8, and those that come over and over, such as attribute keys, only once: to find one again is a
 * fraction of making it anew, and all its uses are one object.
 */
export class KnownTexts {
  /** The text that was met last for each hash. */
  readonly #texts: string[] = Array.from({ length: SLOTS }, () => "");

  /** What stands in `bytes` between two offsets. */
  at(bytes: Buffer, from: number, to: number): string {
    if (to - from > LONGEST) return bytes.toString("utf8", from, to);
    const slot = hash(bytes, from, to) % SLOTS;
    const known = this.#texts[slot]!;
    if (isSame(known, bytes, from, to)) return known;
    const text = bytes.toString("utf8", from, to);
    // One that is not ASCII would have to be compared as bytes.
    if (text.length === to - from) this.#texts[slot] = text;
    return text;
  }
}

const SLOTS = 1 << 10;

const HASHED = 8;

/** In bytes. What is longer is text that hardly comes twice. */
const LONGEST = 48;

/** FNV-1a, of the length and the end: names that begin alike end in different words. */
function hash(bytes: Buffer, from: number, to: number): number {
  let value = 0x811c9dc5 ^ (to - from);
  for (let at = Math.max(from, to - HASHED); at < to; at++) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value >>> 0;
}

/** Whether the text, which has a byte for each character, is what stands there. */
function isSame(text: string, bytes: Buffer, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== bytes[from + index]) return false;
  return true;
}
