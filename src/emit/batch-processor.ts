import { context } from "@opentelemetry/api";
import { ExportResultCode, suppressTracing } from "@opentelemetry/core";
import type { ReadableSpan, Span, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-node";
import type { Warn } from "./warn.ts";
import { clearTimeout, setTimeout } from "./real-time.ts";

export interface BatchOptions {
  /** Spans that wait at most; what comes beyond is dropped, and said. */
  readonly queueSize: number;
  readonly batchSize: number;
  readonly delayMs: number;
  /** What to look at where an export fails, for the warning. */
  readonly advice?: string | undefined;
}

/** After an export that failed nothing is tried for this long. */
const PAUSE_MS = 5000;

/** A batch that failed so often is given up, so that one that a collector refuses does not hold up the rest. */
const MOST_ATTEMPTS = 3;

/** Exports at the same time while a flush is waited for; one at a time else. */
const FLUSH_CONCURRENCY = 4;

/**
 * Hands spans to an exporter in batches, and never keeps a process alive to do so.
 *
 * OpenTelemetry's BatchSpanProcessor waits for each export under a timer that holds the process, one batch after the
 * other, and drops beyond 2,048 spans unsaid (sdk-trace 2.12.1): a collector that hangs cost an agent seconds at its
 * end. Here at most one export is under way at any time, unless somebody waits for a flush.
 */
export class BatchProcessor implements SpanProcessor {
  readonly #exporter: SpanExporter;
  readonly #options: BatchOptions;
  readonly #warn: Warn;
  #queue: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending = false;
  #attempts = 0;
  #underWay = 0;
  #lost = 0;

  constructor(exporter: SpanExporter, options: BatchOptions, warn: Warn) {
    this.#exporter = exporter;
    this.#options = options;
    this.#warn = warn;
  }

  /** How many spans have not been sent: those that wait, those under way, and those that were dropped. */
  get unsent(): number {
    return this.#queue.length + this.#underWay + this.#lost;
  }

  onStart(_span: Span): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#queue.length >= this.#options.queueSize) {
      this.#lost++;
      this.#warn(
        "queue_full",
        `more than ${this.#options.queueSize} spans wait for the OTLP exporter; what comes beyond is not sent (OTEL_BSP_MAX_QUEUE_SIZE)`,
      );
      return;
    }
    this.#queue.push(span);
    if (this.#sending) return;
    if (this.#queue.length === this.#options.batchSize && this.#attempts === 0) this.#schedule(0);
    else if (this.#timer === undefined) this.#schedule(this.#options.delayMs);
  }

  /** Sends everything that waits. Rejects at the first export that fails; what was not sent waits on. */
  async forceFlush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = true;
    try {
      while (this.#queue.length > 0) {
        const batches = Array.from({ length: Math.min(FLUSH_CONCURRENCY, Math.ceil(this.#queue.length / this.#options.batchSize)) }, () =>
          this.#take(),
        );
        const results = await Promise.allSettled(batches.map(async (batch) => await this.#export(batch)));
        const failed = batches.filter((_, at) => results[at]?.status === "rejected");
        if (failed.length > 0) this.#putBack(failed.flat());
        for (const result of results) if (result.status === "rejected") throw result.reason as Error;
      }
    } finally {
      this.#sending = false;
    }
    await this.#exporter.forceFlush?.();
  }

  async shutdown(): Promise<void> {
    try {
      await this.forceFlush();
    } finally {
      await this.#exporter.shutdown();
    }
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sendOne(), delayMs).unref();
  }

  async #sendOne(): Promise<void> {
    this.#timer = undefined;
    if (this.#sending || this.#queue.length === 0) return;
    this.#sending = true;
    const batch = this.#take();
    try {
      await this.#export(batch);
      this.#attempts = 0;
    } catch {
      this.#attempts++;
      if (this.#attempts < MOST_ATTEMPTS) this.#putBack(batch);
      else {
        this.#attempts = 0;
        this.#lost += batch.length;
      }
      if (this.#queue.length > 0) this.#schedule(PAUSE_MS);
      return;
    } finally {
      this.#sending = false;
    }
    if (this.#queue.length > 0) this.#schedule(this.#queue.length >= this.#options.batchSize ? 0 : this.#options.delayMs);
  }

  #take(): readonly ReadableSpan[] {
    return this.#queue.splice(0, this.#options.batchSize);
  }

  #putBack(batch: readonly ReadableSpan[]): void {
    const all = [...batch, ...this.#queue];
    this.#queue = all.slice(0, this.#options.queueSize);
    this.#lost += all.length - this.#queue.length;
  }

  async #export(batch: readonly ReadableSpan[]): Promise<void> {
    this.#underWay += batch.length;
    try {
      await new Promise<void>((resolve, reject) => {
        // The host's own HTTP instrumentation must not trace the export.
        context.with(suppressTracing(context.active()), () => {
          this.#exporter.export([...batch], ({ code, error }) => {
            if (code === ExportResultCode.SUCCESS) resolve();
            else reject(this.#told(error ?? new Error("no cause is given")));
          });
        });
      });
    } finally {
      this.#underWay -= batch.length;
    }
  }

  #told(error: Error): Error {
    const { advice } = this.#options;
    const cause = advice === undefined ? error.message : `${error.message}; ${advice}`;
    this.#warn("export_failed", `spans could not be sent over OTLP (${cause}); the agent goes on, and they are tried again later`);
    return error;
  }
}
