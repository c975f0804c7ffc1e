/**
 * What one part of a report may take. A stranger's trace can make everything in it meet everything else; where that is more
 * than any agent has, the part gives up and says so.
 */
export class Budget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Whether there is so much left; it is then taken. */
  pays(cost: number): boolean {
    this.#left -= cost;
    return this.#left >= 0;
  }
}

/** How many things may be looked at, over all names: some tenths of a second. */
export const MOST_LOOKS = 4_000_000;

/** Of a name that has no more than so many, looking at each is paid by whoever speaks of it. */
export const FEW = 16;
