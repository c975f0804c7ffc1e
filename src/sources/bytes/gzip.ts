import { createGunzip, type Gunzip, type ZlibOptions } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";
import { chunkReader } from "./chunk-reader.ts";
import { DamagedError } from "./damaged-error.ts";
import { MOST_KEPT } from "./limits.ts";

/**
 * zlib works on a thread of its own, and each step is handed over and back, which takes as long as to unpack a hundred
 * kilobytes: steps are long, and it may be some of them ahead.
 */
const PACKED_STEP = 1 << 20;
const UNPACKED_STEP = 1 << 21;
const STEPS_AHEAD = 2;

/**
 * Unpacks gzip (RFC 1952), several members one behind the other too. Of what is cut off, all that could be unpacked is
 * given before the error. Of what is damaged, zlib keeps back the step that it found it in, two megabytes at most: of a
 * file of less than {@link MOST_KEPT} that is given too, and what can be read behind the damage.
 */
export function gunzipped(reader: ByteReader): ByteReader {
  const gunzip = createGunzip({
    chunkSize: UNPACKED_STEP,
    // Steps are given one by one: as a stream of bytes, all that wait would be copied into one piece first.
    readableObjectMode: true,
    readableHighWaterMark: STEPS_AHEAD,
  } as ZlibOptions);
  return chunkReader(unpacked(gunzip, reader), async () => {
    gunzip.destroy();
    await reader.close();
  });
}

/** A stream that meets its end too early throws away what waits to be read: it is told of the end when nothing does. */
async function* unpacked(gunzip: Gunzip, reader: ByteReader): AsyncGenerator<Uint8Array> {
  let isWritten = false;
  let given = 0;
  const kept = new Kept(reader);
  let failure: unknown;
  const endWhenRead = (): void => {
    if (isWritten && gunzip.readableLength === 0) gunzip.end();
  };
  const written = writeAll(gunzip, kept)
    .catch((error: unknown) => (failure = error))
    .finally(() => {
      isWritten = true;
      endWhenRead();
    });
  try {
    for await (const chunk of gunzip) {
      given += (chunk as Uint8Array).length;
      yield chunk as Uint8Array;
      endWhenRead();
    }
    await written;
  } catch (error) {
    const damage = [error, failure].find(isDamage);
    if (damage === undefined) throw failure ?? error;
    const packed = await kept.whole();
    if (packed.length === 0) throw damage;
    yield* rescuedBehind(given, packed);
    throw new DamagedError(damage.message, { cause: damage });
  }
  if (failure !== undefined) throw failure;
}

/** What comes next is read while the step before it is unpacked. */
async function writeAll(gunzip: Gunzip, kept: Kept): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  for await (const chunk of kept.chunks()) {
    await writing;
    writing = write(gunzip, chunk);
    // An error is told when the step is waited for.
    writing.catch(() => {});
  }
  await writing;
}

/** The packed bytes as they are read, and all of them again, as long as they are few. */
class Kept {
  readonly #reader: ByteReader;
  #chunks: Uint8Array[] = [];
  #length = 0;
  /** The read under way: there is never more than one. */
  #reading: Promise<Uint8Array> = Promise.resolve(new Uint8Array(0));

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = await (this.#reading = this.#next());
      if (chunk.length === 0) return;
      yield chunk;
    }
  }

  /** What was read and what is still to be read; nothing where it is more than is kept. */
  async whole(): Promise<Buffer> {
    let last = await this.#reading;
    while (last.length > 0 && this.#length <= MOST_KEPT) last = await this.#next();
    return Buffer.concat(this.#chunks);
  }

  async #next(): Promise<Uint8Array> {
    const chunk = new Uint8Array(PACKED_STEP);
    const read = chunk.subarray(0, await this.#reader.read(chunk));
    this.#length += read.length;
    // A copy: what was read can be a small part of what there was room for.
    if (this.#length <= MOST_KEPT) this.#chunks.push(read.slice());
    else this.#chunks = [];
    return read;
  }
}

const LINE_FEED = Buffer.from("\n");

function isDamage(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "Z_DATA_ERROR";
}

async function* rescuedBehind(given: number, packed: Buffer): AsyncGenerator<Uint8Array> {
  const { rescued } = await import("./gzip-rescue.ts");
  let isFirst = true;
  for (const part of rescued(packed)) {
    // Up to the damage zlib went straight on: what it gave is of the first part, and of what only looked like a part of it.
    if (isFirst) yield part.subarray(Math.min(given, part.length));
    // What comes behind begins anew, on a line of its own.
    else yield Buffer.concat([LINE_FEED, part]);
    isFirst = false;
  }
}

function write(gunzip: Gunzip, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    gunzip.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
