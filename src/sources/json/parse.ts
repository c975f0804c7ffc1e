import { randomUUID } from "node:crypto";

/**
 * `JSON.parse` that keeps every digit: an integer that a number cannot hold becomes a bigint.
 *
 * Throws SyntaxError where the text is not JSON, RangeError where it nests too deep to be revived.
 */
export function parseJson(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  return JSON.parse(markLongIntegers(text), (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? exact(value.slice(MARK.length)) : value,
  );
}

/** Where a number may stand and is long. It also finds such digits inside of strings, which only costs time. */
const LONG_INTEGER = /(?:^|[:,[])\s*-?\d{16}/;

const INTEGERS = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Before a number that was put in quotes. No file can know it. */
const MARK = `${randomUUID()}:`;

/** Before Node 21 a reviver does not see the source text of a number, so the long ones are put in quotes first. */
function markLongIntegers(text: string): string {
  let marked = "";
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) break;
    const end = endOfString(text, quote);
    marked += text.slice(at, quote).replace(INTEGERS, `"${MARK}$&"`) + text.slice(quote, end);
    at = end;
  }
  return marked + text.slice(at).replace(INTEGERS, `"${MARK}$&"`);
}

/** Behind the closing quote of the string that opens at `quote`. */
function endOfString(text: string, quote: number): number {
  let end = text.indexOf('"', quote + 1);
  while (end >= 0) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function exact(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
