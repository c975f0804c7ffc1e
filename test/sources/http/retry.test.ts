import { describe, expect, it } from "vitest";
import { backoff, errorCode, isBrokenConnection, retryAfter } from "../../../src/sources/http/retry.ts";

const NOW = Date.parse("2026-01-05T09:00:00Z");

describe("Retry-After", () => {
  it.each([
    [null, undefined],
    ["0", 0],
    ["120", 120_000],
    [" 3 ", 3000],
    ["Mon, 05 Jan 2026 09:00:10 GMT", 10_000],
    ["Mon, 05 Jan 2026 08:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
    ["999999999999999", 999_999_999_999_999_000],
  ])("of %j is %s ms", (header, wait) => {
    expect(retryAfter(header, NOW)).toBe(wait);
  });
});

describe("the pause between attempts", () => {
  it("grows, is random, and ends at ten seconds", () => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const wait = backoff(attempt, 250);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.min(10_000, 250 * 2 ** attempt));
    }
    expect(new Set(Array.from({ length: 20 }, () => backoff(3, 250))).size).toBeGreaterThan(10);
  });
});

describe("the code of a failure", () => {
  it("stands somewhere in the chain of its causes, which may be a circle", () => {
    const reset = Object.assign(new Error("reset"), { code: "ECONNRESET" });
    expect(errorCode(new TypeError("fetch failed", { cause: reset }))).toBe("ECONNRESET");
    expect(isBrokenConnection(new TypeError("fetch failed", { cause: reset }))).toBe(true);
    const circle = new Error("round");
    circle.cause = circle;
    expect(errorCode(circle)).toBe(undefined);
    expect(errorCode("text")).toBe(undefined);
  });
});
