import { fromAttributes, type ReadActivation } from "../activation/activation.ts";
import type { AnyValue, Attributes } from "../activation/attribute.ts";
import type { ActivationRecord } from "../activation/record.ts";
import { toolCallFromAttributes, type ToolCall } from "../activation/tool-call.ts";
import type { SpanRecord } from "../sources/span.ts";

/** The activation or tool call that a span states; undefined where it states neither. */
export function recordFromSpan(span: SpanRecord): ActivationRecord | undefined {
  const read = fromAttributes(span.attributes);
  if (read === undefined) {
    const call = toolCallFromAttributes(span.attributes);
    return call === undefined ? undefined : record(span, call, undefined, false);
  }
  const silent = read.activation.reason === undefined;
  const activation = completed(read.activation, span);
  return record(span, activation, withAliases(read.extra, activation, span.attributes), silent && activation.reason !== undefined);
}

function record(
  span: SpanRecord,
  activation: ReadActivation | ToolCall,
  extra: Attributes | undefined,
  reasonFromSpan: boolean,
): ActivationRecord {
  return {
    activation,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startTime: span.startTime,
    endTime: span.endTime,
    extra: extra === undefined || Object.keys(extra).length === 0 ? undefined : extra,
    droppedAttributes: span.droppedAttributes,
    source: span.source,
    position: span.position,
    reasonFromSpan,
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Emitters that are not ours leave the reason to OpenTelemetry's own places: the `exception` event
 * (semantic conventions, exceptions), then the status message. A code that says there is no reason is believed.
 */
function completed(activation: ReadActivation, span: SpanRecord): ReadActivation {
  const whole = activation as Writable<ReadActivation>;
  if (whole.kind === "skill" || whole.kind === "skill_use") {
    whole.name ??= text(span.attributes[SKILL_NAME]);
    whole.sourcePath ??= text(span.attributes[SKILL_URI]);
  }
  const broke = span.status.code === "error";
  if (!broke && span.events.length === 0 && !span.status.message) return whole;
  const exception = span.events.find((event) => event.name === "exception")?.attributes;
  if (whole.reason === undefined && whole.reasonCode !== "no_reason_given" && whole.reasonCode !== "not_recorded") {
    whole.reason = text(exception?.["exception.message"]) ?? text(span.status.message);
  }
  // `_OTHER` is the value that the conventions give to an error whose type nobody named.
  if (broke) whole.errorType ??= text(exception?.["exception.type"]) ?? "_OTHER";
  return whole;
}

const SKILL_NAME = "gen_ai.skill.name";
const SKILL_URI = "gen_ai.skill.source.uri";

/** An alias that contradicts the attribute which it repeats is shown, as every attribute that no field took. */
function withAliases(extra: Attributes, activation: ReadActivation, attributes: Attributes): Attributes {
  if (activation.kind !== "skill" && activation.kind !== "skill_use") return extra;
  let rest = extra;
  for (const [alias, said] of [
    [SKILL_NAME, activation.name],
    [SKILL_URI, activation.sourcePath],
  ] as const) {
    const value = attributes[alias];
    if (value !== undefined && value !== said)
      rest = Object.assign(Object.create(null) as Record<string, AnyValue>, rest, { [alias]: value });
  }
  return rest;
}

function text(value: AnyValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
