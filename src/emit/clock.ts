import type { HrTime } from "../activation/record.ts";
import { monotonicNow, wallNow } from "./real-time.ts";

/** How long the monotonic clock is trusted before it is set by the wall clock again: a machine that slept has both apart. */
const RESET_AFTER_MS = 1000;

let wall = 0;
let monotonic = -Infinity;

/** Milliseconds since the epoch, with the fraction that the monotonic clock gives. One read of a clock in nearly every call. */
export function now(): number {
  const read = monotonicNow();
  const elapsed = read - monotonic;
  if (elapsed < RESET_AFTER_MS) return wall + elapsed;
  wall = wallNow();
  monotonic = read;
  return wall;
}

/** The same instant as OpenTelemetry has it. Exact: equal milliseconds give equal times. */
export function toHrTime(milliseconds: number): HrTime {
  const seconds = Math.trunc(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
}
