import type { MessageMemory, PlacedMessage } from "./message-memory.ts";

/** What every span that is wanted holds, as its bytes stand in protobuf, and where in it the pattern begins that is searched. */
const NAMES = [
  { name: Buffer.from("activation.kind"), patternAt: 1 },
  { name: Buffer.from("execute_tool"), patternAt: 3 },
] as const;

/** Finds the spans that hold one of our names, in a message whose spans are asked for from its beginning to its end. */
export class Names {
  readonly #message: PlacedMessage;
  /** Where the next name stands, at or behind the span that was asked for last. */
  #next = -1;
  /** The same for each name, where there is no memory. */
  readonly #nextOf: number[] = NAMES.map(() => -1);

  constructor(message: PlacedMessage) {
    this.#message = message;
  }

  /** Where one of the names begins at or behind an offset, which MUST NOT be smaller than in the call before; else infinity. */
  nextFrom(offset: number): number {
    if (this.#next < offset) {
      const { memory } = this.#message;
      this.#next = memory === undefined ? this.#searchPlainly(offset) : this.#search(memory, offset);
    }
    return this.#next;
  }

  #search(memory: MessageMemory, from: number): number {
    const { bytes, to } = this.#message;
    for (let at = memory.find(from, to); at < to; at = memory.find(at + 1, to)) {
      for (const { name, patternAt } of NAMES) {
        const begin = at - patternAt;
        if (begin >= from && name.compare(bytes, begin, Math.min(begin + name.length, to)) === 0) return begin;
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  #searchPlainly(from: number): number {
    NAMES.forEach(({ name }, index) => {
      if (this.#nextOf[index]! >= from) return;
      const at = this.#message.bytes.indexOf(name, from);
      this.#nextOf[index] = at < 0 ? Number.POSITIVE_INFINITY : at;
    });
    return Math.min(...this.#nextOf);
  }
}
