/** A word as a POSIX shell reads it back (POSIX.1-2024, Shell Command Language, 2.2 Quoting). */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
