import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  later,
  nanosFromMicros,
  nanosSinceEpoch,
  timeFromHalves,
  timeFromAnyUnit,
  timeFromMicros,
  timeFromNanos,
  timeFromNanosOrIso,
} from "../../../src/sources/values/time.ts";
import { integerFrom } from "../../../src/sources/values/integer.ts";

describe("a time", () => {
  it("keeps every nanosecond of 64 bits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (nanos) => {
        expect(nanosSinceEpoch(timeFromNanos(nanos))).toBe(nanos);
      }),
    );
  });

  it("in two halves is the same, also where a second begins", () => {
    const second = fc.bigInt({ min: 0n, max: ((1n << 64n) - 1n) / 1_000_000_000n }).map((seconds) => seconds * 1_000_000_000n);
    const near = fc.tuple(second, fc.bigInt({ min: -2000n, max: 2000n })).map(([begin, offset]) => BigInt.asUintN(64, begin + offset));
    fc.assert(
      fc.property(fc.oneof(near, fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })), (nanos) => {
        expect(timeFromHalves(Number(nanos >> 32n), Number(nanos & 0xffffffffn))).toEqual(timeFromNanos(nanos));
      }),
      { numRuns: 2000 },
    );
  });

  it("that no clock shows is none", () => {
    expect(timeFromNanos(-1n)).toEqual([0, 0]);
    expect(timeFromNanos(1n << 64n)).toEqual([0, 0]);
  });

  it.each([
    [1_767_603_600_005_001, [1_767_603_600, 5_001_000]],
    ["1767603600005001", [1_767_603_600, 5_001_000]],
    [1_767_603_600_005_000.25, [1_767_603_600, 5_000_250]],
    [Number.NaN, [0, 0]],
    [Number.POSITIVE_INFINITY, [0, 0]],
    [null, [0, 0]],
    [-1, [0, 0]],
    [1e300, [0, 0]],
  ])("from %s microseconds is %j", (micros, time) => {
    expect(timeFromMicros(micros)).toEqual(time);
  });

  it.each([
    [1_756_720_800, [1_756_720_800, 0]],
    [1_756_720_800.25, [1_756_720_800, 250_000_000]],
    [1_756_720_800_007, [1_756_720_800, 7_000_000]],
    [1_756_720_800_007.5, [1_756_720_800, 7_500_000]],
    [1_756_720_800_000_007, [1_756_720_800, 7000]],
    [1_756_720_800_000_000_007n, [1_756_720_800, 7]],
    ["1756720800000000007", [1_756_720_800, 7]],
    [-1, [0, 0]],
    [1e300, [0, 0]],
    [Number.NaN, undefined],
    ["soon", undefined],
    [null, undefined],
  ])("from %s, whose unit its size tells, is %j", (value, time) => {
    expect(timeFromAnyUnit(value)).toEqual(time);
  });

  it.each([
    ["1756720800000000007", [1_756_720_800, 7]],
    ["9999999999999999999", [9_999_999_999, 999_999_999]],
    ["-756720800000000007", [0, 0]],
    ["1756720800000000.07", [1_756_720, 800_000_000]],
    ["17567208000000000 7", [0, 0]],
    ["1756720800000000 00", [0, 0]],
  ])("of nineteen characters, as most are, %s is %j", (value, time) => {
    expect(timeFromNanosOrIso(value)).toEqual(time);
  });

  it("moves on by nanoseconds over the end of a second", () => {
    expect(later([1, 999_999_999], 2n)).toEqual([2, 1]);
    expect(later([1, 0], -1n)).toEqual([0, 999_999_999]);
    expect(nanosFromMicros("4000")).toBe(4_000_000n);
  });
});

describe("a 64-bit integer", () => {
  it.each([
    [5, 5n],
    ["-9223372036854775808", -9_223_372_036_854_775_808n],
    [9_223_372_036_854_775_807n, 9_223_372_036_854_775_807n],
    [1.5, undefined],
    [2 ** 60, undefined],
    ["1e5", undefined],
    ["", undefined],
    ["12345678901234567890123", undefined],
    [true, undefined],
  ])("from %s is %s", (value, integer) => {
    expect(integerFrom(value)).toBe(integer);
  });
});
