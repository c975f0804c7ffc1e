import type { Window } from "../bytes/window.ts";

/**
 * The key of the value that begins at `offset`, read backwards; undefined where it has none. `floor` is where to stop.
 *
 * Exact, because a quote inside of a string always has an odd number of backslashes before it, and the quote that
 * opens one has none that belongs to it.
 */
export function keyBefore(window: Window, offset: number, floor: number): string | undefined {
  let at = skipSpaceBack(window, offset - 1, floor);
  if (at < floor || window.byte(at) !== COLON) return undefined;
  at = skipSpaceBack(window, at - 1, floor);
  if (at < floor || window.byte(at) !== QUOTE) return undefined;
  const close = at;
  let open = close - 1;
  while (open >= floor && (window.byte(open) !== QUOTE || isEscaped(window, open, floor))) open--;
  if (open < floor) return undefined;
  const key = window.text(open, close + 1);
  if (!key.includes("\\")) return key.slice(1, -1);
  try {
    return JSON.parse(key) as string;
  } catch {
    return undefined;
  }
}

/** Whether there is nothing but white space and one key from `from` to the value that begins at `offset`. */
export function isFirstKey(window: Window, from: number, offset: number): boolean {
  let at = from;
  while (at < offset && isSpace(window.byte(at))) at++;
  if (window.byte(at) !== QUOTE) return false;
  at++;
  while (at < offset && (window.byte(at) !== QUOTE || isEscaped(window, at, from))) at++;
  at++;
  while (at < offset && isSpace(window.byte(at))) at++;
  if (window.byte(at) !== COLON) return false;
  at++;
  while (at < offset && isSpace(window.byte(at))) at++;
  return at === offset;
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function skipSpaceBack(window: Window, from: number, floor: number): number {
  let at = from;
  while (at >= floor && isSpace(window.byte(at))) at--;
  return at;
}

function isEscaped(window: Window, offset: number, floor: number): boolean {
  let backslashes = 0;
  while (offset - 1 - backslashes >= floor && window.byte(offset - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
