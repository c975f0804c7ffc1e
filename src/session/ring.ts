/** The last `capacity` items, oldest first; what came before is counted. */
export class Ring<T> {
  readonly #capacity: number;
  readonly #items: T[] = [];
  #pushed = 0;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError(`a ring holds at least one item, not ${capacity}`);
    this.#capacity = capacity;
  }

  push(item: T): void {
    // It grows as it fills: a short session does not pay for a long one's ring.
    if (this.#pushed < this.#capacity) this.#items.push(item);
    else this.#items[this.#pushed % this.#capacity] = item;
    this.#pushed++;
  }

  /** How many items no longer fit. */
  get evicted(): number {
    return Math.max(0, this.#pushed - this.#capacity);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let at = this.evicted; at < this.#pushed; at++) yield this.#items[at % this.#capacity] as T;
  }
}
