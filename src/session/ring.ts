/** The last `capacity` items, oldest first; what came before is counted. */
export class Ring<T> {
  readonly #items: (T | undefined)[];
  #pushed = 0;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`a ring holds at least one item, not ${capacity}`);
    this.#items = Array.from({ length: capacity });
  }

  push(item: T): void {
    this.#items[this.#pushed % this.#items.length] = item;
    this.#pushed++;
  }

  /** How many items no longer fit. */
  get evicted(): number {
    return Math.max(0, this.#pushed - this.#items.length);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let at = this.evicted; at < this.#pushed; at++) yield this.#items[at % this.#items.length] as T;
  }
}
