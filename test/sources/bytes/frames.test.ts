import { expect, it } from "vitest";
import { framesOf } from "../../../src/sources/bytes/frames.ts";
import { PullBuffer } from "../../../src/sources/bytes/pull-buffer.ts";

/** A message of one byte that says which kind it is, and three more. */
const frame = (first: number): Buffer => Buffer.from([0, 0, 0, 4, first, 2, 1, 1]);

it("many short messages, each of another kind than the first, are not looked through for one another", async () => {
  const number = 400_000;
  const bytes = Buffer.concat([frame(0x0a), Buffer.alloc(8 * number, frame(0x12))]);
  let rest = bytes;
  const input = new PullBuffer({
    read: async (target) => {
      const count = rest.copy(target);
      rest = rest.subarray(count);
      return count;
    },
    close: async () => {},
  });
  const begin = performance.now();
  let found = 0;
  for await (const frames of framesOf(input)) found += frames.filter(({ message }) => message?.length === 4).length;
  expect(found).toBe(number + 1);
  expect(performance.now() - begin).toBeLessThan(2000);
});
