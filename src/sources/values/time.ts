import { integerFrom } from "./integer.ts";
import { listFrom } from "./json-value.ts";
import type { HrTime } from "../span.ts";

/** Times of every format as whole seconds and nanoseconds, without passing through a rounded number. */

const NANOS = 1_000_000_000n;
const NANOS_A_SECOND = 1e9;

/** The epoch, where a record gives no time that can be read. */
export const NO_TIME: HrTime = [0, 0];

/** From nanoseconds since the epoch; what no clock can show (before 1970, beyond 64 bits) is {@link NO_TIME}. */
export function timeFromNanos(nanos: bigint): HrTime {
  return nanos < 0n || nanos >= 1n << 64n ? NO_TIME : [Number(nanos / NANOS), Number(nanos % NANOS)];
}

/** From whole seconds since the epoch and nanoseconds, as the SDK for JavaScript has times; {@link NO_TIME} for anything else. */
export function timeFromPair(value: unknown): HrTime {
  const [seconds, nanoseconds] = listFrom(value);
  if (!Number.isSafeInteger(seconds) || !Number.isSafeInteger(nanoseconds)) return NO_TIME;
  return timeFromNanos(BigInt(seconds as number) * NANOS + BigInt(nanoseconds as number));
}

/** From nanoseconds since the epoch as the two halves of 64 bits, without a bigint: there are two times in every span. */
export function timeFromHalves(high: number, low: number): HrTime {
  // Rounded, the seconds can be one too many or too few; of what they leave the lower half is exact, and tells.
  const seconds = Math.floor((high * 2 ** 32 + low) / NANOS_A_SECOND);
  const nanos = (low - Math.imul(seconds, NANOS_A_SECOND)) | 0;
  if (nanos < 0) return [seconds - 1, nanos + NANOS_A_SECOND];
  return nanos < NANOS_A_SECOND ? [seconds, nanos] : [seconds + 1, nanos - NANOS_A_SECOND];
}

/**
 * From ISO 8601 with a zone: `2026-01-05T09:00:00.000000321Z`. Undefined for anything else; digits beyond the ninth of a
 * second are cut off.
 */
export function timeFromIso(text: string): HrTime | undefined {
  const [, date, fraction = "", zone] = ISO.exec(text) ?? [];
  const milliseconds = Date.parse(`${date}${zone?.replace(ZONE_WITHOUT_COLON, "$1:$2")}`);
  return !(milliseconds >= 0) ? undefined : [milliseconds / 1000, Number(fraction.slice(0, 9).padEnd(9, "0"))];
}

const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/;
const ZONE_WITHOUT_COLON = /^([+-]\d\d)(\d\d)$/;

/**
 * From nanoseconds since the epoch: text, or a number, which a writer in JavaScript has rounded; or from ISO 8601.
 * {@link NO_TIME} for anything else.
 */
export function timeFromNanosOrIso(value: unknown): HrTime {
  if (typeof value === "string" && value.length === NANOSECONDS) {
    const [seconds, nanos] = [numberBetween(value, 0, NANOSECONDS - 9), numberBetween(value, NANOSECONDS - 9, NANOSECONDS)];
    if (seconds !== undefined && nanos !== undefined) return [seconds, nanos];
  }
  const nanos = integerFrom(value);
  if (nanos !== undefined) return timeFromNanos(nanos);
  const rounded = typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
  if (typeof rounded === "number") return Number.isFinite(rounded) ? timeFromNanos(BigInt(Math.trunc(rounded))) : NO_TIME;
  return (typeof value === "string" ? timeFromIso(value) : undefined) ?? NO_TIME;
}

/** How many digits a time of this century has: it is read without a bigint. */
const NANOSECONDS = 19;

/** The number between two places of a text; undefined where something else than its digits stands there. */
function numberBetween(text: string, from: number, to: number): number | undefined {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    number = 10 * number + digit;
  }
  return number;
}

/** A number that was written with a fraction or an exponent, as some languages write a double. */
const DECIMAL = /^\d{1,25}(?:\.\d{1,25})?(?:e\+?\d{1,2})?$/i;

/** From microseconds since the epoch; a fraction, which some exporters write, is kept as far as the number carries it. */
export function timeFromMicros(value: unknown): HrTime {
  return timeFromNanos(nanosFromMicros(value) ?? 0n);
}

/** Microseconds as nanoseconds; undefined where the value is no number of either. */
export function nanosFromMicros(value: unknown): bigint | undefined {
  if (typeof value === "number" && Number.isFinite(value) && !Number.isInteger(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER) {
    const whole = Math.floor(value);
    return BigInt(whole) * 1000n + BigInt(Math.round((value - whole) * 1000));
  }
  const micros = integerFrom(value);
  return micros === undefined ? undefined : micros * 1000n;
}

/**
 * From a number since the epoch whose unit its size tells: seconds, milli-, micro- or nanoseconds, of which one alone gives a year
 * of our time. Undefined for what is no number.
 */
export function timeFromAnyUnit(value: unknown): HrTime | undefined {
  const whole = integerFrom(value) ?? (typeof value === "number" && Number.isFinite(value) ? BigInt(Math.floor(value)) : undefined);
  if (whole === undefined) return undefined;
  const [, unit] = UNITS.find(([below]) => whole < below) ?? [0n, 1n];
  const fraction = typeof value === "number" ? Math.round((value - Math.floor(value)) * Number(unit)) : 0;
  return timeFromNanos(whole * unit + BigInt(fraction));
}

/** So many nanoseconds has the unit of numbers below: for each the year is between 1973 and 5138. */
const UNITS: readonly (readonly [below: bigint, unit: bigint])[] = [
  [10n ** 11n, NANOS],
  [10n ** 14n, 1_000_000n],
  [10n ** 17n, 1000n],
];

/** `time` and so many nanoseconds later. */
export function later(time: HrTime, nanos: bigint): HrTime {
  return timeFromNanos(nanosSinceEpoch(time) + nanos);
}

/** Nanoseconds since the epoch. */
export function nanosSinceEpoch(time: HrTime): bigint {
  return BigInt(time[0]) * NANOS + BigInt(time[1]);
}
