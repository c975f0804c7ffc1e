import { diag } from "@opentelemetry/api";

/** Calls what somebody else gave. That it throws, at once or later, is told to `diag`, and is nothing to whoever is at work. */
export function callSafely(what: string, call: () => unknown): void {
  const tell = (error: unknown): void => diag.error(`${what} threw`, error);
  try {
    const result = call();
    // One that is an async function rejects later, which would end the process.
    if (result instanceof Promise) result.catch(tell);
  } catch (error) {
    tell(error);
  }
}
