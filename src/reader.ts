/**
 * The reading side: sources of spans, the report made from them, the answers in it, and the views that print it.
 * Loads no OpenTelemetry SDK; what a source needs (a backend, Protobuf, zstd) it loads when it is read.
 *
 * @packageDocumentation
 */
import { ACTIVATION_KINDS } from "./activation/activation.ts";
import { ReportBuilder } from "./report/builder.ts";
import type { ReportOptions } from "./report/options.ts";
import type { ActivationReport } from "./report/report.ts";
import { openSource } from "./sources/open.ts";
import type { Source, SourceSummary, SourceWarning } from "./sources/source.ts";

export interface ReadReportOptions extends Pick<ReportOptions, "session" | "question" | "sinceLastRun"> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads sources and reports on one session of them, as `explain activation` does.
 *
 * @param sources what `explain` takes (a file, a folder, a pattern, `-`, a backend's address), or sources that are open
 * @throws {SourceError} where one cannot be opened, or nothing of it can be read
 * @example
 * const report = await readActivationReport(["traces.jsonl"]);
 * console.log(renderText(report));
 */
export async function readActivationReport(sources: Iterable<string | Source>, options: ReadReportOptions = {}): Promise<ActivationReport> {
  const { signal, ...asked } = options;
  const builder = new ReportBuilder();
  const summaries: SourceSummary[] = [];
  const warnings: SourceWarning[] = [];
  for (const each of sources) {
    const source = typeof each === "string" ? await openSource(each) : each;
    const records = source.read({
      query: { session: options.session, kinds: ACTIVATION_KINDS },
      signal,
      onWarning: (warning) => warnings.push(warning),
      onSummary: (summary) => summaries.push(summary),
    });
    for await (const record of records) if (record.type === "span") builder.add(record);
  }
  return builder.build({
    ...asked,
    sources: summaries,
    warnings,
    lostRecords: summaries.some(({ lostRecords }) => lostRecords),
    filtered: summaries.some(({ filtered }) => filtered),
    unreadSources: summaries.some(({ unread }) => unread === true),
  });
}

export * from "./sources.ts";

export { ReportBuilder, buildActivationReport } from "./report/builder.ts";
export type { ReportOptions, SessionLike } from "./report/options.ts";
export type * from "./report/report.ts";
export { baselineOf, check, type Baseline, type CheckOptions, type CheckResult } from "./report/check.ts";
export { why, type Answer, type AskedKind, type Link, type Part, type Subject, type Verdict, type Way } from "./report/why/index.ts";

export { renderMarkdown, renderText, type RenderOptions } from "./views/render.ts";
export { json } from "./views/json.ts";
export { visible } from "./views/visible.ts";
export type { View, ViewOptions } from "./views/view.ts";
