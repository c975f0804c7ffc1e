import { describe, expect, test } from "vitest";
import { checkedRange, isWithin, parseTime } from "../../src/cli/time-range.ts";
import type { SpanRecord } from "../../src/sources/span.ts";

const NOW = Date.parse("2026-01-05T10:00:00Z");
const at = (text: string): bigint => BigInt(Date.parse(text)) * 1_000_000n;

describe("a time on the command line", () => {
  test.each([
    ["2026-01-05T09:00:00Z", at("2026-01-05T09:00:00Z")],
    ["2026-01-05T09:00:00.000000123Z", at("2026-01-05T09:00:00Z") + 123n],
    ["2026-01-05 09:00+02:00", at("2026-01-05T07:00:00Z")],
    ["2026-01-05", at("2026-01-05T00:00:00Z")],
    ["90m", at("2026-01-05T08:30:00Z")],
    ["2h", at("2026-01-05T08:00:00Z")],
    ["7d", at("2025-12-29T10:00:00Z")],
  ])("%s", (text, nanoseconds) => {
    expect(parseTime(text, NOW)).toBe(nanoseconds);
  });

  test.each(["", "yesterday", "2h30m", "2026-13-01", "2026-01-05T25:00:00Z", "2026-01-05T09:00:00", "-1h", "1w", "1e3s"])(
    "%j is none",
    (text) => {
      expect(parseTime(text, NOW)).toBeUndefined();
    },
  );
});

test("a range that ends before it begins is a mistake on the command line, one of a moment is none", () => {
  expect(() => checkedRange({ since: 2n, until: 1n })).toThrow("--until is before --since");
  expect(checkedRange({ since: 1n, until: 1n })).toEqual({ since: 1n, until: 1n });
  expect(checkedRange({ since: 1n })).toEqual({ since: 1n, until: undefined });
});

test("a span that reaches into the range is in it", () => {
  const span = { startTime: [100, 0], endTime: [200, 0] } as unknown as SpanRecord;
  const seconds = (count: number): bigint => BigInt(count) * 1_000_000_000n;
  expect(isWithin(span, {})).toBe(true);
  expect(isWithin(span, { since: seconds(200) })).toBe(true);
  expect(isWithin(span, { since: seconds(200) + 1n })).toBe(false);
  expect(isWithin(span, { until: seconds(100) })).toBe(true);
  expect(isWithin(span, { until: seconds(100) - 1n })).toBe(false);
});

test("a span without an end reaches to its start, and one that does not say when may be in any range", () => {
  const range = { since: 150_000_000_000n, until: 200_000_000_000n };
  const span = (start: number, end: number): SpanRecord => ({ startTime: [start, 0], endTime: [end, 0] }) as unknown as SpanRecord;
  expect(isWithin(span(160, 0), range)).toBe(true);
  expect(isWithin(span(140, 0), range)).toBe(false);
  expect(isWithin(span(0, 0), range)).toBe(true);
});
