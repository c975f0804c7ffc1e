import type { LogRecord, SpanRecord } from "./span.ts";

/** What a reader wants, so that a source can leave out the rest where it is cheap to do so. */
export interface Query {
  /** This session only. */
  readonly session?: string | undefined;
  /** Not before, not after: nanoseconds since the epoch. */
  readonly since?: bigint | undefined;
  readonly until?: bigint | undefined;
  /**
   * The values of `activation.kind` that the reader knows. A backend that finds spans by equal values only, asked for no
   * session, looks for each; without them it reads everything in the time that is asked for.
   */
  readonly kinds?: readonly string[] | undefined;
  /** Every other span is wanted too: it can be an activation's parent. A backend may pass them over all the same. */
  readonly others?: boolean | undefined;
  /** Log records are wanted too; else a source may pass them over. */
  readonly logs?: boolean | undefined;
}

/** Something a source noticed and went on. */
export interface SourceWarning {
  /** `snake_case`, stable: `truncated_record`, `invalid_record`, `nul_bytes`, `partial_answer`, `limit_reached` … */
  readonly code: string;
  readonly message: string;
  readonly source: string;
  readonly position: string | undefined;
}

/** What was read, known when the source has ended. */
export interface SourceSummary {
  readonly name: string;
  /** `memory` `otlp-json` `otlp-proto` `jaeger` `tempo` `grafana` `zipkin` `clickhouse` `spans`, with `+gzip`, `+zstd`, `+framed` where it is so. */
  readonly format: string;
  /** All spans seen, wanted or not. */
  readonly spans: number;
  /** Log records seen. */
  readonly logs: number;
  /** A record was lost: cut off, not readable, or an answer that was partial. */
  readonly lostRecords: boolean;
  /** A part of it could not be opened, and nobody knows what that holds. */
  readonly unread?: boolean | undefined;
  /** The source left out what the query did not ask for, so that the rest of a session may be missing. */
  readonly filtered: boolean;
}

/** How a source tells its reader what it noticed. */
export interface SourceEvents {
  readonly onWarning: (warning: SourceWarning) => void;
  /** Called once for every file, stream or backend that ended, before the iterable ends. */
  readonly onSummary: (summary: SourceSummary) => void;
  /** Bytes or records got so far, for a progress line. */
  readonly onProgress?:
    | ((progress: { readonly source: string; readonly done: number; readonly total: number | undefined }) => void)
    | undefined;
}

export interface ReadOptions extends SourceEvents {
  readonly query: Query;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One place to read spans from: a file, a stream, memory, a backend.
 *
 * - It MUST yield every span that has `activation.kind` or is an `execute_tool` span, and MAY pass over every other.
 * - It MUST yield under back-pressure: it reads no further than a bounded step ahead of its consumer.
 * - A bad record MUST become a warning with its position, and reading MUST go on behind it where that can be told.
 * - It MUST throw {@link SourceError} where it cannot be opened or nothing of it can be read.
 * - It MUST stop soon after `signal` is aborted, by throwing the signal's reason.
 * - It MUST NOT write to a terminal, and never shows a credential in a name or a message.
 * - Ids are normalised, times exact to the nanosecond where the format has them.
 */
export interface Source {
  readonly name: string;
  read(options: ReadOptions): AsyncIterable<SpanRecord | LogRecord>;
}

/** A source that cannot be opened, or of which nothing can be read. The message names the source and says what to do. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly source: string;

  constructor(source: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.source = source;
  }
}
