import { SCHEMA_VERSION, SCOPE_NAME, spanName, toAttributes, type Activation } from "../../src/activation/activation.ts";
import { toolCallAttributes, toolCallSpanName, type ToolCall } from "../../src/activation/tool-call.ts";
import type { AnyValue, HrTime, SpanAttributes, SpanEvent, SpanRecord, SpanStatus } from "../../src/sources/span.ts";
import { bareObject } from "../../src/sources/values/bare-object.ts";

type WithoutKind<A> = A extends unknown ? Omit<A, "kind"> : never;
type Details<K extends Activation["kind"]> = WithoutKind<Extract<Activation, { readonly kind: K }>>;

/** What a test can say of a span beside its activation. */
export interface SpanOptions {
  /** Seconds after the start of the test's clock, exact to the nanosecond; by default one millisecond after the last span. */
  readonly at?: number | HrTime;
  readonly durationMs?: number;
  readonly traceId?: string;
  readonly spanId?: string;
  /** Absent: the emitter's first span. null: none. */
  readonly parent?: SpanRecord | string | null;
  readonly status?: SpanStatus;
  readonly events?: readonly SpanEvent[];
  readonly droppedAttributes?: number;
  /** More attributes; one that is undefined takes the attribute away. */
  readonly attributes?: Readonly<Record<string, AnyValue | undefined>>;
  readonly source?: string;
}

/** 2026-01-05T09:00:00Z. */
export const EPOCH_SECONDS = 1_767_603_600;

/**
 * One emitter of one session, writing spans as a source gives them: ids, times and sequence numbers count up by themselves.
 *
 * @example
 * const agent = emitter();
 * agent.start();
 * agent.write("hook", { event: "PreToolUse", decision: "vetoed", name: "guard", toolName: "Bash" });
 * agent.end();
 * buildActivationReport(agent.spans);
 */
export class Emitter {
  readonly spans: SpanRecord[] = [];
  readonly session: string | undefined;
  readonly id: string | undefined;
  readonly agent: string | undefined;
  readonly source: string;
  run: string | undefined;
  sequence = 0;
  #milliseconds = 0;
  readonly #traceId: string;

  constructor(options: EmitterOptions = {}) {
    this.session = options.session === null ? undefined : (options.session ?? "s-1");
    this.id = options.id === null ? undefined : (options.id ?? "e-1");
    this.agent = options.agent === null ? undefined : (options.agent ?? "demo-agent");
    this.run = options.run;
    this.source = options.source ?? "traces.jsonl";
    this.#milliseconds = (options.startsAt ?? 0) * 1000;
    this.#traceId = options.traceId ?? hex(`trace ${this.id} ${this.session}`, 32);
  }

  /** Writes one activation as the contract has it. */
  write<K extends Activation["kind"]>(kind: K, details: Details<K>, options: SpanOptions = {}): SpanRecord {
    this.sequence += 1;
    const common = {
      kind,
      sequence: this.id === undefined ? undefined : this.sequence,
      emitter: this.id,
      sessionId: this.session,
      runId: this.run,
      agent: this.agent,
    };
    const activation = { ...common, ...details } as unknown as Activation;
    const [shared, own] = toAttributes(activation);
    return this.raw(spanName(activation), { ...shared, ...own }, options);
  }

  /** Writes an `execute_tool` span; it takes no sequence number and, as an agent's own spans do, no run. */
  call(toolName: string, details: Partial<ToolCall> = {}, options: SpanOptions = {}): SpanRecord {
    const call: ToolCall = { kind: "tool_call", toolName, sessionId: this.session, agent: this.agent, ...details };
    return this.raw(toolCallSpanName(call), toolCallAttributes(call), options);
  }

  /** Writes any span. */
  raw(name: string, attributes: Readonly<Record<string, AnyValue | undefined>>, options: SpanOptions = {}): SpanRecord {
    const startTime = this.#time(options.at);
    const all = bareObject<AnyValue>();
    for (const [key, value] of Object.entries({ ...attributes, ...options.attributes })) if (value !== undefined) all[key] = value;
    const span: SpanRecord = {
      type: "span",
      traceId: options.traceId ?? this.#traceId,
      spanId: options.spanId ?? hex(`span ${this.id} ${this.session} ${this.spans.length}`, 16),
      parentSpanId: this.#parent(options.parent),
      name,
      startTime,
      endTime: plusMilliseconds(startTime, options.durationMs ?? 0),
      attributes: all,
      status: options.status ?? { code: "unset", message: undefined },
      events: options.events ?? [],
      droppedAttributes: options.droppedAttributes ?? 0,
      scope: SCOPE_NAME,
      source: options.source ?? this.source,
      position: `line ${this.spans.length + 1}`,
    };
    this.spans.push(span);
    return span;
  }

  start(details: Partial<Details<"session">> = {}, options: SpanOptions = {}): SpanRecord {
    const told = { mode: "interactive", workspacePath: "~/project", workspaceTrusted: true, schemaVersion: SCHEMA_VERSION };
    return this.write("session", { phase: "started", ...told, ...details, runId: undefined }, options);
  }

  inventoried(kinds: readonly string[], details: Partial<Details<"session">> = {}, options: SpanOptions = {}): SpanRecord {
    return this.write("session", { phase: "inventoried", inventory: kinds, ...details }, options);
  }

  end(details: Partial<Details<"session">> = {}, options: SpanOptions = {}): SpanRecord {
    return this.write("session", { phase: "ended", records: this.sequence + 1, runId: undefined, ...details }, options);
  }

  startRun(run: string, options: SpanOptions = {}): SpanRecord {
    this.run = run;
    return this.write("run", { phase: "started" }, options);
  }

  endRun(options: SpanOptions = {}): SpanRecord {
    const span = this.write("run", { phase: "ended" }, options);
    this.run = undefined;
    return span;
  }

  /** Takes a sequence number that no span will have: a record that was lost. */
  lose(count = 1): void {
    this.sequence += count;
  }

  #time(at: number | HrTime | undefined): HrTime {
    if (typeof at === "object") return at;
    if (at !== undefined) this.#milliseconds = at * 1000;
    const time = plusMilliseconds([EPOCH_SECONDS, 0], this.#milliseconds);
    this.#milliseconds += 1;
    return time;
  }

  #parent(parent: SpanRecord | string | null | undefined): string | undefined {
    if (parent === null) return undefined;
    if (parent === undefined) return this.spans[0]?.spanId;
    return typeof parent === "string" ? parent : parent.spanId;
  }
}

export interface EmitterOptions {
  /** null: the spans name none. */
  readonly session?: string | null;
  readonly id?: string | null;
  readonly agent?: string | null;
  readonly run?: string;
  readonly source?: string;
  /** Seconds after the start of the test's clock. */
  readonly startsAt?: number;
  readonly traceId?: string;
}

export function emitter(options: EmitterOptions = {}): Emitter {
  return new Emitter(options);
}

/** The spans of a whole session: its start, what `write` writes, its end. */
export function sessionOf(write: (agent: Emitter) => void, options: EmitterOptions = {}): readonly SpanRecord[] {
  const agent = emitter(options);
  agent.start();
  write(agent);
  agent.end();
  return agent.spans;
}

/** Attributes as a source makes them. */
export function attributes(entries: Readonly<Record<string, AnyValue>>): SpanAttributes {
  return Object.assign(bareObject<AnyValue>(), entries);
}

function plusMilliseconds([seconds, nanoseconds]: HrTime, milliseconds: number): HrTime {
  const total = nanoseconds + Math.round(milliseconds * 1e6);
  return [seconds + Math.floor(total / 1e9), total % 1e9];
}

/** Hex digits that depend on the text alone (FNV-1a, repeated with the digit's place). */
function hex(text: string, digits: number): string {
  let out = "";
  while (out.length < digits) {
    let hash = 0x811c9dc5;
    for (const character of `${text} ${out.length}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
    out += hash.toString(16).padStart(8, "0");
  }
  return out.slice(0, digits);
}
