import { growTo, Program, type Memory } from "../wasm/program.ts";
import { BEHIND, namesProgram, PATTERN } from "./names-program.ts";

/** What every span that is wanted holds, as its bytes stand in protobuf, and where in it the pattern begins that is searched. */
const NAMES = [
  { name: Buffer.from("activation.kind"), patternAt: 1 },
  { name: Buffer.from("execute_tool"), patternAt: 3 },
] as const;

/** So much of a message is searched at a time: it stays in the processor's cache. */
const WINDOW = 1 << 18;

/** Finds the spans that hold one of our names, in a message whose spans are asked for from its beginning to its end. */
export class Names {
  readonly #bytes: Buffer;
  readonly #number: number = ++made;
  /** Where the next name stands, at or behind the span that was asked for last. */
  #next = -1;
  /** Where the window begins and ends. */
  #from = 0;
  #to = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether one of the names begins between two offsets. `from` MUST NOT be smaller than in the call before. */
  within(from: number, to: number): boolean {
    if (this.#next < from) this.#next = this.#search(from);
    return this.#next < to;
  }

  #search(from: number): number {
    for (let at = this.#pattern(from); at < this.#bytes.length; at = this.#pattern(at + 1)) {
      for (const { name, patternAt } of NAMES) {
        const begin = at - patternAt;
        if (begin >= from && name.compare(this.#bytes, begin, Math.min(begin + name.length, this.#bytes.length)) === 0) return begin;
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Where the pattern begins next; the end of the message where it does not. */
  #pattern(from: number): number {
    finder ??= createFinder();
    for (let at = from; at < this.#bytes.length; at = this.#to) {
      if (windowOf !== this.#number || at < this.#from || at >= this.#to) this.#move(finder.window, at);
      const found = finder.find(at - this.#from, this.#to - this.#from);
      if (this.#from + found < this.#to) return this.#from + found;
    }
    return this.#bytes.length;
  }

  #move(window: Uint8Array, from: number): void {
    this.#from = from;
    this.#to = Math.min(from + WINDOW, this.#bytes.length);
    const shown = this.#bytes.copy(window, 0, from, Math.min(from + WINDOW + BEHIND, this.#bytes.length));
    window.fill(0, shown, shown + BEHIND);
    windowOf = this.#number;
  }
}

export interface Finder {
  readonly window: Uint8Array;
  readonly find: (from: number, to: number) => number;
}

/** One for all messages, and which of them its window shows. */
let finder: Finder | undefined;
let windowOf = 0;
let made = 0;

const program = new Program<{ readonly memory: Memory; readonly find: Finder["find"] }>(namesProgram);

/** The fastest one that runs here. */
export function createFinder(): Finder {
  const length = WINDOW + 2 * BEHIND;
  try {
    const { memory, find } = program.instantiate();
    growTo(memory, length);
    return { window: new Uint8Array(memory.buffer, 0, length), find };
  } catch {
    return portableFinder(length);
  }
}

/** For where WebAssembly's vector instructions are not to be had. */
export function portableFinder(length: number): Finder {
  const window = new Uint8Array(length);
  const [[, first], [second, secondByte], [third, thirdByte]] = PATTERN;
  return {
    window,
    find(from, to) {
      let at = from;
      while (at < to && (window[at] !== first || window[at + second] !== secondByte || window[at + third] !== thirdByte)) at++;
      return at;
    },
  };
}
