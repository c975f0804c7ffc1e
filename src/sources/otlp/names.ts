/** What every span that is wanted holds, as its bytes stand in protobuf. */
const NAMES = ["activation.kind", "execute_tool"].map((name) => Buffer.from(name));

/** Finds the spans that hold one of our names, in a message whose spans are asked for from its beginning to its end. */
export class Names {
  readonly #bytes: Buffer;
  /** Where each name stands next, at or behind the span that was asked for last. */
  readonly #next: number[] = NAMES.map(() => -1);
  /** The first of them. */
  #first = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether one of the names begins between two offsets. `from` MUST NOT be smaller than in the call before. */
  within(from: number, to: number): boolean {
    if (this.#first < from) this.#search(from);
    return this.#first < to;
  }

  #search(from: number): void {
    for (const [index, name] of NAMES.entries()) {
      if (this.#next[index]! >= from) continue;
      const at = this.#bytes.indexOf(name, from);
      this.#next[index] = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    this.#first = Math.min(...this.#next);
  }
}
