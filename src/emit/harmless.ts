import { ExportResultCode, type ExportResult } from "@opentelemetry/core";
import type { ReadableSpan, Span, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-node";
import type { Context } from "@opentelemetry/api";
import type { Warn } from "./warn.ts";

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "it threw something that is no error";
}

/** A processor of the host's own that may throw: the SDK calls it inside the agent's call, and calls none after it. */
export class HarmlessProcessor implements SpanProcessor {
  readonly #processor: SpanProcessor;
  readonly #warn: Warn;

  constructor(processor: SpanProcessor, warn: Warn) {
    this.#processor = processor;
    this.#warn = warn;
  }

  onStart(span: Span, parent: Context): void {
    this.#attempt(() => this.#processor.onStart(span, parent));
  }

  onEnd(span: ReadableSpan): void {
    this.#attempt(() => this.#processor.onEnd(span));
  }

  async forceFlush(): Promise<void> {
    await this.#processor.forceFlush();
  }

  async shutdown(): Promise<void> {
    await this.#processor.shutdown();
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#warn("processor_failed", `a span processor of the host's threw (${messageOf(error)}); it may have lost spans`);
    }
  }
}

/** An exporter of the host's own that may throw: out of the SDK's simple processor that would be an unhandled rejection, which ends the agent. */
export class HarmlessExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #warn: Warn;

  constructor(exporter: SpanExporter, warn: Warn) {
    this.#exporter = exporter;
    this.#warn = warn;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    void this.#export(spans, done);
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  async #export(spans: ReadableSpan[], done: (result: ExportResult) => void): Promise<void> {
    try {
      // The interface gives nothing back; an exporter that is written as an async function does.
      await (this.#exporter.export(spans, done) as unknown);
    } catch (error) {
      this.#warn("exporter_failed", `an exporter of the host's threw (${messageOf(error)}); it may have lost spans`);
      done({ code: ExportResultCode.FAILED });
    }
  }
}
