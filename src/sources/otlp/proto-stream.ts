import type { Frame } from "../bytes/frames.ts";
import { MAX_HELD, MAX_MESSAGE } from "../bytes/limits.ts";
import type { PullBuffer } from "../bytes/pull-buffer.ts";
import type { Documents } from "../content/documents.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { KnownTexts } from "./known-texts.ts";
import { decodeMessage, type ProtoOptions } from "./proto.ts";
import { Fields, WireError } from "./wire.ts";

/** The name of OTLP's protobuf encoding in a report. */
const FORMAT = "otlp-proto";

/** Two numbers of ten bytes: a tag, and a length. */
const LONGEST_HEAD = 20;

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
    const length = lengthOfField(await input.peekUpTo(LONGEST_HEAD));
    if (length <= MAX_MESSAGE) decode(await input.take(length), position, documents, shared);
    else {
      documents.note("record_too_large", `a record is longer than ${MAX_HELD}, and was passed over`, position);
      await input.skip(length);
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

/** How long the field is that begins here, with its tag. */
function lengthOfField(head: Buffer): number {
  const field = new Fields(head, 0, Number.MAX_SAFE_INTEGER);
  field.next();
  return field.to;
}
