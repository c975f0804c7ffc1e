import type { SpanStatus } from "../span.ts";
import { textFrom } from "./json-value.ts";

/**
 * A status whose code is OTLP's number, or its name: with `STATUS_CODE_` before it or not, in any case. Any other code is
 * unset, and an empty message none.
 */
export function statusFrom(code: unknown, message: unknown): SpanStatus {
  const text = textFrom(message) || undefined;
  const known = CODES.get(typeof code === "string" ? code.toLowerCase().replace("status_code_", "") : code);
  return known === undefined && text === undefined ? UNSET : { code: known ?? "unset", message: text };
}

/** That of nearly every span. */
export const UNSET: SpanStatus = { code: "unset", message: undefined };

const CODES: ReadonlyMap<unknown, SpanStatus["code"]> = new Map<unknown, SpanStatus["code"]>([
  [1, "ok"],
  ["ok", "ok"],
  [2, "error"],
  ["error", "error"],
]);
