import { MAX_MESSAGE } from "./limits.ts";
import type { PullBuffer } from "./pull-buffer.ts";

export interface Frame {
  /** Counts from 1. */
  readonly number: number;
  /** undefined where it is larger than what is held at a time. A view: gone with the next frame. */
  readonly message: Buffer | undefined;
}

/**
 * Messages each behind its length, four bytes with the highest first: the Collector's file exporter with `format: proto`,
 * and with `compression: zstd` for either format.
 *
 * A message without content is passed over; of many one behind the other, as a crash of the machine leaves them, the bytes
 * are told to `onZeros`. Throws TruncatedError where the last one is cut off.
 */
export async function* framesOf(input: PullBuffer, onZeros: (bytes: number) => void = () => {}): AsyncGenerator<Frame> {
  for (let number = 1; !(await input.isAtEnd()); number++) {
    const length = (await input.take(4)).readUInt32BE(0);
    if (length === 0) {
      const more = await input.skipZeros(4);
      number += more / 4;
      if (more > 0) onZeros(4 + more);
    } else if (length <= MAX_MESSAGE) yield { number, message: await input.take(length) };
    else {
      await input.skip(length);
      yield { number, message: undefined };
    }
  }
}
