import type { DocumentOrigin } from "./document.ts";

/** Tells of a span that was left out, since nothing says which one it is. */
export function leftOut(origin: DocumentOrigin): undefined {
  origin.warn("invalid_record", "a span without a valid trace id and span id was left out", origin.position);
}
