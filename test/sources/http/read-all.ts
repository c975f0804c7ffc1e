import type { Query, Source, SourceSummary, SourceWarning } from "../../../src/sources/source.ts";
import type { LogRecord, SpanRecord } from "../../../src/sources/span.ts";

/** All that a reading gave. */
export interface Reading {
  readonly spans: readonly SpanRecord[];
  readonly logs: readonly LogRecord[];
  readonly warnings: readonly SourceWarning[];
  readonly summaries: readonly SourceSummary[];
}

/** Reads a source to its end. */
export async function readAll(source: Source, query: Query = {}, signal?: AbortSignal): Promise<Reading> {
  const spans: SpanRecord[] = [];
  const logs: LogRecord[] = [];
  const warnings: SourceWarning[] = [];
  const summaries: SourceSummary[] = [];
  const events = {
    onWarning: (warning: SourceWarning) => warnings.push(warning),
    onSummary: (summary: SourceSummary) => summaries.push(summary),
  };
  for await (const record of source.read({ query, signal, ...events })) {
    if (record.type === "span") spans.push(record);
    else logs.push(record);
  }
  return { spans, logs, warnings, summaries };
}
