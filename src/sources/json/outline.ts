/** Of which type a value is, as far as its first byte tells. */
export const VALUE = { none: 0, text: 1, number: 2, boolean: 3, null: 4, object: 5, list: 6 } as const;

/** An object's text between its values, as it stands there: all of its keys in their order. */
export interface Outline {
  readonly members: readonly Member[];
  /** What stands behind the last value, to the brace that closes the object. */
  readonly after: Uint8Array;
}

export interface Member {
  readonly key: string;
  readonly type: number;
  /** What stands before the value and behind the one before it, the key included. */
  readonly before: Uint8Array;
}

/** An object as it stands in a text. */
export interface ObjectText {
  readonly bytes: Buffer;
  /** Where the objects and lists end that are values of its keys. */
  readonly closes: readonly number[];
}

/** The outline of an object; undefined where it has a key that is written with an escape, and where it is no JSON. */
export function outlineOf({ bytes, closes }: ObjectText): Outline | undefined {
  const members: Member[] = [];
  let nested = 0;
  for (let end = 0; ;) {
    const [before, key] = KEY.exec(bytes.toString("latin1", end, end + LONGEST_KEY)) ?? [];
    if (before === undefined || key === undefined) {
      const after = bytes.subarray(end);
      return members.length > 0 && /^\s*\}$/.test(after.toString("latin1")) ? { members, after } : undefined;
    }
    const from = end + before.length;
    const type = typeAt(bytes, from);
    if (before.trimStart().startsWith("{") !== (end === 0)) return undefined;
    members.push({ key: Buffer.from(key, "latin1").toString(), type, before: Uint8Array.from(bytes.subarray(end, from)) });
    end = endOfValue(bytes, from, type, closes[nested]);
    if (type >= VALUE.object) nested++;
    if (end < 0) return undefined;
  }
}

const KEY = /^\s*[{,]\s*"([^"\\]*)"\s*:\s*/;
const LONGEST_KEY = 1 << 10;

export function typeAt(bytes: Uint8Array, at: number): number {
  return TYPES[bytes[at] ?? 0]!;
}

/**
 * Behind the value that begins at `at`; -1 where it has no end. What an object or list holds is not looked at.
 *
 * @param close where it ends, if it is an object or a list
 */
export function endOfValue(bytes: Uint8Array, at: number, type: number, close: number | undefined): number {
  switch (type) {
    case VALUE.text:
      return endOfText(bytes, at + 1);
    case VALUE.number:
    case VALUE.boolean:
    case VALUE.null:
      return endOfWord(bytes, at);
    case VALUE.object:
    case VALUE.list:
      return close === undefined || close <= at ? -1 : close + 1;
    default:
      return -1;
  }
}

function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return -1;
    if (byte === BACKSLASH) at++;
  }
  return -1;
}

function endOfWord(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && IN_WORD[bytes[at]!] === 1) at++;
  return at - from <= LONGEST_WORD && WORD.test(Buffer.from(bytes.buffer, bytes.byteOffset + from, at - from).toString("latin1")) ? at : -1;
}

const LONGEST_WORD = 64;
const WORD = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const TYPES = new Uint8Array(256);
const IN_WORD = new Uint8Array(256);
for (const byte of Buffer.from("-0123456789")) TYPES[byte] = VALUE.number;
for (const [byte, type] of [
  ['"', VALUE.text],
  ["t", VALUE.boolean],
  ["f", VALUE.boolean],
  ["n", VALUE.null],
  ["{", VALUE.object],
  ["[", VALUE.list],
] as const)
  TYPES[byte.charCodeAt(0)] = type;
for (const byte of Buffer.from("+-.0123456789abcdefghijklmnopqrstuvwxyzE")) IN_WORD[byte] = 1;
