import type { ByteReader } from "./byte-reader.ts";

/** The input ended in the middle of something. */
export class TruncatedError extends Error {
  override readonly name = "TruncatedError";
}

/** So much is read at a time. */
const READ_LENGTH = 1 << 21;

/** A read under way, into a buffer behind some room for the rest of what was read before. */
interface Reading {
  readonly bytes: Buffer;
  readonly count: Promise<number>;
}

/** Takes bytes of a reader by exact lengths. The next are read while those that were taken are worked on. */
export class PullBuffer {
  /** Offset of the next byte in the input. */
  offset = 0;
  readonly #reader: ByteReader;
  readonly #readLength: number;
  /** How long the rest may be that goes along into the next buffer. */
  readonly #restLength: number;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #reading: Reading | undefined;
  /** A buffer that nothing is in. */
  #spare: Buffer | undefined;
  #isAtEnd = false;

  constructor(reader: ByteReader, readLength: number = READ_LENGTH) {
    this.#reader = reader;
    this.#readLength = readLength;
    this.#restLength = readLength >> 1;
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
    while (this.#end - this.#start < length && !this.#isAtEnd) {
      const { bytes, count } = this.#reading ?? this.#read();
      this.#reading = undefined;
      const read = await count;
      if (read === 0) this.#isAtEnd = true;
      else this.#add(bytes, read);
    }
    if (!this.#isAtEnd && this.#reading === undefined) this.#readAhead();
    return this.#end - this.#start >= length;
  }

  #read(): Reading {
    const bytes = this.#spare ?? Buffer.allocUnsafe(this.#restLength + this.#readLength);
    this.#spare = undefined;
    return { bytes, count: this.#reader.read(bytes.subarray(this.#restLength)) };
  }

  #readAhead(): void {
    this.#reading = this.#read();
    // An error is told when the read is waited for.
    this.#reading.count.catch(() => {});
  }

  /** Goes on in the buffer that was read into, with the rest of this one before it; where the rest is long, in this one, made longer. */
  #add(bytes: Buffer, count: number): void {
    const rest = this.#bytes.subarray(this.#start, this.#end);
    if (rest.length <= this.#restLength) {
      this.#start = this.#restLength - rest.length;
      this.#end = this.#restLength + count;
      bytes.set(rest, this.#start);
      this.#spare = this.#bytes.length === bytes.length ? this.#bytes : undefined;
      this.#bytes = bytes;
      return;
    }
    const length = rest.length + count;
    const longer = length > this.#bytes.length ? Buffer.allocUnsafe(2 * length) : this.#bytes;
    longer.set(rest);
    longer.set(bytes.subarray(this.#restLength, this.#restLength + count), rest.length);
    this.#bytes = longer;
    this.#start = 0;
    this.#end = length;
    this.#spare = bytes;
  }
}
