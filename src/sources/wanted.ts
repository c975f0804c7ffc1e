import type { SpanRecord } from "./span.ts";

/**
 * Of these bytes one stands in whatever JSON or text holds a span that is wanted, however it is written: `activation.kind` can
 * be `kind` inside of `activation`. Of `activation` and `execute_tool` the ends are looked for, since a search goes by the
 * first letter, and theirs is rare. Behind the escapes a letter of them could hide.
 */
export const WANTED_BYTES = ["vation", "_tool", "\\x", "\\u00"] as const;

/** Whether a reader wants a span: an activation or a tool call. The rest of a trace is counted and passed over. */
export function isWanted(span: SpanRecord): boolean {
  return span.attributes["activation.kind"] !== undefined || span.attributes["gen_ai.operation.name"] === "execute_tool";
}
