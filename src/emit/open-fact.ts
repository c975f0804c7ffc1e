import {
  context as contextApi,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
} from "@opentelemetry/api";
import type { ActivationRecord } from "../activation/record.ts";
import type { StoredRecord } from "../session/session.ts";
import { toHrTime } from "./clock.ts";
import { complain } from "./complain.ts";

/** A record that is complete when it is made: every kind but the dispatch of a hook. */
export class FactRecord implements StoredRecord {
  readonly #record: ActivationRecord;

  constructor(record: ActivationRecord) {
    this.#record = record;
  }

  toRecord(): ActivationRecord {
    return this.#record;
  }
}

/** A fact that has begun and not yet ended, with the span of it where something traces it. */
export interface OpenSpan {
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly span: Span | undefined;
  readonly parent: SpanContext | undefined;
  /** The context in which it was begun; undefined is the active one. */
  readonly where: Context | undefined;
}

/** The context for what happens inside: the fact's span is the active one. */
export function contextInside({ span, where }: OpenSpan): Context {
  const outside = where ?? contextApi.active();
  return span === undefined ? outside : trace.setSpan(outside, span);
}

/** Ends the span with its attributes and gives the record of it. */
export function closeSpan(
  open: OpenSpan,
  name: string,
  attributes: Attributes,
  errorType: string | undefined,
  activation: ActivationRecord["activation"],
  end: number,
): FactRecord {
  const { span, parent, start } = open;
  const own = span === undefined ? undefined : endSpan(span, name, attributes, errorType, Math.max(start, end));
  return new FactRecord({
    activation,
    traceId: own?.traceId ?? "",
    spanId: own?.spanId ?? "",
    parentSpanId: parent?.spanId,
    startTime: toHrTime(start),
    endTime: toHrTime(Math.max(start, end)),
  });
}

/** A tracer of the host's own can throw anywhere; the record is kept all the same. */
function endSpan(span: Span, name: string, attributes: Attributes, errorType: string | undefined, end: number): SpanContext | undefined {
  try {
    span.updateName(name);
    span.setAttributes(attributes);
    if (errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(toHrTime(end) as [number, number]);
    return span.spanContext();
  } catch (error) {
    complain(`a span was not ended: ${name}`, error);
    return undefined;
  }
}
