/** What a name, a path or a code is cut to, in UTF-16 code units: longer than any that a file system or a model provider takes. */
export const TEXT_LIMIT = 4096;

/** Text as it may be kept and sent: cut to `limit`, never through a surrogate pair, and without halves of one. */
export function bounded(text: string, limit: number = TEXT_LIMIT): string {
  const short = text.length <= limit ? text : `${text.slice(0, endWithin(text, limit - 1))}…`;
  return short.isWellFormed() ? short : short.toWellFormed();
}

/** The end of the longest beginning that is no longer than `most` and splits no surrogate pair. */
function endWithin(text: string, most: number): number {
  const last = text.charCodeAt(most - 1);
  return last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
}

/** The same of a name that may be none. */
export function boundedName(name: unknown): string | undefined {
  return typeof name === "string" ? bounded(name) : undefined;
}

/** How many items of a list are kept, and how much text in all: more than any extension brings, and no journal is filled by one fact. */
export const LIST_LIMITS = { items: 2048, characters: 262_144 } as const;

/** A list of texts as it may be kept and sent; what is no text is left out. One that is cut says at its end how much is missing. */
export function boundedList(items: readonly unknown[], change: (text: string) => string = bounded): readonly string[] {
  const kept: string[] = [];
  let characters = 0;
  let at = 0;
  for (; at < items.length && at < LIST_LIMITS.items; at++) {
    const item = items[at];
    if (typeof item !== "string") continue;
    const text = change(item);
    characters += text.length;
    if (characters > LIST_LIMITS.characters) break;
    kept.push(text);
  }
  if (at < items.length) kept.push(`… and ${items.length - at} more`);
  return kept;
}
