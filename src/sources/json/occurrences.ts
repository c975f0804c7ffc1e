import type { Window } from "../bytes/window.ts";

/** Finds the rows in which one of some words stands, asked for them from the beginning of a text to its end. */
export class Occurrences {
  readonly #window: Window;
  readonly #words: readonly { readonly bytes: Buffer; next: number; searchedTo: number }[];

  constructor(window: Window, words: readonly string[]) {
    this.#window = window;
    this.#words = words.map((word) => ({ bytes: Buffer.from(word), next: -1, searchedTo: 0 }));
  }

  /** Whether one of the words begins between two offsets. `from` MUST NOT be smaller than in the call before. */
  within(from: number, to: number): boolean {
    const window = this.#window;
    for (const word of this.#words) {
      if (word.next < from && word.searchedTo < to) {
        const begin = Math.max(from, word.searchedTo);
        const found = window.slice(begin, window.end).indexOf(word.bytes);
        word.next = found < 0 ? -1 : begin + found;
        word.searchedTo = found < 0 ? Math.max(begin, window.end - word.bytes.length + 1) : word.next + 1;
      }
      if (word.next >= from && word.next < to) return true;
    }
    return false;
  }
}
