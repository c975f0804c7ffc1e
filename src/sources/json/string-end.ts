/** The closing quote of the string that opens at `quote`; the end of the text where it is not closed. */
export function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === "\\") at++;
  }
  return text.length;
}
