import { describe, expect, it } from "vitest";
import { milliseconds, rfc3339 } from "../../src/report/time.ts";

describe("rfc3339", () => {
  it.each([
    [[1_767_603_600, 0], "2026-01-05T09:00:00.000000000Z"],
    [[1_767_603_600, 80], "2026-01-05T09:00:00.000000080Z"],
    [[1_767_603_600, 999_999_999], "2026-01-05T09:00:00.999999999Z"],
    [[0, 1], "1970-01-01T00:00:00.000000001Z"],
  ] as const)("writes %j with nine digits in UTC", (time, text) => {
    expect(rfc3339(time)).toBe(text);
  });

  it.each([[[Number.NaN, 0]], [[1e14, 0]], [[1, -1]], [[1, 1e9]], [[1.5, 0]], [[0, 0]]] as const)(
    "gives null for %j, which is no point in time",
    (time) => {
      expect(rfc3339(time)).toBeNull();
    },
  );
});

describe("milliseconds", () => {
  it("keeps the nanoseconds", () => {
    expect(milliseconds([10, 999_999_999], [11, 1])).toBe(0.000002);
    expect(milliseconds([10, 0], [15, 500_000])).toBe(5000.5);
  });

  it("is null for a span that never ended, and for one whose start nobody knows", () => {
    expect(milliseconds([10, 0], [0, 0])).toBeNull();
    expect(milliseconds([0, 0], [10, 0])).toBeNull();
    expect(milliseconds([0, 0], [0, 0])).toBeNull();
  });
});
