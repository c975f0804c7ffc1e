/** What every span that is wanted holds, as its bytes stand in protobuf. */
const NAMES = ["activation.kind", "execute_tool"];

/** Finds spans that hold one of our names, in a message whose spans are asked for from its beginning to its end. */
export class Names {
  readonly #bytes: Buffer;
  readonly #next: number[] = NAMES.map(() => -1);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether one of the names begins between two offsets. `from` MUST NOT be smaller than in the call before. */
  within(from: number, to: number): boolean {
    let found = false;
    for (const [index, name] of NAMES.entries()) {
      let next = this.#next[index]!;
      if (next < from) {
        const at = this.#bytes.indexOf(name, from);
        next = at < 0 ? Number.POSITIVE_INFINITY : at;
        this.#next[index] = next;
      }
      if (next < to) found = true;
    }
    return found;
  }
}
