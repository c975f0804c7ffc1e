import type { DocumentOrigin } from "../content/document.ts";
import { doubtsOf } from "../doubts.ts";
import type { Backend } from "../open.ts";
import type { Query, ReadOptions } from "../source.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { nanosSinceEpoch } from "../values/time.ts";
import { isWanted } from "../wanted.ts";
import { Warnings } from "../warnings.ts";
import type { BackendAddress } from "./address.ts";
import { areSentInClear, type Credentials } from "./credentials.ts";
import { withoutSecrets } from "./messages.ts";
import type { TimeWindow } from "./windows.ts";

const HOUR = 3_600_000_000_000n;
const DAY = 24n * HOUR;

/** How far back a backend is read that must be told a time, when nobody told it. */
const LOOKBACK = 30n * DAY;

/** One reading of a backend: what was seen, what of it is wanted, what was lost. */
export class BackendReading {
  readonly origin: DocumentOrigin;
  readonly #backend: Backend;
  readonly #options: ReadOptions;
  readonly #query: Query;
  readonly #warnings: Warnings;
  #spans = 0;
  #logs = 0;
  #earliest: bigint | undefined;
  #lookback: bigint | undefined;

  constructor(address: BackendAddress, credentials: Credentials, options: ReadOptions) {
    this.#backend = address.backend;
    this.#options = options;
    this.#query = options.query;
    this.#warnings = new Warnings(address.name, options);
    const warn = (code: string, message: string, position?: string): void => {
      // What a backend says in an answer stands in warnings too.
      this.#warnings.add(code, withoutSecrets(message, credentials.secrets), position);
    };
    this.origin = { source: address.name, position: "", warn };
    if (areSentInClear(credentials, address)) warn("credentials_in_clear", "credentials travel unencrypted; use https");
  }

  /** The time to ask for, of a backend that must be told one. */
  range(now: number): TimeWindow {
    const today = BigInt(now) * 1_000_000n;
    // An hour more than now: the clock of the machine that wrote need not be ours.
    const to = this.#query.until === undefined ? today + HOUR : this.#query.until + 1n;
    if (this.#query.since !== undefined) return { from: this.#query.since, to };
    this.#lookback = to - LOOKBACK < 0n ? 0n : to - LOOKBACK;
    return { from: this.#lookback, to };
  }

  /** Counts a record; whether the query wants it, and then what is doubtful about it is told. Throws the signal's reason once that is aborted. */
  wants(record: SpanRecord | LogRecord): boolean {
    this.#options.signal?.throwIfAborted();
    if (record.type === "span") this.#spans += 1;
    else this.#logs += 1;
    if (record.type === "span" ? !isWanted(record) : this.#query.logs !== true) return false;
    const start = nanosSinceEpoch(record.type === "span" ? record.startTime : record.time);
    if (this.#query.since !== undefined && start < this.#query.since) return false;
    if (this.#query.until !== undefined && start > this.#query.until) return false;
    const session = record.attributes["session.id"];
    if (this.#query.session !== undefined && session !== undefined && session !== this.#query.session) return false;
    if (this.#earliest === undefined || start < this.#earliest) this.#earliest = start;
    if (record.type === "span") for (const [code, message] of doubtsOf(record)) this.origin.warn(code, message, record.position);
    return true;
  }

  progress(): void {
    this.#options.onProgress?.({ source: this.origin.source, done: this.#spans, total: undefined });
  }

  /** Says what was read; the last thing of a reading. */
  finish(): void {
    if (this.#lookback !== undefined && (this.#earliest === undefined || this.#lookbackCutOff())) {
      this.origin.warn("default_time_range", "only the last 30 days were read; older records were not asked for");
    }
    this.#warnings.end();
    this.#options.onSummary({
      name: this.origin.source,
      format: this.#backend,
      spans: this.#spans,
      logs: this.#logs,
      lostRecords: this.#warnings.firstLoss !== undefined,
      filtered: this.#query.since !== undefined || this.#query.until !== undefined || this.#lookbackCutOff(),
    });
  }

  /** Whether facts of a session may lie before the time that was read: they do not where the first day of it has none. */
  #lookbackCutOff(): boolean {
    return this.#lookback !== undefined && this.#earliest !== undefined && this.#earliest < this.#lookback + DAY;
  }
}
