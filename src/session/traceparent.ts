import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";

/** A span context in the format of W3C Trace Context, version 00. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}

/** The span context that a `traceparent` names; undefined where it is not valid. Later versions are read as far as version 00 goes. */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [, version, traceId = "", spanId = "", flags = "", rest] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/s.exec(text.trim()) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
