import type { ByteReader } from "./byte-reader.ts";
import { MAX_MESSAGE } from "./limits.ts";

/** Where the bytes lie. */
export interface Room {
  /** Replaced by {@link reserve}: do not keep it over that call. */
  readonly bytes: Uint8Array;
  /** Makes `bytes` at least so long; what they hold stays. Throws RangeError where there is no memory for it. */
  reserve(length: number): void;
}

/** Room of its own, which grows. */
export class OwnRoom implements Room {
  bytes: Buffer = Buffer.alloc(0);

  reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const longer = Buffer.allocUnsafeSlow(length);
    longer.set(this.bytes);
    this.bytes = longer;
  }
}

export interface WindowOptions {
  /** Where the bytes are read to; else room of its own. */
  readonly room?: Room | undefined;
  /** How many are read at once; else as many as make reading a long input quick. */
  readonly readLength?: number | undefined;
}

/** How much is read at once of an input that is short: so little that making room is not what takes the time. */
export const SHORT_READ: number = 1 << 16;
const LONG_READ = 1 << 22;

/** How many bytes behind what is held may be looked at: at the end they are spaces. */
export const LOOKAHEAD = 32;

/** A read under way, and where in the room it puts what it reads. */
interface Reading {
  readonly at: number;
  readonly count: Promise<number>;
}

/**
 * The stretch of an input that lies in memory, moved along as it is read. The next one is read while this one is worked on: the
 * room has two regions, each for the rest of what was read before and, behind it, for what is read at once. A rest that is longer
 * lies behind both, in the part of the room that grows, and what is read is put behind it.
 *
 * Offsets are those of the whole input.
 */
export class Window {
  /** The first byte that is held. */
  base = 0;
  /** Behind the last byte that was read. */
  end = 0;
  /** The offset that the first byte of the room would have. */
  origin = 0;
  atEnd = false;
  /** Why the end is one, where what comes behind it cannot be had. To be thrown when what is held was read. */
  failure: unknown;
  readonly #reader: ByteReader;
  readonly #room: Room;
  readonly #readLength: number;
  /** Where what is longer than a region lies. */
  readonly #long: number;
  /** The room's bytes, for text. */
  #whole: Buffer = Buffer.alloc(0);
  #isLong = false;
  #reading: Reading | undefined;
  /** Which of the two regions is read into next. */
  #next: 0 | 1 = 0;

  constructor(reader: ByteReader, { room = new OwnRoom(), readLength = LONG_READ }: WindowOptions = {}) {
    this.#reader = reader;
    this.#room = room;
    this.#readLength = readLength;
    this.#long = 4 * readLength;
    room.reserve(this.#long + PADDING);
    // Before the first byte stands nothing, where there was another input in this room.
    room.bytes[readLength - 1] = 0;
  }

  /** Reads on, keeping what lies from offset `keep` on. false where that is more than `most` already. */
  async fill(keep: number, most: number = MAX_MESSAGE): Promise<boolean> {
    if (this.end - keep > most) return false;
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
    const rest = this.end - keep;
    if (rest <= this.#readLength) {
      this.#move(keep, at - rest);
      this.#isLong = false;
    } else this.#addLong(keep, at, length);
    this.end += length;
    this.#reading = this.#read();
    // An error is told when the read is waited for.
    this.#reading.count.catch(() => {});
  }

  /** Puts what was read behind a rest that is longer than the room before it. */
  #addLong(keep: number, at: number, length: number): void {
    const rest = this.end - keep;
    if (!this.#isLong || !this.#hasRoom(this.end - this.origin + length)) {
      // Now that nothing is read into it.
      if (!this.#hasRoom(this.#long + rest + length)) this.#room.reserve(this.#long + 2 * (rest + length) + PADDING);
      this.#move(keep, this.#long);
      this.#isLong = true;
    }
    this.#room.bytes.copyWithin(this.end - this.origin, at, at + length);
  }

  #move(keep: number, to: number): void {
    this.#room.bytes.copyWithin(to, keep - this.origin, this.end - this.origin);
    this.base = keep;
    this.origin = keep - to;
  }

  /** Reads into the region that is not in use. */
  #read(): Reading {
    const at = 2 * this.#readLength * this.#next + this.#readLength;
    this.#next = this.#next === 0 ? 1 : 0;
    return { at, count: this.#reader.read(this.#room.bytes.subarray(at, at + this.#readLength)) };
  }

  #hasRoom(length: number): boolean {
    return length + PADDING <= this.#room.bytes.length;
  }

  #close(): void {
    this.atEnd = true;
    const held = this.end - this.origin;
    this.#room.bytes.fill(0x20, held, held + PADDING);
  }

  /** Up to which offset can be scanned now. Behind a line feed nothing need be known: what a scan looks for holds none. */
  get scannable(): number {
    return this.atEnd || this.byte(this.end - 1) === LINE_FEED ? this.end : this.end - LOOKAHEAD;
  }

  /** The bytes between two offsets. A view: gone with the next {@link fill}. */
  slice(from: number, to: number): Buffer {
    const { buffer, byteOffset } = this.#room.bytes;
    return Buffer.from(buffer, byteOffset + from - this.origin, to - from);
  }

  /** The same as text. */
  text(from: number, to: number, encoding: "utf8" | "latin1" = "utf8"): string {
    const { bytes } = this.#room;
    if (this.#whole.buffer !== bytes.buffer) this.#whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.#whole.toString(encoding, from - this.origin, to - this.origin);
  }

  byte(offset: number): number | undefined {
    return offset < this.base || offset >= this.end ? undefined : this.#room.bytes[offset - this.origin];
  }
}

const LINE_FEED = 0x0a;

/** Spaces behind the end of the input, for a scan in blocks that looks ahead. */
const PADDING = 2 * LOOKAHEAD + 64;
