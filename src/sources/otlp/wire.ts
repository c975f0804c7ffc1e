import type { MessageMemory } from "./message-memory.ts";
import type { HrTime } from "../span.ts";
import { timeFromHalves } from "../values/time.ts";

/**
 * Protobuf's wire format (protobuf.dev/programming-guides/encoding), read in place and without a schema: a cursor over the
 * fields of one message. What is not asked for is passed over by its length.
 *
 * `next` throws {@link WireError} where the bytes are no protobuf.
 */
export class Fields {
  /** The field's number. */
  field = 0;
  /** Its {@link WIRE} type. */
  type = 0;
  /** Of a length-delimited field: where it begins and ends. Of the others: where its value begins and ends. */
  from = 0;
  to = 0;
  readonly #bytes: Buffer;
  readonly #memory: MessageMemory | undefined;
  #at: number;
  #end: number;
  /** Where the messages end that this one was entered from. */
  readonly #ends: number[] = [];

  /** @param memory that the message lies in, which is `bytes` */
  constructor(bytes: Buffer, from = 0, to: number = bytes.length, memory?: MessageMemory) {
    this.#bytes = bytes;
    this.#memory = memory;
    this.#at = from;
    this.#end = to;
  }

  /** Moves to the next field; false at the end of the message. At the end of one that was entered it stands behind it again. */
  next(): boolean {
    if (this.#at >= this.#end) {
      this.#end = this.#ends.pop() ?? this.#end;
      return false;
    }
    const tag = this.#varint();
    this.type = tag & 7;
    this.field = (tag - this.type) / 8;
    if (this.field === 0) throw new WireError("a field with the number 0");
    switch (this.type) {
      case WIRE.varint:
        this.from = this.#at;
        this.#varint();
        break;
      case WIRE.fixed64:
        this.from = this.#at;
        this.#at += 8;
        break;
      case WIRE.bytes: {
        const length = this.#varint();
        this.from = this.#at;
        this.#at += length;
        break;
      }
      case WIRE.fixed32:
        this.from = this.#at;
        this.#at += 4;
        break;
      default:
        throw new WireError(`wire type ${this.type}`);
    }
    this.to = this.#at;
    if (this.to > this.#end) throw new WireError("a field that is longer than its message");
    return true;
  }

  /**
   * Passes over messages in field 2 that come next and end before something of interest begins, and returns how many; 0 where
   * `next` does so in no more time.
   *
   * @param interest tells where that begins next, at or behind an offset
   */
  passOver(interest: { nextFrom(offset: number): number }): number {
    const memory = this.#memory;
    if (memory === undefined || this.#at >= this.#end) return 0;
    this.#at = memory.passOver(this.#at, this.#end, interest.nextFrom(this.#at));
    return memory.passed;
  }

  /**
   * Where the message in this field is a text and a message of one text, both short, as most attributes are, puts the second
   * into `texts` under the first. Else, or where that takes no less time, does nothing, and returns false.
   */
  readTextPair(texts: Record<string, unknown>): boolean {
    return this.#memory !== undefined && this.#memory.readTextPair(this.from, this.to, texts);
  }

  /** Goes into the message in this field. It MUST be read to its end: its last `next` leads out of it. */
  enter(): void {
    this.#ends.push(this.#end);
    this.#at = this.from;
    this.#end = this.to;
  }

  get text(): string {
    const memory = this.#memory;
    return memory === undefined ? this.#bytes.toString("utf8", this.from, this.to) : memory.textAt(this.from, this.to);
  }

  get hex(): string {
    return this.#bytes.toString("hex", this.from, this.to);
  }

  get base64(): string {
    return this.#bytes.toString("base64", this.from, this.to);
  }

  /** A varint as an unsigned number, exact to 2^53. */
  get number(): number {
    return readVarint(this.#bytes, this.from, this.to);
  }

  /** A varint as a signed 64-bit integer: a number where that is exact. */
  get int64(): number | bigint {
    if (this.to - this.from < 8) return this.number;
    let value = 0n;
    for (let at = this.to - 1; at >= this.from; at--) value = (value << 7n) | BigInt(this.#bytes[at]! & 0x7f);
    const signed = BigInt.asIntN(64, value);
    const number = Number(signed);
    return Number.isSafeInteger(number) ? number : signed;
  }

  /** Nanoseconds since the epoch. */
  get time(): HrTime {
    return timeFromHalves(this.#bytes.readUInt32LE(this.from + 4), this.#bytes.readUInt32LE(this.from));
  }

  get double(): number {
    return this.#bytes.readDoubleLE(this.from);
  }

  /** The fields of the message in this field. */
  get inner(): Fields {
    return new Fields(this.#bytes, this.from, this.to, this.#memory);
  }

  #varint(): number {
    const first = this.#bytes[this.#at]!;
    if (first < 0x80 && this.#at < this.#end) {
      this.#at++;
      return first;
    }
    let value = 0;
    let scale = 1;
    for (const from = this.#at; this.#at < this.#end && this.#at - from < 10; scale *= 128) {
      const byte = this.#bytes[this.#at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new WireError("a number that does not end");
  }
}

function readVarint(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = to - 1; at >= from; at--) value = value * 128 + (bytes[at]! & 0x7f);
  return value;
}

export const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** The number and type of a length-delimited field, as its tag has them. */
export function bytesField(field: number): number {
  return 8 * field + WIRE.bytes;
}

/** Bytes that are no protobuf. */
export class WireError extends Error {
  override readonly name = "WireError";
}
