import type { SpanRecord } from "./span.ts";

/** Whether a reader wants a span: an activation or a tool call. The rest of a trace is counted and passed over. */
export function isWanted(span: SpanRecord): boolean {
  return span.attributes["activation.kind"] !== undefined || span.attributes["gen_ai.operation.name"] === "execute_tool";
}
