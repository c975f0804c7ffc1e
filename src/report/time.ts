import type { HrTime } from "../activation/record.ts";

/** The last second that a `Date` can show (ECMAScript, time values and time range). */
const LAST_SECOND = 8.64e12;

let cachedSecond = Number.NaN;
let cachedText = "";

/** RFC 3339 in UTC with nine digits, or null where the time is not known or lies outside what a date can show. */
export function rfc3339(time: HrTime): string | null {
  const [seconds, nanoseconds] = time;
  if (!isKnown(time)) return null;
  // Neighbouring facts share their second, and making the date's text is the costly part.
  if (seconds !== cachedSecond) {
    cachedSecond = seconds;
    cachedText = new Date(seconds * 1000).toISOString().slice(0, -5);
  }
  return `${cachedText}.${String(nanoseconds).padStart(9, "0")}Z`;
}

/** Milliseconds from one time to the other, or null where one of them is not known, or that is no duration. */
export function milliseconds(start: HrTime, end: HrTime): number | null {
  if (!isKnown(start) || !isKnown(end)) return null;
  const nanoseconds = end[1] - start[1];
  const duration = (end[0] - start[0]) * 1000 + nanoseconds / 1e6;
  return duration < 0 ? null : Math.round(duration * 1e6) / 1e6;
}

/** Whether a record says when: the epoch itself stands where nobody told a time, or none that can be read. */
export function isKnown([seconds, nanoseconds]: HrTime): boolean {
  return (
    (seconds !== 0 || nanoseconds !== 0) &&
    Number.isInteger(seconds) &&
    Math.abs(seconds) <= LAST_SECOND &&
    Number.isInteger(nanoseconds) &&
    nanoseconds >= 0 &&
    nanoseconds < 1e9
  );
}
