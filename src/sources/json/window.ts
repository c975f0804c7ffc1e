import type { ByteReader } from "../bytes/byte-reader.ts";
import { MAX_MESSAGE } from "../bytes/limits.ts";
import { LOOKAHEAD, type JsonScanner } from "./scanner.ts";

const READ_LENGTH = 1 << 20;

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
  readonly #reader: ByteReader;
  readonly #scanner: JsonScanner;

  constructor(reader: ByteReader, scanner: JsonScanner) {
    this.#reader = reader;
    this.#scanner = scanner;
    scanner.reserve(READ_LENGTH + (READ_LENGTH >> 2));
  }

  /** Reads on, keeping what lies from offset `keep` on. false where that would be more than {@link MAX_MESSAGE}. */
  async fill(keep: number): Promise<boolean> {
    const scanner = this.#scanner;
    const held = this.end - keep;
    if (held > MAX_MESSAGE) return false;
    if (keep > this.base) {
      scanner.bytes.copyWithin(0, keep - this.base, this.end - this.base);
      this.base = keep;
    }
    const room = scanner.bytes.length - held - PADDING;
    if (room < READ_LENGTH >> 2) scanner.reserve(2 * scanner.bytes.length);
    const count = await this.#reader.read(scanner.bytes.subarray(held, Math.min(held + READ_LENGTH, scanner.bytes.length - PADDING)));
    if (count === 0) {
      this.atEnd = true;
      scanner.bytes.fill(0x20, held, held + PADDING);
    }
    this.end += count;
    return true;
  }

  /** Up to which offset can be scanned now. */
  get scannable(): number {
    return this.atEnd ? this.end : this.end - LOOKAHEAD;
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

/** Spaces behind the end of the text, for a scan in blocks that looks ahead. */
const PADDING = 2 * LOOKAHEAD + 64;
