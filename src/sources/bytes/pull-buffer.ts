import type { ByteReader } from "./byte-reader.ts";
import { Window, type WindowOptions } from "./window.ts";

/** The input ended in the middle of something. */
export class TruncatedError extends Error {
  override readonly name = "TruncatedError";
}

/** Takes bytes of a reader by exact lengths. The next are read while those that were taken are worked on. */
export class PullBuffer {
  /** Offset of the next byte in the input. */
  offset = 0;
  readonly #window: Window;

  constructor(reader: ByteReader, options?: WindowOptions) {
    this.#window = new Window(reader, options);
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#hold(1));
  }

  /** The next bytes that are held already. A view: gone with the next call that is waited for. */
  get held(): Buffer {
    return this.#window.slice(this.offset, this.#window.end);
  }

  /** Passes over so many of the bytes that are held. */
  drop(length: number): void {
    this.offset += length;
  }

  /** The next bytes, as many as there are up to `length`, without taking them. A view: gone with the next call. */
  async peekUpTo(length: number): Promise<Buffer> {
    await this.#hold(length);
    return this.#window.slice(this.offset, Math.min(this.#window.end, this.offset + length));
  }

  /** The next bytes without taking them. A view: gone with the next call. Throws {@link TruncatedError} where there are fewer. */
  async peek(length: number): Promise<Buffer> {
    if (!(await this.#hold(length))) throw new TruncatedError(`the input ends ${length - this.held.length} bytes too early`);
    return this.#window.slice(this.offset, this.offset + length);
  }

  /** The next bytes. A view: gone with the next call. */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    this.offset += length;
    return bytes;
  }

  async skip(length: number): Promise<void> {
    let rest = length;
    while (rest > 0) {
      if (!(await this.#hold(1))) throw new TruncatedError(`the input ends ${rest} bytes too early`);
      const count = Math.min(rest, this.#window.end - this.offset);
      this.offset += count;
      rest -= count;
    }
  }

  /** Passes over words of so many zero bytes, and returns how many bytes that were. */
  async skipZeros(word: number): Promise<number> {
    const before = this.offset;
    while (await this.#hold(word)) {
      const held = Math.floor((this.#window.end - this.offset) / word) * word;
      const first = this.#window.slice(this.offset, this.offset + held).findIndex((byte) => byte !== 0);
      const count = first < 0 ? held : Math.floor(first / word) * word;
      this.offset += count;
      if (count < held) break;
    }
    return this.offset - before;
  }

  /** Reads on until so many bytes are held; false where there are no more. How many there can be is the caller's to bound. */
  async #hold(length: number): Promise<boolean> {
    const window = this.#window;
    while (window.end - this.offset < length && !window.atEnd && (await window.fill(this.offset, length)));
    if (window.end - this.offset >= length) return true;
    if (window.failure !== undefined) throw window.failure;
    return false;
  }
}
