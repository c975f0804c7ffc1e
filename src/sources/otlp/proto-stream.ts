import { readFully, type ByteReader } from "../bytes/byte-reader.ts";
import { framesOf, type Frame } from "../bytes/frames.ts";
import { MAX_MESSAGE } from "../bytes/limits.ts";
import type { PullBuffer } from "../bytes/pull-buffer.ts";
import { unzstd } from "../bytes/zstd.ts";
import type { Documents } from "../content/documents.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { KnownTexts } from "./known-texts.ts";
import { decodeMessage, type ProtoOptions } from "./proto.ts";
import { WIRE, WireError } from "./wire.ts";

/** The name of OTLP's protobuf encoding in a report. */
const FORMAT = "otlp-proto";

/** The records of each message. */
type Records = AsyncGenerator<Iterable<SpanRecord | LogRecord>>;

/** Reads messages each in a frame. */
export async function* frameRecords(frames: AsyncIterable<Frame>, documents: Documents, options: ProtoOptions): Records {
  const shared = { ...options, texts: new KnownTexts() };
  for await (const { number, message } of frames) {
    if (message !== undefined) decode(message, `record ${number}`, documents, shared);
    yield* documents.take();
  }
}

/**
 * Reads one message without a frame, as an exporter sends it. Its parts are independent of one another, so that it is
 * never held as a whole.
 */
export async function* messageRecords(input: PullBuffer, documents: Documents, options: ProtoOptions): Records {
  const shared = { ...options, texts: new KnownTexts() };
  while (!(await input.isAtEnd())) {
    const position = `byte ${input.offset}`;
    const field = fieldAt(await input.peekUpTo(20));
    if (field.length <= MAX_MESSAGE) decode(await input.take(field.length), position, documents, shared);
    else {
      documents.note("record_too_large", `a record of ${field.length} bytes was passed over`, position);
      await input.skip(field.length);
    }
    yield* documents.take();
  }
}

function decode(message: Buffer, position: string, documents: Documents, options: ProtoOptions): void {
  try {
    const signal = decodeMessage(message, documents.origin(position), documents, options);
    if (signal !== undefined) documents.recognised(FORMAT);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    documents.note("invalid_record", `a record that is not OTLP was passed over from ${error.message} on`, position);
  }
}

/** The length of the field that begins here, with its tag. */
function fieldAt(bytes: Buffer): { readonly length: number } {
  const [tag, from] = varintAt(bytes, 0);
  switch (tag % 8) {
    case WIRE.varint:
      return { length: varintAt(bytes, from)[1] };
    case WIRE.fixed64:
      return { length: from + 8 };
    case WIRE.fixed32:
      return { length: from + 4 };
    case WIRE.bytes: {
      const [length, begin] = varintAt(bytes, from);
      return { length: begin + length };
    }
    default:
      throw new WireError(`wire type ${tag % 8}`);
  }
}

function varintAt(bytes: Buffer, at: number): readonly [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < 10; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 128 ** index;
    if (byte < 0x80) return [value, at + index + 1];
  }
  throw new WireError("a number that does not end");
}

/** The messages of a file of frames. */
export interface Messages {
  readonly frames: AsyncGenerator<Frame>;
  /** Each message is a Zstandard frame. */
  readonly isPacked: boolean;
  /** The messages are JSON, else protobuf. */
  readonly isJson: boolean;
}

/** Looks at the first message of a file of frames. */
export async function openFrames(input: PullBuffer, isPacked: boolean, documents: Documents): Promise<Messages> {
  const frames = readableFrames(
    framesOf(input, (bytes) => documents.nulBytes(bytes)),
    isPacked,
    documents,
  );
  const first = await frames.next();
  const isJson = first.done !== true && firstByte(first.value.message) === 0x7b;
  return { frames: withFirst(first, frames), isPacked, isJson };
}

/** JSON messages as lines. */
export async function* linesOf(frames: AsyncIterable<Frame>): AsyncGenerator<Uint8Array> {
  for await (const { message } of frames) {
    if (message !== undefined) yield message;
    yield Buffer.from("\n");
  }
}

async function* readableFrames(frames: AsyncIterable<Frame>, isPacked: boolean, documents: Documents): AsyncGenerator<Frame> {
  for await (const frame of frames) {
    if (frame.message === undefined) {
      documents.note("record_too_large", `a record of more than ${MAX_MESSAGE} bytes was passed over`, `record ${frame.number}`);
      yield frame;
    } else yield isPacked ? await unpackFrame(frame, documents) : frame;
  }
}

async function unpackFrame({ number, message }: Frame, documents: Documents): Promise<Frame> {
  try {
    return { number, message: await readAll(unzstd(readerOf(message!))) };
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
    if (length > MAX_MESSAGE) throw new Error(`it unpacks to more than ${MAX_MESSAGE} bytes`);
    bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
    length += await readFully(reader, bytes.subarray(length));
  }
  return bytes.subarray(0, length);
}

async function* withFirst(first: IteratorResult<Frame, unknown>, rest: AsyncGenerator<Frame>): AsyncGenerator<Frame> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

function firstByte(message: Buffer | undefined): number | undefined {
  return message?.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
}
