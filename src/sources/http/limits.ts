import { failure } from "./failure.ts";
import type { BackendAddress } from "./address.ts";
import type { Environment } from "./credentials.ts";
import { variable } from "./variable.ts";

/** How long, how often and how much; every backend has the same, the tests have smaller ones. */
export interface HttpLimits {
  /** Milliseconds without a byte. */
  readonly timeout: number;
  /** Attempts in all, for what passes by itself. */
  readonly attempts: number;
  /** Milliseconds that the first wait between attempts is at most. */
  readonly backoff: number;
  /** Milliseconds that `Retry-After` may ask for. */
  readonly longestWait: number;
  /** Bytes of one answer that is held in memory as a whole. */
  readonly answerBytes: number;
}

export const HTTP_LIMITS: HttpLimits = {
  timeout: 60_000,
  attempts: 5,
  backoff: 250,
  longestWait: 60_000,
  answerBytes: 128 * 1024 * 1024,
};

/** Seconds: Node.js itself waits no longer for a byte. */
const LONGEST_SILENCE = 300;

/**
 * The usual limits, with `EXPLAIN_<BACKEND>_TIMEOUT` (seconds) where it is set.
 *
 * @throws SourceError where it is no number of seconds.
 */
export function limitsFrom(environment: Environment, address: BackendAddress): HttpLimits {
  const name = variable(address.backend, "TIMEOUT");
  const text = environment[name];
  if (text === undefined || text === "") return HTTP_LIMITS;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= LONGEST_SILENCE)) {
    throw failure(address.name, `${name} is to be a number of seconds, at most ${LONGEST_SILENCE}`);
  }
  return { ...HTTP_LIMITS, timeout: seconds * 1000 };
}
