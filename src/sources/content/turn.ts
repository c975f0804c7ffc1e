import { setImmediate } from "node:timers/promises";

/** How long others may wait, in milliseconds. */
const LONGEST = 50;

/** So many records are given before the clock is looked at. */
const RECORDS = 256;

/**
 * Lets others have a turn. What is read out of memory, such as the unpacked content of a file, never waits for anything, so
 * that without this no signal, timer or key would be noticed before it is read to its end.
 */
export class Turn {
  #since = performance.now();
  #records = 0;

  /** Whether so many records were given that it is worth a look at the clock. */
  isCounted(): boolean {
    return ++this.#records % RECORDS === 0;
  }

  async giveWay(): Promise<void> {
    if (performance.now() - this.#since < LONGEST) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
