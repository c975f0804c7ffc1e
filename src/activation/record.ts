import type { ReadActivation } from "./activation.ts";
import type { Attributes } from "./attribute.ts";
import type { ToolCall } from "./tool-call.ts";

/** A point in time as OpenTelemetry's JavaScript API has it: whole seconds since the epoch, and nanoseconds. */
export type HrTime = readonly [seconds: number, nanoseconds: number];

/** An activation, or a tool call beside it, with the span that states it. The report is built from these alone. */
export interface ActivationRecord {
  readonly activation: ReadActivation | ToolCall;
  /** 32 hex digits; empty where nothing traced it. */
  readonly traceId: string;
  /** 16 hex digits; empty where nothing traced it. */
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  /** Attributes that no field took. */
  readonly extra?: Attributes | undefined;
  /** How many attributes the span lost at a limit. */
  readonly droppedAttributes?: number | undefined;
  /** Where it was read: the source's name, and the place in it ("line 3"). */
  readonly source?: string | undefined;
  readonly position?: string | undefined;
  /** True where the reason stands on the span itself, as its exception or status, and not in an attribute. */
  readonly reasonFromSpan?: boolean | undefined;
}

/** Negative, zero or positive as `a` is before, at or after `b`. */
export function compareTime(a: HrTime, b: HrTime): number {
  return a[0] - b[0] || a[1] - b[1];
}
