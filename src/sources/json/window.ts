import type { ByteReader } from "../bytes/byte-reader.ts";
import { MAX_MESSAGE } from "../bytes/limits.ts";
import { LOOKAHEAD, type JsonScanner } from "./scanner.ts";

/** Where the bytes lie: in a scanner's buffer, or in any that can be made longer. */
type Bytes = Pick<JsonScanner, "bytes" | "reserve">;

/** How much is read at once: as much as makes reading quick, and of a short text so little that making room is not what takes the time. */
export const READ_LENGTH: { readonly long: number; readonly short: number } = { long: 1 << 21, short: 1 << 16 };

/** A read under way, and where in the buffer it puts what it reads. */
interface Reading {
  readonly at: number;
  readonly count: Promise<number>;
}

/**
 * The stretch of a text that lies in a scanner's buffer, moved along as it is read. The next is read while this one is scanned:
 * the buffer has two regions, each with room for the rest of what was read before and, behind it, for what is read at once.
 * A rest that is longer stays in the second region, which can be made longer, and what is read is put behind it.
 *
 * Offsets are those of the whole text.
 */
export class Window {
  /** The first byte that is held. */
  base = 0;
  /** Behind the last byte that was read. */
  end = 0;
  /** The offset that the first byte of the buffer would have. */
  origin = 0;
  atEnd = false;
  /** Why the end is one, where what comes behind it cannot be had. To be thrown when what is held was read. */
  failure: unknown;
  readonly #reader: ByteReader;
  readonly #scanner: Bytes;
  readonly #readLength: number;
  /** Where the second region begins. */
  readonly #second: number;
  #isInSecond = true;
  #reading: Reading | undefined;

  constructor(reader: ByteReader, scanner: Bytes, readLength: number = READ_LENGTH.long) {
    this.#reader = reader;
    this.#scanner = scanner;
    this.#readLength = readLength;
    this.#second = 2 * readLength;
    scanner.reserve(2 * this.#second + PADDING);
    // Before the first byte stands nothing, where another text was scanned in this buffer too.
    scanner.bytes[readLength - 1] = 0;
  }

  /** Reads on, keeping what lies from offset `keep` on. false where that would be more than {@link MAX_MESSAGE}. */
  async fill(keep: number): Promise<boolean> {
    if (this.end - keep > MAX_MESSAGE) return false;
    const { at, count } = this.#reading ?? this.#read();
    this.#reading = undefined;
    try {
      const length = await count;
      if (length === 0) this.#close();
      else this.#add(keep, at, length);
    } catch (error) {
      this.failure = error;
      this.#close();
    }
    return true;
  }

  #add(keep: number, at: number, length: number): void {
    this.#keep(keep, at, length);
    this.end += length;
    this.#reading = this.#read();
    // An error is told when the read is waited for.
    this.#reading.count.catch(() => {});
  }

  /** Reads into the region that is not in use. */
  #read(): Reading {
    const at = (this.#isInSecond ? 0 : this.#second) + this.#readLength;
    return { at, count: this.#reader.read(this.#scanner.bytes.subarray(at, at + this.#readLength)) };
  }

  /** Brings what is kept, and behind it what was read, to where they lie side by side. */
  #keep(keep: number, at: number, length: number): void {
    const rest = this.end - keep;
    if (rest <= this.#readLength) {
      this.#move(keep, at - rest);
      this.#isInSecond = at > this.#second;
    } else if (this.#isInSecond) {
      if (!this.#hasRoom(this.end - this.origin + length)) this.#move(keep, this.#second);
      this.#makeRoom(this.end - this.origin + length);
      this.#scanner.bytes.copyWithin(this.end - this.origin, at, at + length);
    } else {
      this.#makeRoom(this.#second + rest + length);
      this.#scanner.bytes.copyWithin(this.#second + rest, at, at + length);
      this.#move(keep, this.#second);
      this.#isInSecond = true;
    }
  }

  #move(keep: number, to: number): void {
    this.#scanner.bytes.copyWithin(to, keep - this.origin, this.end - this.origin);
    this.base = keep;
    this.origin = keep - to;
  }

  #hasRoom(length: number): boolean {
    return length + PADDING <= this.#scanner.bytes.length;
  }

  #makeRoom(length: number): void {
    if (!this.#hasRoom(length)) this.#scanner.reserve(2 * length + PADDING);
  }

  #close(): void {
    this.atEnd = true;
    const held = this.end - this.origin;
    this.#scanner.bytes.fill(0x20, held, held + PADDING);
  }

  /** Up to which offset can be scanned now. Behind a line feed nothing need be known: what a scan looks for holds none. */
  get scannable(): number {
    return this.atEnd || this.byte(this.end - 1) === LINE_FEED ? this.end : this.end - LOOKAHEAD;
  }

  /** The bytes between two offsets. A view: gone with the next {@link fill}. */
  slice(from: number, to: number): Buffer {
    const { buffer, byteOffset } = this.#scanner.bytes;
    return Buffer.from(buffer, byteOffset + from - this.origin, to - from);
  }

  byte(offset: number): number | undefined {
    return offset < this.base || offset >= this.end ? undefined : this.#scanner.bytes[offset - this.origin];
  }
}

const LINE_FEED = 0x0a;

/** Spaces behind the end of the text, for a scan in blocks that looks ahead. */
const PADDING = 2 * LOOKAHEAD + 64;
