import type { HrTime } from "../span.ts";
import { timeFromIso } from "../values/time.ts";

/** Jaeger 2's note on a span that it stored with an end of 1 ns behind its start, since it does not take one that lasts no time. */
const NOTE =
  /^Negative duration detected, sanitizing end timestamp\. Original end timestamp: (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?) \+0000 UTC, /;

/** The end that a span was sent with, where a note of Jaeger says that it has changed it. */
export function originalEnd(note: string): HrTime | undefined {
  const [, date, time] = NOTE.exec(note) ?? [];
  return timeFromIso(`${date}T${time}Z`);
}

/** Whether a note says no more than that a span was an instant, as every decision is. `unit`: how many nanoseconds `start` is exact to. */
export function isInstantNote(note: string, start: HrTime, unit = 1): boolean {
  const end = originalEnd(note);
  return end !== undefined && end[0] === start[0] && Math.floor(end[1] / unit) === Math.floor(start[1] / unit);
}
