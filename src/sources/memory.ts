import { decodeFinishedSpan } from "./console/finished-span.ts";
import { doubtsOf } from "./doubts.ts";
import { SourceError, type ReadOptions, type Source } from "./source.ts";
import { isWanted } from "./wanted.ts";
import { Warnings } from "./warnings.ts";

/** Finished spans of the OpenTelemetry SDK for JavaScript, 1 or 2, read in the process that made them. */
export type FinishedSpans = readonly object[] | SpanExporterInMemory;

/** What is used of the SDK's `InMemorySpanExporter`. */
export interface SpanExporterInMemory {
  getFinishedSpans(): readonly object[];
}

/**
 * The spans, or those that an `InMemorySpanExporter` holds when it is read.
 *
 * Reading throws {@link SourceError} where the exporter was shut down: that has deleted its spans.
 */
export function memorySource(spans: FinishedSpans, name = "memory"): Source {
  return {
    name,
    async *read(options: ReadOptions) {
      const finished = "getFinishedSpans" in spans ? finishedSpans(spans, name) : spans;
      const warnings = new Warnings(name, options);
      warnings.release();
      const warn = (code: string, message: string, position?: string): void => warnings.add(code, message, position);
      for (const [index, span] of finished.entries()) {
        options.signal?.throwIfAborted();
        const record = decodeFinishedSpan(span, { source: name, position: `span ${index + 1}`, warn });
        if (record === undefined || (options.query.others !== true && !isWanted(record))) continue;
        for (const [code, message] of doubtsOf(record)) warn(code, message, record.position);
        yield record;
      }
      warnings.end();
      const lostRecords = warnings.firstLoss !== undefined;
      options.onSummary({ name, format: "memory", spans: finished.length, logs: 0, lostRecords, filtered: false });
    },
  };
}

function finishedSpans(exporter: SpanExporterInMemory, name: string): readonly object[] {
  if ((exporter as object as { readonly [field: string]: unknown })["_stopped"] === true) {
    throw new SourceError(
      name,
      `${name}: the exporter was shut down, which deleted its spans; read them before shutdown, after forceFlush`,
    );
  }
  return exporter.getFinishedSpans();
}
