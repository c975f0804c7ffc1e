import { diag } from "@opentelemetry/api";

/** How trouble on the emit side is told. It MUST NOT throw. */
export type Warn = (code: string, message: string) => void;

/**
 * Tells each kind of trouble once: to OpenTelemetry's `diag`, which is silent unless the host gave it a logger, and
 * as a Node.js process warning, which is not.
 */
export function warnOnce(tell: Warn = emitWarning): Warn {
  const told = new Set<string>();
  return (code, message) => {
    if (told.has(code)) return;
    told.add(code);
    diag.warn(message);
    try {
      tell(code, message);
    } catch (error) {
      diag.error("a warning handler threw", error);
    }
  };
}

function emitWarning(code: string, message: string): void {
  process.emitWarning(message, { type: "ActivationWarning", code });
}
