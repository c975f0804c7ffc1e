import { BaggageLimitError } from "../session/baggage-limit.ts";

/**
 * What a session writes for another process; `without` where more is off than baggage can carry. A guard that is a
 * command runs then all the same, and so does a server: without the session, which has recorded that.
 */
export function handedOn<T>(write: () => T, without: T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof BaggageLimitError) return without;
    throw error;
  }
}
