import type { SpanContext } from "@opentelemetry/api";
import { baggageMembers } from "./baggage-header.ts";
import { decodeDisabled, decodePercent, DISABLED_MEMBER, type DecodedDisables } from "./baggage-member.ts";
import { readField } from "./carrier.ts";
import { parseTraceparent } from "./traceparent.ts";

/** The member that carries the session's id, under OpenTelemetry's own name. */
export const SESSION_MEMBER = "session.id";

/** The member that carries the run. */
export const RUN_MEMBER = "activation.run.id";

/** What a carrier says of a session. Nothing in it is believed yet. */
export interface Incoming extends DecodedDisables {
  readonly sessionId: string | undefined;
  readonly run: string | undefined;
  readonly parent: SpanContext | undefined;
  /** Its baggage is so long that it was not read. */
  readonly oversized: boolean;
}

/** Reads a carrier: HTTP headers, MCP's `params._meta`, an environment. Never throws. */
export function readIncoming(carrier: unknown): Incoming {
  const { text, oversized } = readField(carrier, "baggage");
  let sessionId: string | undefined;
  let run: string | undefined;
  const disabled: string[] = [];
  for (const { key, value } of baggageMembers(text)) {
    // Of several the last counts, as in OpenTelemetry's propagator; but no disable is lost to another.
    if (key === SESSION_MEMBER) sessionId = decodePercent(value) || undefined;
    else if (key === RUN_MEMBER) run = decodePercent(value) || undefined;
    else if (key === DISABLED_MEMBER) disabled.push(value);
  }
  const parent = parseTraceparent(readField(carrier, "traceparent").text);
  return { sessionId, run, parent, oversized, ...decodeDisabled(disabled.join("!")) };
}
