import { ACTIVATION_KINDS } from "../activation/activation.ts";
import { ReportBuilder } from "../report/builder.ts";
import type { ReportOptions } from "../report/options.ts";
import type { ByteStream } from "../sources/files/file.ts";
import { openSource } from "../sources/open.ts";
import type { Query, Source, SourceError, SourceSummary, SourceWarning } from "../sources/source.ts";
import { progressOf } from "./progress.ts";
import { addOthers } from "./other-spans.ts";
import type { Terminal } from "./terminal.ts";
import { isFiltered, isWithin } from "./time-range.ts";

/** What was read, and how it went. */
export interface Reading extends Pick<ReportOptions, "sources" | "warnings" | "lostRecords" | "filtered" | "unreadSources"> {
  readonly builder: ReportBuilder;
  /** Sources that could not be opened, or of which nothing could be read: each was told. */
  readonly unreadable: number;
}

/** Reads all that the arguments name. What cannot be read is told on stderr, and the others are read all the same. */
export async function read(places: readonly string[], query: Query, terminal: Terminal): Promise<Reading> {
  const builder = new ReportBuilder();
  const summaries: SourceSummary[] = [];
  const warnings: SourceWarning[] = [];
  const progress = progressOf(terminal);
  let unreadable = 0;

  for (const place of places) {
    try {
      await drain(await openSource(place, { stdin: terminal.stdin as ByteStream, environment: terminal.environment }));
    } catch (error) {
      if (!isSourceError(error)) throw error;
      unreadable++;
      warnings.push({ code: "unreadable_source", message: error.message, source: error.source, position: undefined });
      terminal.note(`explain: ${error.message}`);
    }
  }
  progress.end();
  for (const { name, spans, logs } of summaries) {
    if (spans === 0 && logs > 0) terminal.note(`explain: ${name} holds log records (${logs}) and no spans; activations are spans`);
  }
  if (builder.lacksParents()) for (const summary of summaries) await addOthers(summary, builder);
  return {
    builder,
    sources: summaries,
    warnings,
    lostRecords: summaries.some((summary) => summary.lostRecords),
    filtered: isFiltered(summaries, query),
    unreadSources: unreadable > 0 || summaries.some(({ unread }) => unread === true),
    unreadable,
  };

  async function drain(source: Source): Promise<void> {
    const records = source.read({
      query: { kinds: ACTIVATION_KINDS, ...query },
      onWarning: (warning) => warnings.push(warning),
      onSummary: (summary) => summaries.push(summary),
      onProgress: (position) => progress.at(position),
    });
    for await (const record of records) if (record.type === "span" && isWithin(record, query)) builder.add(record);
  }
}

function isSourceError(error: unknown): error is SourceError {
  return error instanceof Error && error.name === "SourceError";
}
