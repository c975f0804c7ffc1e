import type { HrTime } from "../span.ts";
import { integerFrom } from "../values/integer.ts";
import { textFrom } from "../values/json-value.ts";
import { NO_TIME, timeFromIso, timeFromNanos } from "../values/time.ts";

/**
 * `2026-01-05 09:00:00.000000321`, ISO 8601 with a zone, seconds with a fraction, or whole nanoseconds. Text without a
 * zone is the server's own time zone and is taken for UTC.
 */
export function timeFrom(value: unknown): HrTime {
  const nanos = integerFrom(value);
  if (nanos !== undefined) return timeFromNanos(nanos);
  const text = textFrom(value) ?? "";
  const [, seconds, fraction = ""] = SECONDS.exec(text) ?? [];
  if (seconds !== undefined) return [Number(seconds), Number(fraction.padEnd(9, "0"))];
  const iso = text.replace(" ", "T");
  return timeFromIso(iso) ?? timeFromIso(`${iso}Z`) ?? NO_TIME;
}

const SECONDS = /^(\d{1,12})\.(\d{1,9})$/;
