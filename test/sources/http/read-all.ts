import type { Query, Source, SourceSummary, SourceWarning } from "../../../src/sources/source.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { readAll as readRecords } from "../conformance.ts";

/** Reads the spans that a query asks for. */
export async function readAll(
  source: Source,
  query: Query = {},
): Promise<{ spans: readonly SpanRecord[]; warnings: readonly SourceWarning[]; summaries: readonly SourceSummary[] }> {
  const { records, warnings, summaries } = await readRecords(source, { query });
  return { spans: records.filter((record) => record.type === "span"), warnings, summaries };
}
