import { diag } from "@opentelemetry/api";

/** Tells OpenTelemetry's `diag` of trouble inside the library, whose caller must not notice any. Never throws, whatever logger the host gave. */
export function complain(what: string, error: unknown): void {
  try {
    diag.error(what, error);
  } catch {
    // A logger that throws has nobody left to tell.
  }
}
