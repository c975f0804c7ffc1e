import { setTimeout as sleep } from "node:timers/promises";

/** Whether, and how long after, a request is worth another attempt. */

/** Too many requests; bad gateway; unavailable; gateway time-out. */
const PASSING_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Codes of Node and of undici for a connection that broke. */
const BROKEN_CONNECTION: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]);

export function isPassingStatus(status: number): boolean {
  return PASSING_STATUS.has(status);
}

export function isBrokenConnection(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && BROKEN_CONNECTION.has(code);
}

/** The code of a failed `fetch`, which stands at the end of a chain of causes. */
export function errorCode(error: unknown): string | undefined {
  let cause: unknown = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    cause = cause.cause;
  }
  return undefined;
}

/** Milliseconds that `Retry-After` asks for (RFC 9110, section 10.2.3: seconds or a date); undefined where it does not. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  // Date.parse alone takes almost any number for a date.
  const date = /^[A-Z][a-z]{2,8}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Exponential back-off with full jitter: anything between nothing and twice as much for every failed attempt, at most 10 s. */
export function backoff(attempt: number, base: number): number {
  return Math.random() * Math.min(10_000, base * 2 ** attempt);
}

/** Waits; an aborted signal ends it with the signal's reason. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
