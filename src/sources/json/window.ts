import type { ByteReader } from "../bytes/byte-reader.ts";
import { MAX_MESSAGE } from "../bytes/limits.ts";
import { LOOKAHEAD, type JsonScanner } from "./scanner.ts";

/** Where the bytes lie: in a scanner's buffer, or in any that can be made longer. */
type Bytes = Pick<JsonScanner, "bytes" | "reserve">;

/** How much is read at once: as much as makes reading quick, and of a short text so little that making room is not what takes the time. */
export const READ_LENGTH: { readonly long: number; readonly short: number } = { long: 1 << 21, short: 1 << 16 };

/**
 * The stretch of a text that lies in a scanner's buffer, moved along as it is read.
 *
 * Offsets are those of the whole text; {@link base} is that of the first byte in the buffer.
 */
export class Window {
  base = 0;
  /** Behind the last byte that was read. */
  end = 0;
  atEnd = false;
  /** Why the end is one, where what comes behind it cannot be had. To be thrown when what is held was read. */
  failure: unknown;
  readonly #reader: ByteReader;
  #reading: Promise<number> | undefined;
  readonly #scanner: Bytes;

  readonly #readLength: number;

  constructor(reader: ByteReader, scanner: Bytes, readLength: number = READ_LENGTH.long) {
    this.#reader = reader;
    this.#scanner = scanner;
    this.#readLength = readLength;
    scanner.reserve(4 * readLength);
  }

  /**
   * Reads on, keeping what lies from offset `keep` on. false where that would be more than {@link MAX_MESSAGE}.
   *
   * The next read is begun at once, into the room behind, and goes on while this one is scanned.
   */
  async fill(keep: number): Promise<boolean> {
    if (this.end - keep > MAX_MESSAGE) return false;
    this.#reading ??= this.#read(keep);
    const count = await this.#reading.catch((error: unknown) => {
      this.failure = error;
      return 0;
    });
    this.#reading = undefined;
    this.end += count;
    if (count === 0) {
      this.atEnd = true;
      const held = this.end - this.base;
      this.#scanner.bytes.fill(0x20, held, held + PADDING);
    } else if (this.#room >= this.#readLength) {
      this.#reading = this.#read(this.base);
      // An error is told when the read is asked for.
      this.#reading.catch(() => {});
    }
    return true;
  }

  async #read(keep: number): Promise<number> {
    const { bytes } = this.#scanner;
    if (keep > this.base && this.#room < this.#readLength) {
      bytes.copyWithin(0, keep - this.base, this.end - this.base);
      this.base = keep;
    }
    if (this.#room < this.#readLength) this.#scanner.reserve(2 * this.#scanner.bytes.length);
    const held = this.end - this.base;
    return await this.#reader.read(this.#scanner.bytes.subarray(held, held + this.#readLength));
  }

  get #room(): number {
    return this.#scanner.bytes.length - PADDING - (this.end - this.base);
  }

  /** What is held. The first byte is that of the offset {@link base}. Replaced by {@link fill}. */
  get bytes(): Uint8Array {
    return this.#scanner.bytes;
  }

  /** Up to which offset can be scanned now. Behind a line feed nothing need be known: what a scan looks for holds none. */
  get scannable(): number {
    return this.atEnd || this.byte(this.end - 1) === LINE_FEED ? this.end : this.end - LOOKAHEAD;
  }

  /** The bytes between two offsets. A view: gone with the next {@link fill}. */
  slice(from: number, to: number): Buffer {
    const { buffer, byteOffset } = this.#scanner.bytes;
    return Buffer.from(buffer, byteOffset + from - this.base, to - from);
  }

  byte(offset: number): number | undefined {
    return offset < this.base || offset >= this.end ? undefined : this.#scanner.bytes[offset - this.base];
  }
}

const LINE_FEED = 0x0a;

/** Spaces behind the end of the text, for a scan in blocks that looks ahead. */
const PADDING = 2 * LOOKAHEAD + 64;
