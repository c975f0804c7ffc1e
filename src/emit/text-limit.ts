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
