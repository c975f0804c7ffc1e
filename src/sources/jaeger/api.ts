import type { TimeWindow } from "../http/windows.ts";
import type { SpanRecord } from "../span.ts";

/** What is looked for: traces of a service that have a span with these attributes in this time. */
export interface TraceSearch {
  readonly service: string;
  /** Equal values; Jaeger can ask for nothing else in every version and store. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly window: TimeWindow;
  /** Traces in an answer, at most. */
  readonly limit: number;
}

/** What was found: whole traces, each with all its spans. */
export interface FoundTraces {
  readonly spans: readonly SpanRecord[];
  readonly traces: number;
}

/** One of Jaeger's query interfaces. */
export interface JaegerApi {
  /** The services that Jaeger knows; undefined where this interface is not served. */
  services(): Promise<readonly string[] | undefined>;
  /** @throws AnswerTooLarge where the traces are too many to be held; ask for a shorter time. */
  search(search: TraceSearch): Promise<FoundTraces>;
}

/** The ids of the traces that spans belong to. */
export function traceIdsOf(spans: readonly SpanRecord[]): ReadonlySet<string> {
  return new Set(spans.map((span) => span.traceId));
}
