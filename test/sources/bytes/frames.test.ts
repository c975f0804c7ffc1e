import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { framesOf, type Messages } from "../../../src/sources/bytes/frames.ts";
import { PullBuffer } from "../../../src/sources/bytes/pull-buffer.ts";
import { framed } from "../otlp/write-proto.ts";
import { readerOf } from "./pieces.ts";

/** A message that says of which kind it is by its first byte, and by its last one that it is whole. */
const message = (first: number, length: number, last = 0xff): Buffer => Buffer.from([first, ...Array.from({ length }, () => 1), last]);
const MESSAGES: Messages = { begin: (bytes) => bytes[0] === 0x0a, areWhole: (bytes) => bytes.at(-1) === 0xff };

const inputOf = (bytes: Buffer, pieces: readonly number[], readLength?: number): PullBuffer =>
  new PullBuffer(readerOf(bytes, pieces), { readLength });

/** The frames with their messages as text, the zeros, and how it ended. */
async function read(input: PullBuffer): Promise<unknown[]> {
  const found: unknown[] = [];
  try {
    for await (const frames of framesOf(input, MESSAGES, (zeros) => found.push(`${zeros} zeros`)))
      found.push(...frames.map((frame) => [frame.number, frame.message?.toString("latin1")]));
  } catch (error) {
    found.push(String(error));
  }
  return found;
}

describe("frames", () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
  const length = fc.nat(20);

  it("are the messages, each with its number", async () => {
    const lengths = fc.array(length, { maxLength: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(lengths, pieces, async (all, cut) => {
        const messages = all.map((some, index) => message(index % 3 === 0 ? 0x0a : 0x12, some));
        const expected = messages.map((content, index) => [index + 1, content.toString("latin1")]);
        expect(await read(inputOf(framed(...messages), cut, 64))).toEqual(expected);
      }),
    );
  });

  it("are the same however the bytes come, also where some are cut off, empty or of another kind", async () => {
    const part = fc.oneof(
      length.map((some) => framed(message(0x0a, some))),
      length.map((some) => framed(message(0x12, some))),
      fc.tuple(length, fc.integer({ min: 4, max: 20 })).map(([some, kept]) => framed(message(0x0a, some, 0)).subarray(0, kept)),
      fc.nat(3).map((words) => Buffer.alloc(4 * words)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30, size: "max" }), pieces, async (parts, cut) => {
        const bytes = Buffer.concat(parts);
        expect(await read(inputOf(bytes, cut, 64))).toEqual(await read(inputOf(bytes, [1 << 12], 1 << 12)));
      }),
      { numRuns: 300 },
    );
  });

  it("that are short and many, each of another kind than the first, are not looked through for one another", async () => {
    const number = 400_000;
    const bytes = Buffer.concat([framed(message(0x0a, 2)), Buffer.alloc(8 * number, framed(message(0x12, 2)))]);
    const begin = performance.now();
    let found = 0;
    for await (const frames of framesOf(inputOf(bytes, [bytes.length])))
      found += frames.filter((frame) => frame.message?.length === 4).length;
    expect(found).toBe(number + 1);
    expect(performance.now() - begin).toBeLessThan(2000);
  });
});
