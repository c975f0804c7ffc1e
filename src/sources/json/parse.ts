import { endOfString } from "./string-end.ts";

/**
 * `JSON.parse` that keeps every digit: an integer that a number cannot hold becomes a bigint. What is no JSON and can be
 * read in one way only is read: a comma behind the last item, `NaN` and `Infinity` (as text), which Python writes.
 *
 * Throws SyntaxError where the text is not JSON, RangeError where it nests too deep to be revived.
 */
export function parseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    if (!(error instanceof SyntaxError) || !REPAIRABLE.test(text)) throw error;
    return parseExactly(text.replace(REPAIRS, repair));
  }
}

/** The same; undefined where the text is not JSON, or nests too deep. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const REPAIRABLE = /,\s*[\]}]|[:,[\s](?:NaN|-?Infinity)\b/;

/** Strings, which stay as they are, and what is repaired. */
const REPAIRS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<=[^\s[{,:]\s*),(?=\s*[\]}])|\bNaN\b|-?\bInfinity\b/gs;

function repair(token: string): string {
  if (token === ",") return "";
  return token.startsWith('"') ? token : `"${token}"`;
}

function parseExactly(text: string): unknown {
  if (!mayHoldLongInteger(text)) return JSON.parse(text);
  mark ??= `${crypto.randomUUID()}:`;
  const before = mark;
  return JSON.parse(markLongIntegers(text, before), (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(before) ? exact(value.slice(before.length)) : value,
  );
}

/** From so many digits on a number can be more than a double holds. */
const LONG = 16;

/**
 * Whether there may be a number of that many digits outside of strings; a run of them in a string, behind a space, only
 * costs time. Every sixteenth character is looked at: a long run has a digit there.
 */
function mayHoldLongInteger(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let from = at;
    while (from > 0 && isDigit(text.charCodeAt(from - 1))) from--;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at - from >= LONG && (from === 0 || BEFORE_NUMBER.has(text[from - 1]!))) return true;
  }
  return false;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const BEFORE_NUMBER = new Set(":,[-\u0020\t\r\n");

const INTEGERS = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Before a number that was put in quotes. No file can know it. */
let mark: string | undefined;

/** Before Node 21 a reviver does not see the source text of a number, so the long ones are put in quotes first. */
function markLongIntegers(text: string, mark: string): string {
  let marked = "";
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) break;
    const end = endOfString(text, quote) + 1;
    marked += text.slice(at, quote).replace(INTEGERS, `"${mark}$&"`) + text.slice(quote, end);
    at = end;
  }
  return marked + text.slice(at).replace(INTEGERS, `"${mark}$&"`);
}

function exact(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
