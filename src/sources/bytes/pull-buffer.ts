import type { ByteReader } from "./byte-reader.ts";

/** The input ended in the middle of something. */
export class TruncatedError extends Error {
  override readonly name = "TruncatedError";
}

/** Takes bytes of a reader by exact lengths. */
export class PullBuffer {
  /** Offset of the next byte in the input. */
  offset = 0;
  readonly #reader: ByteReader;
  #bytes: Buffer = Buffer.alloc(1 << 20);
  #start = 0;
  #end = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#hold(1));
  }

  /** The next bytes, as many as there are up to `length`, without taking them. A view: gone with the next call. */
  async peekUpTo(length: number): Promise<Buffer> {
    await this.#hold(length);
    return this.#bytes.subarray(this.#start, Math.min(this.#end, this.#start + length));
  }

  /** The next bytes without taking them. A view: gone with the next call. Throws {@link TruncatedError} where there are fewer. */
  async peek(length: number): Promise<Buffer> {
    if (this.#end - this.#start < length && !(await this.#hold(length)))
      throw new TruncatedError(`the input ends ${length} bytes too early`);
    return this.#bytes.subarray(this.#start, this.#start + length);
  }

  /** The next bytes. A view: gone with the next call. */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    this.#start += length;
    this.offset += length;
    return bytes;
  }

  async skip(length: number): Promise<void> {
    let rest = length;
    while (rest > 0) {
      if (this.#start === this.#end && !(await this.#hold(1))) throw new TruncatedError(`the input ends ${rest} bytes too early`);
      const count = Math.min(rest, this.#end - this.#start);
      this.#start += count;
      this.offset += count;
      rest -= count;
    }
  }

  /** Passes over words of so many zero bytes, and returns how many bytes that were. */
  async skipZeros(word: number): Promise<number> {
    const before = this.offset;
    while (await this.#hold(word)) {
      const held = Math.floor((this.#end - this.#start) / word) * word;
      const first = this.#bytes.subarray(this.#start, this.#start + held).findIndex((byte) => byte !== 0);
      const count = first < 0 ? held : Math.floor(first / word) * word;
      this.#start += count;
      this.offset += count;
      if (count < held) break;
    }
    return this.offset - before;
  }

  async #hold(length: number): Promise<boolean> {
    while (this.#end - this.#start < length) {
      if (this.#start + length > this.#bytes.length) this.#makeRoom(length);
      const count = await this.#reader.read(this.#bytes.subarray(this.#end));
      if (count === 0) return false;
      this.#end += count;
    }
    return true;
  }

  #makeRoom(length: number): void {
    const held = this.#bytes.subarray(this.#start, this.#end);
    const room = length > this.#bytes.length ? Buffer.alloc(Math.max(length, 2 * this.#bytes.length)) : this.#bytes;
    room.set(held);
    this.#bytes = room;
    this.#end -= this.#start;
    this.#start = 0;
  }
}
