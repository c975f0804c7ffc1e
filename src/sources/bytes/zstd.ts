import type { ByteReader } from "./byte-reader.ts";
import { chunkReader } from "./chunk-reader.ts";
import { PullBuffer } from "./pull-buffer.ts";
import { createFrameDecoder } from "./zstd-decoder.ts";
import { isFrame, isSkippableFrame } from "./zstd-magic.ts";

/** What a frame may ask to be held in memory; the reference implementation's own limit. */
const MAX_WINDOW = 128 << 20;

/**
 * Unpacks Zstandard (RFC 8878), any number of frames one behind the other, as the Collector's file exporter writes them.
 * Frames are told apart here, because decoders differ in what they do behind the first one.
 *
 * @param readLength how much is read at once, where it is not as long as a file can be
 */
export function unzstd(reader: ByteReader, readLength?: number): ByteReader {
  return chunkReader(unpack(new PullBuffer(reader, { readLength })), () => reader.close());
}

async function* unpack(input: PullBuffer): AsyncGenerator<Uint8Array> {
  const decode = await createFrameDecoder();
  while (!(await input.isAtEnd())) {
    const magic = await input.peek(4);
    if (isSkippableFrame(magic)) {
      const header = await input.take(8);
      await input.skip(header.readUInt32LE(4));
    } else if (isFrame(magic)) yield* decode(partsOfFrame(input));
    else throw new Error("behind a zstd frame stands something else");
  }
}

/** The header of a frame, its blocks, and its checksum. Views: each is gone with the next. */
async function* partsOfFrame(input: PullBuffer): AsyncGenerator<Buffer> {
  const descriptor = (await input.peek(5))[4]!;
  const header = await input.take(headerLength(descriptor));
  const window = windowSize(header, descriptor);
  if (window > MAX_WINDOW) throw new Error(`a zstd frame asks for ${window} bytes of memory, and at most ${MAX_WINDOW} are given`);
  yield header;
  for (let isLast = false; !isLast;) {
    const block = (await input.peek(3)).readUIntLE(0, 3);
    isLast = (block & 1) === 1;
    const isRepeated = ((block >> 1) & 3) === 1;
    yield await input.take(3 + (isRepeated ? 1 : block >> 3));
  }
  if ((descriptor & 4) !== 0) yield await input.take(4);
}

function headerLength(descriptor: number): number {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const dictionary = [0, 1, 2, 4][descriptor & 3]!;
  return 5 + (isSingleSegment ? 0 : 1) + dictionary + contentSize;
}

function windowSize(header: Buffer, descriptor: number): number {
  if ((descriptor & 0x20) !== 0) {
    const length = [1, 2, 4, 8][descriptor >> 6]!;
    const at = header.length - length;
    return length === 8 ? Number(header.readBigUInt64LE(at)) : header.readUIntLE(at, length) + (length === 2 ? 256 : 0);
  }
  const base = 2 ** (10 + (header[5]! >> 3));
  return base + (base / 8) * (header[5]! & 7);
}
