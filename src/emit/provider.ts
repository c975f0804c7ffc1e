import type { Tracer } from "@opentelemetry/api";
import { detectResources, envDetector, resourceFromAttributes, type Resource } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { SCOPE_NAME } from "../activation/activation.ts";
import type { Session } from "../session/session.ts";
import { HarmlessExporter, HarmlessProcessor } from "./harmless.ts";
import { journalFile, journalRoot } from "./journal-path.ts";
import { pruneInTurns } from "./journal-prune.ts";
import { JournalProcessor } from "./journal.ts";
import type { BatchProcessor } from "./batch-processor.ts";
import { endpointProblem, otlpIsConfigured, otlpProcessor } from "./otlp.ts";
import { warnOnce, type Warn } from "./warn.ts";
import { clearTimeout, setTimeout } from "./real-time.ts";

export interface ProviderOptions {
  /** The folder of the journal; false, or "off" as in the environment, for none. Default: as `ACTIVATION_JOURNAL` and the XDG variables say. */
  readonly journal?: string | false | undefined;
  /** Whether to send over OTLP/HTTP. Default: where `OTEL_EXPORTER_OTLP_ENDPOINT` or its traces sister is set. */
  readonly otlp?: boolean | undefined;
  /** Processors of the host's own: the way into an OpenTelemetry set-up that is there already. */
  readonly spanProcessors?: readonly SpanProcessor[] | undefined;
  /** Exporters that get every span at once, such as `InMemorySpanExporter` in tests. */
  readonly exporters?: readonly SpanExporter[] | undefined;
  readonly resource?: Resource | undefined;
  /** How trouble is told, each kind once. Default: a Node.js process warning. */
  readonly onWarning?: Warn | undefined;
}

/** How long `flush` and `shutdown` wait at most, in milliseconds. */
export const FLUSH_DEADLINE_MS = 900;

/**
 * The library's own tracer provider: never registered globally, always recording and exporting, whatever the sampling
 * decision of the trace it stands in.
 */
export class ActivationProvider {
  readonly tracer: Tracer;
  /** The journal's file; undefined where the journal is off. */
  readonly journalPath: string | undefined;
  readonly #provider: NodeTracerProvider;
  readonly #otlp: BatchProcessor | undefined;
  readonly #warn: Warn;

  constructor(session: Session, version: string, options: ProviderOptions = {}) {
    const warn = warnOnce(options.onWarning);
    this.#warn = warn;
    const processors: SpanProcessor[] = [];
    this.journalPath = addJournal(processors, session, options.journal, warn);
    this.#otlp = (options.otlp ?? otlpIsConfigured()) ? sending(warn) : undefined;
    if (this.#otlp !== undefined) processors.push(this.#otlp);
    for (const exporter of options.exporters ?? []) processors.push(new SimpleSpanProcessor(new HarmlessExporter(exporter, warn)));
    for (const processor of options.spanProcessors ?? []) processors.push(new HarmlessProcessor(processor, warn));

    this.#provider = new NodeTracerProvider({
      sampler: new AlwaysOnSampler(),
      resource:
        options.resource ??
        resourceFromAttributes({ "service.name": session.agent ?? "unknown_agent" }).merge(detectResources({ detectors: [envDetector] })),
      // Set here, so that limits meant for an application's own spans cut nothing of a report.
      spanLimits: { attributeCountLimit: 256, attributeValueLengthLimit: Infinity, linkCountLimit: 16 },
      spanProcessors: processors,
    });
    this.tracer = this.#provider.getTracer(SCOPE_NAME, version);
  }

  /**
   * Sends what is waiting, for at most `deadlineMs` milliseconds. Never throws.
   * @returns whether everything was sent in that time
   */
  async flush(deadlineMs: number = FLUSH_DEADLINE_MS): Promise<boolean> {
    return await within(deadlineMs, async () => await this.#provider.forceFlush());
  }

  /** Sends what is waiting and ends the provider, in at most `deadlineMs` milliseconds. Never throws. */
  async shutdown(deadlineMs: number = FLUSH_DEADLINE_MS): Promise<boolean> {
    const inTime = await within(deadlineMs, async () => await this.#provider.shutdown());
    const unsent = this.#otlp?.unsent ?? 0;
    if (unsent > 0) {
      // Of the same kind as an export that failed: told where none was so far, since no answer came at all.
      const kept = this.journalPath === undefined ? "they are lost" : "the journal has them";
      this.#warn("export_failed", `${unsent} spans were not sent over OTLP when the session ended: no answer in time; ${kept}`);
    }
    return inTime;
  }
}

/** The way out over OTLP; undefined where it leads nowhere, which is told. */
function sending(warn: Warn): BatchProcessor | undefined {
  const problem = endpointProblem();
  if (problem === undefined) return otlpProcessor(warn);
  warn("otlp_endpoint", `nothing is sent over OTLP: ${problem}`);
  return undefined;
}

/** @returns the journal's file, where there is one */
function addJournal(processors: SpanProcessor[], session: Session, journal: string | false | undefined, warn: Warn): string | undefined {
  try {
    const root = journal === false || journal === "off" ? undefined : (journal ?? journalRoot());
    if (root === undefined) return undefined;
    const processor = new JournalProcessor(journalFile(root, session.id, session.emitter), warn);
    processors.push(processor);
    pruneInTurns(root, { keep: session.id });
    return processor.path;
  } catch (error) {
    // A relative path in a working folder that is gone.
    const cause = error instanceof Error ? error.message : String(error);
    warn("journal_failed", `there is no journal (${cause}); set ACTIVATION_JOURNAL to a folder, or to "off"`);
    return undefined;
  }
}

/** The longest timer of Node.js: a longer one fires at once. */
const MOST_TIMER_MS = 2 ** 31 - 1;

async function within(deadlineMs: number, work: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(deadlineMs, MOST_TIMER_MS));
  });
  const done = work().then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([done, deadline]);
  clearTimeout(timer);
  return inTime;
}
