/**
 * The sources alone: every file and backend that `explain` reads, as span and log records. For a program that makes something else
 * of them than a report: it loads a quarter of what `reader` does.
 *
 * @packageDocumentation
 */
export { BACKENDS, openSource, type Backend, type OpenOptions } from "./sources/open.ts";
export { memorySource, type FinishedSpans } from "./sources/memory.ts";
export { SourceError, type Query, type ReadOptions, type Source, type SourceSummary, type SourceWarning } from "./sources/source.ts";
export type { AnyValue, HrTime, LogRecord, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "./sources/span.ts";
