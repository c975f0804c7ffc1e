/** OTLP's `AnyValue`; bytes are base64 text. */
export type AnyValue = string | number | bigint | boolean | null | readonly AnyValue[] | { readonly [key: string]: AnyValue };

/** Attributes as read. Nothing is found in them that was not put there, not even `constructor`: names come from strangers. */
export type SpanAttributes = Readonly<Record<string, AnyValue>>;

/** Whole seconds since the epoch, and nanoseconds. */
export type HrTime = readonly [seconds: number, nanoseconds: number];

/** A span as every source gives it, whatever the format it was read from. */
export interface SpanRecord {
  readonly type: "span";
  /** 32 lower-case hex digits, padded on the left where the format gave fewer. */
  readonly traceId: string;
  /** 16 lower-case hex digits. */
  readonly spanId: string;
  /** undefined for a root: absent, empty and all zeros are the same. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly attributes: SpanAttributes;
  readonly status: SpanStatus;
  readonly events: readonly SpanEvent[];
  readonly droppedAttributes: number;
  /** The instrumentation scope's name; empty where unknown. */
  readonly scope: string;
  /** The source's name as the report shows it. */
  readonly source: string;
  /** The place in the source, for people: "line 12", "record 3", "byte 4096". */
  readonly position: string;
}

export interface SpanStatus {
  readonly code: "unset" | "ok" | "error";
  readonly message: string | undefined;
}

export interface SpanEvent {
  readonly name: string;
  readonly attributes: SpanAttributes;
}

/** A log record as every source gives it. */
export interface LogRecord {
  readonly type: "log";
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly time: HrTime;
  readonly eventName: string | undefined;
  readonly body: AnyValue;
  readonly attributes: SpanAttributes;
  readonly resource: SpanAttributes;
  readonly scope: string;
  readonly source: string;
  readonly position: string;
}
