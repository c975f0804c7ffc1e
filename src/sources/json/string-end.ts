/** The closing quote of the string that opens at `quote`; the end of the text where it is not closed. */
export function endOfString(text: string, quote: number): number {
  let end = text.indexOf('"', quote + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** A quote is a part of its string behind an odd number of backslashes. */
function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}
