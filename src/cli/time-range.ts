import type { Query, SourceSummary } from "../sources/source.ts";
import type { SpanRecord } from "../sources/span.ts";
import { UsageError } from "./usage-error.ts";

/** A stretch of time: what is not in it is not looked at. Nanoseconds since the epoch. */
export type TimeRange = Pick<Query, "since" | "until">;

const UNITS: Readonly<Record<string, bigint>> = { s: 1n, m: 60n, h: 3600n, d: 86_400n };

/**
 * A point in time as people write it: RFC 3339 (`2026-01-05T09:00:00Z`, or the day alone), or how long ago (`90m`, `2h`, `7d`).
 * @returns nanoseconds since the epoch; undefined where the text is none
 */
export function parseTime(text: string, now: number = Date.now()): bigint | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return BigInt(now) * 1_000_000n - BigInt(count) * (UNITS[unit] ?? 0n) * 1_000_000_000n;
  if (!/^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;
  const milliseconds = Date.parse(text.replace(" ", "T"));
  if (Number.isNaN(milliseconds)) return undefined;
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? "";
  return BigInt(Math.floor(milliseconds / 1000)) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/**
 * The range that was asked for.
 * @throws UsageError where it ends before it begins: nothing can lie in it, and the words were meant otherwise
 */
export function checkedRange({ since, until }: TimeRange): TimeRange {
  if (since !== undefined && until !== undefined && until < since)
    throw new UsageError("--until is before --since: there is no time between them");
  return { since, until };
}

/** Whether something of the span lies in the range, or may: a time of zero is one that is not known. */
export function isWithin({ startTime, endTime }: SpanRecord, { since, until }: TimeRange): boolean {
  const [start, end] = [nanoseconds(startTime), nanoseconds(endTime)];
  const last = end === 0n ? start : end;
  return (since === undefined || last === 0n || last >= since) && (until === undefined || start <= until);
}

/** A source that was asked for a range may have left out the rest of a session. */
export function isFiltered(summaries: readonly SourceSummary[], { since, until }: TimeRange): boolean {
  return since !== undefined || until !== undefined || summaries.some(({ filtered }) => filtered);
}

function nanoseconds([seconds, nanos]: SpanRecord["startTime"]): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
}
