import { MAX_MESSAGE } from "./limits.ts";
import type { PullBuffer } from "./pull-buffer.ts";

export interface Frame {
  /** Counts from 1. */
  readonly number: number;
  /** undefined where it is larger than what is held at a time. A view: gone with the next {@link Frames}. */
  readonly message: Buffer | undefined;
}

/** What can be told of messages by their bytes. */
export interface Messages {
  /** Whether these can be the first bytes of one. */
  begin(bytes: Buffer): boolean;
  /** Whether these can be one: of what is cut off, and filled up with what follows, false as often as it can be told. */
  areWhole(bytes: Buffer): boolean;
}

const ANY: Messages = { begin: () => false, areWhole: () => true };

/** Frames one behind the other that are held together. */
export type Frames = readonly Frame[];

/**
 * Messages each behind its length, four bytes with the highest first: the Collector's file exporter with `format: proto`,
 * and with `compression: zstd` for either format.
 *
 * A message without content is passed over; of many one behind the other, as a crash of the machine leaves them, the bytes
 * are told to `onZeros`. One that a crash cut off, and behind which a program went on, ends where the next one begins.
 * Throws TruncatedError where the last one is cut off.
 */
export async function* framesOf(
  input: PullBuffer,
  messages: Messages = ANY,
  onZeros: (bytes: number) => void = () => {},
): AsyncGenerator<Frames> {
  let first: number | undefined;
  for (let number = 1; !(await input.isAtEnd()); number++) {
    const together = heldFrames(input, number, first);
    if (together.length > 0) {
      first ??= together[0]!.message![0];
      yield together;
      number += together.length - 1;
      continue;
    }
    const length = (await input.take(4)).readUInt32BE(0);
    if (length === 0) {
      const more = await input.skipZeros(4);
      number += more / 4;
      if (more > 0) onZeros(4 + more);
    } else if (length <= MAX_MESSAGE) {
      const seen = await input.peekUpTo(length + HEAD);
      first ??= seen[0];
      const to = isFollowed(seen, length, first)
        ? length
        : (nextFrame(await input.peekUpTo(length + LOOKAHEAD), length, first, messages) ?? length);
      // Where there is not so much, this says so.
      const message = await input.peek(to);
      yield [{ number, message }];
      await input.skip(to);
    } else {
      await input.skip(length);
      yield [{ number, message: undefined }];
    }
  }
}

/** Takes the frames that are held with what comes behind them, as nearly all are, as far as nothing is wrong with them. */
function heldFrames(input: PullBuffer, number: number, firstByte: number | undefined): Frame[] {
  const held = input.held;
  const frames: Frame[] = [];
  let at = 0;
  let first = firstByte;
  while (frames.length < MOST_TOGETHER && held.length - at >= 4) {
    const length = held.readUInt32BE(at);
    const from = at + 4;
    const end = from + length;
    if (length === 0 || held.length < end + HEAD) break;
    first ??= held[from];
    if (!isFollowed(held, end, first)) break;
    frames.push({ number: number + frames.length, message: held.subarray(from, end) });
    at = end;
  }
  input.drop(at);
  return frames;
}

/** How many frames are given at once at most, so that short ones do not pile up. */
const MOST_TOGETHER = 1024;

/** A length, and the first byte of the message. */
const HEAD = 5;

/** How much behind a message is looked at where something is wrong with it: enough to hold most frames. */
const LOOKAHEAD = 1 << 20;

/** Whether behind a message, which ends at `end`, there is an end or another frame, as far as is held. */
function isFollowed(held: Buffer, end: number, first: number | undefined): boolean {
  if (held.length < end) return false;
  if (held.length < end + HEAD) return true;
  const next = held.readUInt32BE(end);
  return next === 0 || (next <= MAX_MESSAGE && held[end + 4] === first);
}

/**
 * Where in what should be one message another frame begins. In a message that can be whole, only one that is held whole, and
 * behind which there is the end or one more, is taken for that.
 */
function nextFrame(held: Buffer, length: number, first: number | undefined, messages: Messages): number | undefined {
  if (first === undefined) return undefined;
  const isLast = held.length < length + LOOKAHEAD;
  const canBeWhole = held.length >= length && messages.areWhole(held.subarray(0, length));
  // Not in what lies behind: to look through that for every frame of many short ones would take longer than all else.
  const inside = held.subarray(0, length + 4);
  for (let at = inside.indexOf(first, HEAD); at >= 0; at = inside.indexOf(first, at + 1)) {
    const own = held.readUInt32BE(at - 4);
    if (own === 0 || own > MAX_MESSAGE) continue;
    const end = at + own;
    const fits = end > held.length ? !isLast && !canBeWhole : isFollowed(held, end, first);
    if (fits && messages.begin(held.subarray(at, end))) return at - 4;
  }
  return undefined;
}
