import { context as contextApi, createContextKey, trace, type Context, type SpanContext } from "@opentelemetry/api";
import { EnvironmentSetter } from "@opentelemetry/propagator-env-carrier";
import { randomUUID } from "node:crypto";
import type { DisableKind, DisableOrigin } from "../activation/disable.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { ActivationRecord } from "../activation/record.ts";
import { DISABLED_MEMBER } from "./baggage-member.ts";
import { readField, takeField, writeField, type Carrier } from "./carrier.ts";
import type { DisableChange } from "./change.ts";
import { Changes, type OpenChange } from "./changes.ts";
import type { DisableTarget } from "./disabled-set.ts";
import { Disables, problemOf } from "./disables.ts";
import { readIncoming, RUN_MEMBER, SESSION_MEMBER } from "./incoming.ts";
import type { DisableOptions, FromOptions, ReceiveOptions, SessionOptions } from "./options.ts";
import { contextWithMembers, writeMembers, type Members } from "./outgoing.ts";
import { callSafely } from "./call-safely.ts";
import { Ring } from "./ring.ts";
import type { Surface } from "./surface.ts";
import { formatTraceparent } from "./traceparent.ts";

export type { DisableChange } from "./change.ts";
export type { OpenChange } from "./changes.ts";
export type { DisableOptions, FromOptions, ReceiveOptions, SessionOptions } from "./options.ts";

/** A record as it is kept: cheap to make on a hot path, complete only when it is read. */
export interface StoredRecord {
  toRecord(): ActivationRecord;
}

const SESSION_KEY = createContextKey("extension-activation session");

/**
 * A session of an agent in this process: its ids, the surfaces that it has, what is turned off, and its last records.
 *
 * Everything here is in memory and scoped to the session: turning something off changes no file, and it ends with
 * the session. It reaches other processes where the host hands it on, as W3C baggage.
 */
export class Session {
  readonly id: string;
  /** New for each start of a process that writes. */
  readonly emitter: string = `e-${randomUUID()}`;
  readonly agent: string | undefined;
  readonly mode: string | undefined;
  readonly workspace: { readonly path?: string | undefined; readonly trusted?: boolean | undefined };
  /** The span of the parent process under which this one works. */
  readonly parent: SpanContext | undefined;

  #run: string | undefined;
  #root: SpanContext | undefined;
  #sequence = 0;
  readonly #ring: Ring<StoredRecord>;
  readonly #disables: Disables;
  readonly #listeners = new Set<(record: ActivationRecord) => void>();

  /** @throws {TypeError} for an id or run that cannot be written as UTF-8, or is empty */
  constructor(options: SessionOptions = {}) {
    this.id = checkedId(options.id, "id") ?? `s-${randomUUID()}`;
    this.agent = options.agent;
    this.mode = options.mode;
    this.workspace = options.workspace ?? {};
    this.parent = options.parent;
    this.#run = checkedId(options.run, "run");
    this.#root = options.parent;
    this.#ring = new Ring(options.ringSize ?? 1000);
    this.#disables = new Disables(new Changes(() => this.#sequence > 0), options.knowsSurfaces ?? true);
  }

  /** The session that a context carries, if any. */
  static current(context: Context = contextApi.active()): Session | undefined {
    return context.getValue(SESSION_KEY) as Session | undefined;
  }

  /**
   * The session that a carrier speaks of: an environment, HTTP headers, MCP's `params._meta`.
   *
   * From a trusted carrier it is the same session and run with the same things off, and an emitter of its own. From
   * another nothing is taken: not the session's id, so that no stranger writes into somebody's report, and no disable;
   * each that was asked for is recorded as refused. Never throws for what a carrier holds.
   * @param carrier nothing at all (a message without `_meta`) brings nothing
   * @param options an `id` or `run` given here comes before the carrier's; a run is taken over only with its session
   */
  static from(carrier: Carrier | null | undefined, options: FromOptions = {}): Session {
    const incoming = readIncoming(carrier);
    const trusted = isTrusted(carrier, options);
    const joins = trusted && (options.id === undefined || options.id === incoming.sessionId);
    const session = new Session({
      ...options,
      id: options.id ?? (joins ? incoming.sessionId : undefined),
      run: options.run ?? (joins ? incoming.run : undefined),
      parent: options.parent ?? (joins ? incoming.parent : undefined),
    });
    session.#disables.follow(incoming, trusted, originOf(carrier, options));
    return session;
  }

  /** A context that carries this session, under a private key: automatic instrumentation sends nothing of it. */
  bind(context: Context = contextApi.active()): Context {
    return context.setValue(SESSION_KEY, this);
  }

  /** The current run; undefined between runs. */
  get run(): string | undefined {
    return this.#run;
  }

  /** Sets the current run. The recorder's `startRun` and `endRun` do, and write the fact. */
  setRun(run: string | undefined): void {
    this.#run = checkedId(run, "run");
  }

  /** @internal The recorder's: the span under which a child process stands where no span is active. */
  setRoot(root: SpanContext | undefined): void {
    this.#root = root ?? this.parent;
  }

  /** The last sequence number that was taken. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Takes the next sequence number; whoever takes one MUST write a record with it. */
  nextSequence(): number {
    return ++this.#sequence;
  }

  // What is there, and what is off

  /** Makes a surface known, so that a disable can say how many it reaches. Known twice is known once. */
  addSurface(surface: Surface): Surface {
    return this.#disables.addSurface(surface);
  }

  surfaces(): readonly Surface[] {
    return this.#disables.surfaces();
  }

  /** Whether the surface is off: then the string that turns it off, as `kind.name`; else undefined. Cheap for the same object. */
  disabledBy(surface: Surface): string | undefined {
    return this.#disables.match(surface);
  }

  /** What is off, in the order in which it was turned off. */
  get disabled(): readonly DisableTarget[] {
    return this.#disables.targets();
  }

  /** Whether exactly this kind and name is off. */
  isDisabled(target: DisableTarget): boolean {
    return this.#disables.has(target);
  }

  /**
   * Turns something off, at once, for this session. A name can hold `*` for any characters. A plugin takes with it all
   * that it registered, a server its tools; what is protected stays on.
   * @returns what came of it; undefined before {@link settle}, when nobody knows yet what it reaches. A name that
   * cannot be written is refused, never thrown.
   */
  disable(target: DisableTarget, options: DisableOptions = {}): DisableChange | undefined {
    return this.#disables.disable(target, options);
  }

  /**
   * Turns on again what a disable of the same kind and name had turned off, and nothing else.
   * @returns what came of it; undefined before {@link settle}.
   */
  enable(target: DisableTarget, options: Pick<DisableOptions, "origin"> = {}): DisableChange | undefined {
    return this.#disables.enable(target, options);
  }

  /** Records a change that was asked for and is not made. */
  refuse(
    target: { readonly kind: DisableKind | undefined; readonly name: string },
    origin: DisableOrigin,
    reasonCode: ReasonCode,
    reason: string,
  ): DisableChange {
    return this.#disables.refuse(target, origin, reasonCode, reason);
  }

  /**
   * Follows what a further carrier asks to turn off, such as a request that reaches a running session; where the
   * carrier is not trusted, all of it is refused, and recorded. Nothing is turned on again by it, and its session's id
   * is not looked at.
   */
  receive(carrier: Carrier | null | undefined, options: ReceiveOptions = {}): void {
    this.#disables.follow(readIncoming(carrier), isTrusted(carrier, options), originOf(carrier, options));
  }

  /**
   * Says that the surfaces are known: changes asked for before, by flags or a carrier, are counted and recorded now.
   * Later changes are recorded at once.
   * @returns the changes that were waiting
   */
  settle(): readonly DisableChange[] {
    return this.#disables.changes.settle();
  }

  /**
   * Calls `listener` after every change of what is off, until the function that it returns is called: whoever runs
   * surfaces can then say which of them are off now.
   */
  onDisableChange(listener: () => void): () => void {
    return this.#disables.onChange(listener);
  }

  // Out of the process

  /**
   * Writes the session, its run and what is off into a carrier: HTTP headers, or the `params._meta` of an MCP message.
   * What others have in its baggage stays. Where a span is active and the carrier has no `traceparent`, it gets one.
   *
   * Beside automatic HTTP instrumentation use {@link baggage} or `SessionPropagator` instead: where the active context
   * has baggage, the registered propagator writes the header anew.
   * @throws {BaggageLimitError} where the whole does not fit; the carrier is unchanged
   */
  inject<C extends Carrier>(carrier: C, context: Context = contextApi.active()): C {
    this.#disables.handOn(() => writeMembers(carrier, this.#members()));
    const span = this.#spanContext(context);
    if (span !== undefined && readField(carrier, "traceparent").text === "")
      traceFields(span, (name, value) => writeField(carrier, name, value));
    return carrier;
  }

  /**
   * An environment for a child process: that which is given, with `BAGGAGE` and, where there is a span, `TRACEPARENT`
   * and `TRACESTATE` (OpenTelemetry's "Environment Variables as Context Propagation Carriers"). A child that begins
   * with `Session.from(process.env)` is in the same session and run, and has the same things off. The environment that is given
   * is not changed.
   * @throws {BaggageLimitError} where the whole does not fit
   */
  childEnvironment(
    env: Readonly<Record<string, string | undefined>> = process.env,
    context: Context = contextApi.active(),
  ): Record<string, string> {
    const child: Record<string, string> = {};
    for (const [name, value] of Object.entries(env)) if (value !== undefined) child[name] = value;
    const setter = new EnvironmentSetter(child);
    // What is read in any case is written in one: a `baggage` beside BAGGAGE would turn off again what is on.
    const carrier: Carrier = { baggage: takeField(child, "baggage") };
    this.#disables.handOn(() => writeMembers(carrier, this.#members()));
    setter.set(undefined, "baggage", readField(carrier, "baggage").text);
    const span = this.#spanContext(context);
    if (span !== undefined) {
      takeField(child, "traceparent");
      takeField(child, "tracestate");
      traceFields(span, (name, value) => setter.set(undefined, name, value));
    }
    return child;
  }

  /**
   * A context whose OpenTelemetry baggage has the session, its run and what is off: for code that wants plain
   * OpenTelemetry. The registered propagator sends it with **every** request made in it, whatever the host; what else
   * the context's baggage has stays.
   * @throws {BaggageLimitError} where the whole does not fit, which a propagator would cut in silence
   */
  baggage(context: Context = contextApi.active()): Context {
    return this.#disables.handOn(() => contextWithMembers(context, this.#members()));
  }

  #members(): Members {
    return { [SESSION_MEMBER]: this.id, [RUN_MEMBER]: this.#run, [DISABLED_MEMBER]: this.#disables.encoded() };
  }

  #spanContext(context: Context): SpanContext | undefined {
    return trace.getSpanContext(context) ?? this.#root;
  }

  /** @internal The recorder's: how a change becomes a fact. */
  recordChanges(open: () => OpenChange): void {
    this.#disables.changes.recordWith(open);
  }

  /** @internal The recorder's: its first fact is written; changes asked for before begin theirs. */
  beginChanges(): void {
    this.#disables.changes.begin();
  }

  // What was recorded

  /** @internal The recorder's: keeps a record. */
  append(record: StoredRecord): void {
    this.#ring.push(record);
    if (this.#listeners.size === 0) return;
    const complete = record.toRecord();
    for (const listener of this.#listeners) {
      callSafely("a subscriber of a session", () => listener(complete));
    }
  }

  /** Calls `listener` with every record from now on, until the function that it returns is called. */
  subscribe(listener: (record: ActivationRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The last records, oldest first. */
  *records(): Generator<ActivationRecord> {
    for (const stored of this.#ring) yield stored.toRecord();
  }

  /** How many records are no longer in memory. */
  get evicted(): number {
    return this.#ring.evicted;
  }
}

/** Identity, not likeness: nobody outside the process can make `process.env` out of a request. */
/** Of what is no boolean (`trust: "false"`, out of some setting) nobody has said that it is trusted. */
function isTrusted(carrier: Carrier | null | undefined, { trust = carrier === process.env }: ReceiveOptions): boolean {
  const said: unknown = trust;
  return said === true;
}

function originOf(carrier: Carrier | null | undefined, { origin }: ReceiveOptions): DisableOrigin {
  return origin ?? (carrier === process.env ? "environment" : "baggage");
}

function checkedId(id: string | undefined, what: "id" | "run"): string | undefined {
  if (id !== undefined && problemOf(id) !== undefined) {
    throw new TypeError(
      `a session's ${what} cannot be ${JSON.stringify(id)}: it must be a text that is not empty and can be written as UTF-8`,
    );
  }
  return id;
}

/** The fields of W3C Trace Context. */
function traceFields(span: SpanContext, set: (name: string, value: string) => void): void {
  set("traceparent", formatTraceparent(span));
  const state = span.traceState?.serialize();
  if (state !== undefined && state !== "") set("tracestate", state);
}
