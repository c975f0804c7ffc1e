import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { rescued } from "../../../src/sources/bytes/gzip-rescue.ts";

/** A member that can be read, and one that is damaged behind its header. */
const good = gzipSync(Buffer.alloc(1000, "a"));
const damaged = gzipSync("b".repeat(1000));
damaged.fill(0xff, 12, 20);
const packed = Buffer.concat(Array.from({ length: 10 }, () => [good, damaged]).flat());

/** How much was given of what can be read; of what is damaged the first bytes are given too. */
const given = (parts: Iterable<Buffer>): number => Buffer.concat([...parts]).filter((byte) => byte === 0x61).length;

it("finds the members between those that are damaged", () => {
  expect(given(rescued(packed))).toBe(10_000);
});

it("looks for no more where it has given so much: what unpacks to far more than it is would hold a process for minutes", () => {
  const most = given(rescued(packed, 2500));
  expect(most).toBeGreaterThanOrEqual(2000);
  expect(most).toBeLessThanOrEqual(3000);
});
