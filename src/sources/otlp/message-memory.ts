import type { Room } from "../bytes/window.ts";
import { INTERN } from "../wasm/text-table.ts";
import { KnownTexts } from "../wasm/known-texts.ts";
import { growTo, Program, type Memory } from "../wasm/program.ts";
import { Spare } from "../wasm/spare.ts";
import { BEHIND, COUNT_OFFSET, messageProgram, ROOM_OFFSET } from "./message-program.ts";

/** What the program exports. */
interface MessageProgram {
  readonly memory: Memory;
  readonly find: (from: number, to: number) => number;
  readonly intern: (from: number, to: number) => number;
  readonly pair: (from: number, to: number) => number;
  readonly passOver: (at: number, to: number, before: number) => number;
}

/** A message, and where it lies. */
export interface PlacedMessage {
  /** What holds it, from one place to the other: its own bytes, or a whole memory. */
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  /** The one that it lies in, if any. */
  readonly memory: MessageMemory | undefined;
}

/** A longer message costs more to be copied than to be read without the program. */
const LONGEST_COPIED = 1 << 22;

/**
 * The memory of a program that reads messages of protobuf, and room to read them into: it searches them, passes over what is not
 * wanted, and finds texts that come over and over, such as the keys of attributes, again.
 *
 * Offsets of messages are those in the memory.
 */
export class MessageMemory implements Room {
  /** The room. */
  bytes: Uint8Array = new Uint8Array(0);
  readonly #program: MessageProgram;
  readonly #texts = new KnownTexts();
  /** The memory as a whole. */
  #whole: Buffer;
  #passed: Int32Array;

  /** Throws where the program cannot run: see {@link Program.instantiate}. */
  constructor() {
    this.#program = program.instantiate();
    this.#whole = Buffer.alloc(0);
    this.#passed = new Int32Array(0);
    this.reserve(LONGEST_COPIED);
  }

  reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const { memory } = this.#program;
    growTo(memory, ROOM_OFFSET + length + BEHIND);
    this.bytes = new Uint8Array(memory.buffer, ROOM_OFFSET, length);
    this.#whole = Buffer.from(memory.buffer);
    this.#passed = new Int32Array(memory.buffer, COUNT_OFFSET, 1);
  }

  /** Places a message that was read into the room, or, where nothing is read into that, copies it to its beginning. */
  place(message: Buffer): PlacedMessage {
    if (message.buffer === this.#whole.buffer) return this.#placed(message.byteOffset, message.length);
    if (message.length > LONGEST_COPIED) return withoutMemory(message);
    this.bytes.set(message);
    return this.#placed(ROOM_OFFSET, message.length);
  }

  #placed(from: number, length: number): PlacedMessage {
    return { bytes: this.#whole, from, to: from + length, memory: this };
  }

  /** Where the pattern of the names begins next, `to` or more where it does not. */
  find(from: number, to: number): number {
    return this.#program.find(from, to);
  }

  /**
   * Passes over messages in field 2 from `at` on that end at or before `before`. Returns where the next field begins; {@link passed}
   * is how many they were.
   */
  passOver(at: number, to: number, before: number): number {
    return this.#program.passOver(at, to, Math.min(before, to));
  }

  get passed(): number {
    return this.#passed[0]!;
  }

  /** What stands between two offsets, as text. */
  textAt(from: number, to: number): string {
    const number = to - from > INTERN.longest ? INTERN.notKept : this.#program.intern(from, to);
    return this.#texts.at(number, this.#whole, from, to);
  }

  /**
   * Where the message between is a text and a message of one text, both short, as most attributes are: puts the second into
   * `texts` under the first. Else does nothing, and returns false.
   */
  readTextPair(from: number, to: number, texts: Record<string, unknown>): boolean {
    const found = this.#program.pair(from, to);
    if (found === 0) return false;
    const key = from + 2;
    const keyEnd = key + this.#whole[key - 1]!;
    // Each of fifteen bits with its sign.
    const name = this.#texts.at((found << 17) >> 17, this.#whole, key, keyEnd);
    texts[name] = this.#texts.at((found << 2) >> 17, this.#whole, keyEnd + 4, to);
    return true;
  }
}

/** A message that lies in no program's memory. */
export function withoutMemory(message: Buffer): PlacedMessage {
  return { bytes: message, from: 0, to: message.length, memory: undefined };
}

const program = new Program<MessageProgram>(messageProgram);
const spare = new Spare<MessageMemory>();

/** Of a longer room the memory is worth more than the time. */
const MOST_KEPT = 1 << 25;

/** undefined where the processor has not what it takes. */
export function createMessageMemory(): MessageMemory | undefined {
  const kept = spare.take();
  if (kept !== undefined) return kept;
  try {
    return new MessageMemory();
  } catch {
    return undefined;
  }
}

/** Keeps one for the next messages. Nothing MUST be read into it any more. */
export function giveBack(memory: MessageMemory): void {
  if (memory.bytes.length <= MOST_KEPT) spare.keep(memory);
}
