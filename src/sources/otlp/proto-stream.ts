import type { Frames } from "../bytes/frames.ts";
import { MAX_HELD, MAX_MESSAGE } from "../bytes/limits.ts";
import type { PullBuffer } from "../bytes/pull-buffer.ts";
import type { Documents } from "../content/documents.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { withoutMemory, type MessageMemory } from "./message-memory.ts";
import { decodeMessage, type ProtoOptions } from "./proto.ts";
import { Fields, WireError } from "./wire.ts";

export { createMessageMemory, giveBack } from "./message-memory.ts";

/** The name of OTLP's protobuf encoding in a report. */
const FORMAT = "otlp-proto";

/** Two numbers of ten bytes: a tag, and a length. */
const LONGEST_HEAD = 20;

export interface StreamedOptions extends ProtoOptions {
  /** That the messages were read into, or are copied to. */
  readonly memory: MessageMemory | undefined;
}

/** The records of each message. */
type Records = AsyncGenerator<Iterable<SpanRecord | LogRecord>>;

/** Reads messages each in a frame. */
export async function* frameRecords(frames: AsyncIterable<Frames>, documents: Documents, options: StreamedOptions): Records {
  for await (const together of frames) {
    for (const { number, message } of together) if (message !== undefined) decode(message, `record ${number}`, documents, options);
    yield* documents.take();
  }
}

/**
 * Reads one message without a frame, as an exporter sends it. Its parts are independent of one another, so that it is
 * never held as a whole.
 */
export async function* messageRecords(input: PullBuffer, documents: Documents, options: StreamedOptions): Records {
  while (!(await input.isAtEnd())) {
    const position = `byte ${input.offset}`;
    const length = lengthOfField(await input.peekUpTo(LONGEST_HEAD));
    if (length <= MAX_MESSAGE) decode(await input.take(length), position, documents, options);
    else {
      documents.note("record_too_large", `a record is longer than ${MAX_HELD}, and was passed over`, position);
      await input.skip(length);
    }
    yield* documents.take();
  }
}

function decode(message: Buffer, position: string, documents: Documents, options: StreamedOptions): void {
  try {
    const signal = decodeMessage(options.memory?.place(message) ?? withoutMemory(message), documents.origin(position), documents, options);
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
