import type { LogRecord, SpanRecord } from "../span.ts";

/** Where a document was read, for the records and warnings made of it. */
export interface DocumentOrigin {
  /** The source's name. */
  readonly source: string;
  /** The place, for people: "line 3", "document 2", or "" where there is only one. */
  readonly position: string;
  /** Reports something bad inside the document that was passed over. */
  readonly warn: (code: string, message: string, position?: string) => void;
}

/** What is to be known of a document that is one record. */
export interface RowKeys {
  /** The keys of a span's ids, in each way in which they are written. */
  readonly traceId: readonly string[];
  readonly spanId: readonly string[];
  /**
   * Whether this key may hold an object or a list. No format is told by what is in it, and whether there is a record does
   * not hang on it.
   */
  nests(key: string): boolean;
}

/**
 * A trace format that is a JSON document: a whole file, a line of a file, or the body of a backend's answer.
 *
 * The value is what `JSON.parse` gave, except that integers beyond 2^53 are bigint. It comes from a stranger:
 * an implementation MUST NOT throw on any value, and reports what it cannot read through `origin.warn`.
 */
export interface DocumentFormat {
  /** As the report's `sources[].format` has it. */
  readonly name: string;
  /** Whether the value is of this format, told by its own keys alone. At most one format says yes. */
  recognises(value: unknown): boolean;
  /** Set where a document can be one record alone, such as a row a line, that a reader may pass over without parsing it. */
  readonly row?: RowKeys;
  /** Every span and log record in it. */
  decode(value: unknown, origin: DocumentOrigin): Iterable<SpanRecord | LogRecord>;
}
