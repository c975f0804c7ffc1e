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
    return parseExactly(repaired(text));
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

/** Outside of strings. A search for the comma first goes over white space once; one for what stands before it, over and over. */
const REPAIRS = /,(?<=[^\s[{,:]\s*,)(?=\s*[\]}])|\bNaN\b|-?\bInfinity\b/g;

function repaired(text: string): string {
  return outsideStrings(text, (part) => part.replace(REPAIRS, (token) => (token === "," ? "" : `"${token}"`)));
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
  return outsideStrings(text, (part) => part.replace(INTEGERS, `"${mark}$&"`));
}

/** The text with what stands between its strings changed. Of a string before it a part has the closing quote. */
function outsideStrings(text: string, change: (part: string) => string): string {
  let changed = "";
  let from = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', from + 1)) {
    const close = endOfString(text, open);
    changed += change(text.slice(from, open)) + text.slice(open, close);
    from = close;
  }
  return changed + change(text.slice(from));
}

function exact(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
