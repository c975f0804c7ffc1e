import { readFully, type ByteReader } from "../bytes/byte-reader.ts";
import { framesOf, type Frame, type Frames, type Messages } from "../bytes/frames.ts";
import { MAX_HELD, MAX_MESSAGE } from "../bytes/limits.ts";
import type { PullBuffer } from "../bytes/pull-buffer.ts";
import { SHORT_READ } from "../bytes/window.ts";
import { isZstd } from "../bytes/zstd-magic.ts";
import { unzstd } from "../bytes/zstd.ts";
import { looksLikeOtlp } from "../otlp/signal.ts";
import { isWholeOtlp } from "../otlp/whole.ts";
import type { Documents } from "./documents.ts";

/** The messages of a file of frames. */
export interface FramedMessages {
  readonly frames: AsyncGenerator<Frames>;
  /** The messages are JSON, else protobuf. */
  readonly isJson: boolean;
}

/**
 * Looks at the first message of a file of frames.
 *
 * @param isPacked each message is Zstandard
 */
export async function openFrames(input: PullBuffer, isPacked: boolean, documents: Documents): Promise<FramedMessages> {
  const frames = readableFrames(
    framesOf(input, isPacked ? PACKED : PLAIN, (bytes) => documents.nulBytes(bytes)),
    isPacked,
    documents,
  );
  const first = await frames.next();
  const isJson = first.done !== true && firstByte(first.value[0]?.message) === OPEN_OBJECT;
  return { frames: withFirst(first, frames), isJson };
}

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Of what is packed, the beginning is sign enough, and nothing tells that it is whole but to unpack it. */
const PACKED: Messages = { begin: (bytes) => isZstd(bytes), areWhole: () => false };

const PLAIN: Messages = {
  begin: (bytes) => bytes[0] === OPEN_OBJECT || looksLikeOtlp(bytes),
  areWhole: (bytes) => (bytes[0] === OPEN_OBJECT ? bytes.at(-1) === CLOSE_OBJECT : isWholeOtlp(bytes)),
};

/** JSON messages as lines. */
export async function* linesOf(frames: AsyncIterable<Frames>): AsyncGenerator<Uint8Array> {
  for await (const together of frames) {
    for (const { message } of together) {
      if (message !== undefined) yield message;
      yield Buffer.from("\n");
    }
  }
}

async function* readableFrames(frames: AsyncIterable<Frames>, isPacked: boolean, documents: Documents): AsyncGenerator<Frames> {
  for await (const together of frames) {
    for (const { number, message } of together) {
      if (message === undefined)
        documents.note("record_too_large", `a record is longer than ${MAX_HELD}, and was passed over`, `record ${number}`);
    }
    if (!isPacked) yield together;
    else for (const frame of together) yield [frame.message === undefined ? frame : await unpackFrame(frame, documents)];
  }
}

async function unpackFrame({ number, message }: Frame, documents: Documents): Promise<Frame> {
  try {
    return { number, message: await readAll(unzstd(readerOf(message!), SHORT_READ)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    documents.note("invalid_record", `a record that cannot be unpacked was passed over (${why})`, `record ${number}`);
    return { number, message: undefined };
  }
}

function readerOf(bytes: Buffer): ByteReader {
  let rest = bytes;
  return {
    async read(target) {
      const count = rest.copy(target);
      rest = rest.subarray(count);
      return count;
    },
    close: async () => {},
  };
}

async function readAll(reader: ByteReader): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(1 << 20);
  let length = await readFully(reader, bytes);
  while (length === bytes.length) {
    if (length > MAX_MESSAGE) throw new Error(`it unpacks to more than ${MAX_HELD}`);
    bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
    length += await readFully(reader, bytes.subarray(length));
  }
  return bytes.subarray(0, length);
}

async function* withFirst(first: IteratorResult<Frames, unknown>, rest: AsyncGenerator<Frames>): AsyncGenerator<Frames> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

function firstByte(message: Buffer | undefined): number | undefined {
  return message?.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
}
