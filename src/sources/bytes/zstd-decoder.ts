import { pipeline, Readable, type Transform } from "node:stream";
import * as zlib from "node:zlib";

/** Unpacks one frame, given as its header, its blocks and its checksum. */
export type FrameDecoder = (parts: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>;

/** What zlib has from Node.js 22.15 on. */
interface ZlibWithZstd {
  readonly zstdDecompressSync?: (frame: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;
  readonly createZstdDecompress?: (options: { readonly chunkSize: number }) => Transform;
}

/** A frame that is no longer than that is unpacked at once. */
const SHORT = 1 << 20;
const MAX_AT_ONCE = 32 << 20;
const CHUNK = 1 << 20;

/** The platform's decoder where there is one, else one in JavaScript, which takes about seven times as long. */
export async function createFrameDecoder(): Promise<FrameDecoder> {
  const { createZstdDecompress, zstdDecompressSync } = zlib as ZlibWithZstd;
  if (createZstdDecompress === undefined || zstdDecompressSync === undefined) return await createPortableDecoder();
  return async function* (parts) {
    const iterator = parts[Symbol.asyncIterator]();
    const { begin, isWhole } = await takeShort(iterator);
    const unpacked = isWhole ? atOnce(begin, zstdDecompressSync) : undefined;
    if (unpacked === undefined) yield* streamed(copied(begin, iterator), createZstdDecompress({ chunkSize: CHUNK }));
    else yield unpacked;
  };
}

/** The decoder in JavaScript. */
export async function createPortableDecoder(): Promise<FrameDecoder> {
  const { Decompress } = await import("fzstd");
  return async function* (parts) {
    let unpacked: Uint8Array[] = [];
    const decoder = new Decompress((chunk) => {
      // A block can be a view of what the decoder overwrites with the next one.
      if (chunk.length > 0) unpacked.push(chunk.slice());
    });
    for await (const part of parts) {
      // It keeps what is too short for it to begin with, while the part is gone with the next one.
      decoder.push(Uint8Array.from(part));
      yield* unpacked;
      unpacked = [];
    }
    // It waits for 18 bytes, which a frame need not have.
    decoder.push(new Uint8Array(0), true);
    yield* unpacked;
  };
}

async function takeShort(parts: AsyncIterator<Buffer>): Promise<{ readonly begin: Buffer; readonly isWhole: boolean }> {
  const begin: Buffer[] = [];
  let length = 0;
  while (length <= SHORT) {
    const next = await parts.next();
    if (next.done === true) return { begin: Buffer.concat(begin), isWhole: true };
    begin.push(Buffer.from(next.value));
    length += next.value.length;
  }
  return { begin: Buffer.concat(begin), isWhole: false };
}

/** undefined where it unpacks to more than is held at once. */
function atOnce(frame: Buffer, decompress: NonNullable<ZlibWithZstd["zstdDecompressSync"]>): Buffer | undefined {
  try {
    return decompress(frame, { maxOutputLength: MAX_AT_ONCE });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw error;
  }
}

async function* copied(begin: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield begin;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield Buffer.from(next.value);
}

async function* streamed(parts: AsyncIterable<Buffer>, decoder: Transform): AsyncGenerator<Uint8Array> {
  // Its errors come out of the decoder, which it destroys.
  pipeline(Readable.from(parts, { objectMode: false }), decoder, () => {});
  yield* decoder as AsyncIterable<Uint8Array>;
}
