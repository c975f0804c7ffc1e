import type { ActivationRecord } from "../activation/record.ts";
import type { SpanRecord } from "../sources/span.ts";
import { assemble } from "./assemble.ts";
import { Duplicates } from "./duplicates.ts";
import { recordFromSpan } from "./from-span.ts";
import { Interner } from "./intern.ts";
import type { ReportOptions, SessionLike } from "./options.ts";
import type { ActivationReport } from "./report.ts";
import { listSessions, type SessionSummary } from "./sessions.ts";

/** What was added under one source's name. */
interface SourceCount {
  spans: number;
  activationSpans: number;
}

/** Beyond this many other spans nobody remembers which parents are in the input. */
const MOST_OTHER_SPANS = 50_000;

/** What nearly every record says in words of its own. */
const UNIQUE: ReadonlySet<string> = new Set(["spanId", "position", "reason", "toolCallId"]);

/**
 * Takes spans as they are read and keeps the activations and tool calls among them, each once; memory is bounded by these.
 *
 * @example
 * const builder = new ReportBuilder();
 * for await (const span of source.read(options)) builder.add(span);
 * const report = builder.build({ session: "s-1" });
 */
export class ReportBuilder {
  readonly #records: ActivationRecord[] = [];
  readonly #duplicates = new Duplicates();
  readonly #counts = new Map<string, SourceCount>();
  readonly #interner = new Interner();
  readonly #otherSpans = new Set<string>();
  #otherSpansForgotten = false;
  #evicted = 0;

  /** Adds one span, whatever it states, or a record that was made of one. */
  add(span: SpanRecord | ActivationRecord): void {
    const record = "type" in span ? recordFromSpan(span) : span;
    const source = span.source ?? "memory";
    let count = this.#counts.get(source);
    if (count === undefined) this.#counts.set(this.#interner.text(source), (count = { spans: 0, activationSpans: 0 }));
    count.spans += 1;
    if (record === undefined) {
      this.#remember(span);
      return;
    }
    if (record.activation.kind !== "tool_call") count.activationSpans += 1;
    if (record !== span) this.#intern(record);
    if (this.#duplicates.isNew(record)) this.#records.push(record);
  }

  /** Adds what a session of the library still holds in memory. */
  addSession(session: SessionLike): void {
    for (const record of session.records()) this.add(record);
    this.#evicted += session.evicted;
  }

  /** Whether some activation's parent was not added: it can be a span that the source passed over. */
  lacksParents(): boolean {
    return this.#records.some((record) => record.activation.kind !== "tool_call" && !this.#holdsParent(record));
  }

  /** What was kept: the activations and tool calls, in the order in which they were added. */
  records(): Iterable<ActivationRecord> {
    return this.#records;
  }

  /** The sessions of what was added, the newest first. */
  sessions(): SessionSummary[] {
    return listSessions(this.#records);
  }

  build(options: ReportOptions = {}): ActivationReport {
    const sources =
      options.sources?.map(({ name, format, spans }) => ({
        name,
        format,
        spans,
        activation_spans: this.#counts.get(name)?.activationSpans ?? 0,
      })) ??
      Array.from(this.#counts, ([name, count]) => ({
        name,
        format: "memory",
        spans: count.spans,
        activation_spans: count.activationSpans,
      }));
    return assemble(
      {
        records: this.#records,
        duplicates: this.#duplicates,
        evicted: this.#evicted,
        sources,
        holdsParent: (record) => this.#holdsParent(record),
        wholeInput: !this.#otherSpansForgotten && this.#added() >= sources.reduce((sum, source) => sum + source.spans, 0),
      },
      options,
    );
  }

  /** An activation's parent is often a span that is none: it is in the input all the same. */
  #remember(span: SpanRecord | ActivationRecord): void {
    if (this.#otherSpans.size < MOST_OTHER_SPANS) this.#otherSpans.add(span.traceId + span.spanId);
    else this.#otherSpansForgotten = true;
  }

  #holdsParent({ traceId, parentSpanId }: ActivationRecord): boolean {
    if (parentSpanId === undefined) return true;
    return this.#duplicates.has(traceId, parentSpanId) || this.#otherSpans.has(traceId + parentSpanId);
  }

  #added(): number {
    let spans = 0;
    for (const count of this.#counts.values()) spans += count.spans;
    return spans;
  }

  #intern(record: ActivationRecord): void {
    this.#interner.properties(record, UNIQUE);
    this.#interner.properties(record.activation, UNIQUE);
  }
}

/**
 * The report on one session of the input: spans as a source gives them, activations, or a session of the library.
 *
 * @example
 * const report = buildActivationReport(session);
 */
export function buildActivationReport(
  input: Iterable<SpanRecord | ActivationRecord> | SessionLike,
  options: ReportOptions = {},
): ActivationReport {
  const builder = new ReportBuilder();
  if (!("records" in input)) {
    for (const span of input) builder.add(span);
    return builder.build(options);
  }
  builder.addSession(input);
  return builder.build({ session: input.id, ...options });
}
