/**
 * The sources of spans alone: every file format and backend that `explain` reads, as records. For who makes something else of
 * them than a report, and for a process that is to start soon: it loads a third of what `reader` does.
 *
 * @packageDocumentation
 */
export { BACKENDS, openSource, type Backend, type OpenOptions } from "./sources/open.ts";
export { memorySource, type FinishedSpans } from "./sources/memory.ts";
export { SourceError, type Query, type ReadOptions, type Source, type SourceSummary, type SourceWarning } from "./sources/source.ts";
export type { AnyValue, HrTime, LogRecord, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "./sources/span.ts";
