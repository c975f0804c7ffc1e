/** Text of a field of `TSV`, or out of a quoted string, without its escapes. */
export function unescaped(text: string): string {
  return text.includes("\\") ? text.replaceAll(ESCAPES, meaningOf) : text;
}

/** Bytes that are written one by one can be one character: those that stand together are taken together. */
const ESCAPES = /(?:\\x[0-9a-fA-F]{2})+|\\[^]/g;

function meaningOf(escape: string): string {
  if (escape.length > 2) return Buffer.from(escape.replaceAll("\\x", ""), "hex").toString();
  const character = escape[1]!;
  // Before any other character ClickHouse keeps the backslash.
  return MEANINGS.get(character) ?? (/[\\'"`/\p{Cc}]/u.test(character) ? character : escape);
}

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["e", "\u001b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["0", "\0"],
  ["N", ""],
]);
