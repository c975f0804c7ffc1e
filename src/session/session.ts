import { createContextKey, context as contextApi, type Context } from "@opentelemetry/api";
import { randomUUID } from "node:crypto";
import type { DisableOrigin } from "../activation/disable.ts";
import { nearNames } from "../activation/near-names.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import type { ActivationRecord } from "../activation/record.ts";
import { DisabledSet, itemOf, reaches, type DisableTarget } from "./disabled-set.ts";
import { compilePattern } from "./pattern.ts";
import { Ring } from "./ring.ts";
import { namesOf, surfaceKey, type Surface } from "./surface.ts";

export interface SessionOptions {
  /** Default: a random one. */
  readonly id?: string | undefined;
  /** The run that this process takes part in, where a parent process began it. */
  readonly run?: string | undefined;
  /** The root agent's name (`gen_ai.agent.name`). */
  readonly agent?: string | undefined;
  /** How the agent is used: `interactive`, `print` … */
  readonly mode?: string | undefined;
  readonly workspace?: { readonly path?: string | undefined; readonly trusted?: boolean | undefined } | undefined;
  /** How many records stay in memory (default 1,000). The whole log is the journal. */
  readonly ringSize?: number | undefined;
}

/** A change of what is off: asked for, and what came of it. */
export interface DisableChange extends DisableTarget {
  readonly state: "disabled" | "enabled";
  readonly accepted: boolean;
  /** How many of the surfaces known at that time the change reaches. */
  readonly matched: number;
  readonly origin: DisableOrigin;
  readonly reason?: string | undefined;
  readonly reasonCode?: ReasonCode | undefined;
  /** Names close to one that matched nothing. */
  readonly nearest: readonly string[];
}

export interface DisableOptions {
  /** Default `api`. */
  readonly origin?: DisableOrigin | undefined;
  /** Turns off what is protected as well. For the host's own code only, never for what a carrier asks. */
  readonly allowProtected?: boolean | undefined;
}

/** A record as it is kept: cheap to make on a hot path, complete only when it is read. */
export interface StoredRecord {
  toRecord(): ActivationRecord;
}

/**
 * One change that was asked for, opened when it was asked and closed when it is known what it reaches. The recorder
 * takes the fact's sequence number and start time when it opens, and writes it when it closes.
 */
export interface OpenChange {
  close(change: DisableChange): void;
}

const SESSION_KEY = createContextKey("extension-activation session");

/**
 * A session of an agent in this process: its ids, the surfaces that it has, what is turned off, and its last records.
 *
 * Everything here is in memory and scoped to the session: turning something off changes no file, and it ends with
 * the session.
 */
export class Session {
  readonly id: string;
  /** New for each start of a process that writes. */
  readonly emitter: string = `e-${randomUUID()}`;
  readonly agent: string | undefined;
  readonly mode: string | undefined;
  readonly workspace: { readonly path?: string | undefined; readonly trusted?: boolean | undefined };

  #run: string | undefined;
  #sequence = 0;
  readonly #ring: Ring<StoredRecord>;
  readonly #disabled = new DisabledSet();
  readonly #surfaces = new Map<string, Surface>();
  readonly #listeners = new Set<(record: ActivationRecord) => void>();
  #openChange: (() => OpenChange) | undefined;
  #pending: (() => DisableChange)[] | undefined = [];

  constructor(options: SessionOptions = {}) {
    this.id = options.id ?? `s-${randomUUID()}`;
    this.agent = options.agent;
    this.mode = options.mode;
    this.workspace = options.workspace ?? {};
    this.#run = options.run;
    this.#ring = new Ring(options.ringSize ?? 1000);
  }

  /** The session that a context carries, if any. */
  static current(context: Context = contextApi.active()): Session | undefined {
    return context.getValue(SESSION_KEY) as Session | undefined;
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
    this.#run = run;
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
    const key = surfaceKey(surface);
    const known = this.#surfaces.get(key);
    if (known !== undefined && known.protected === surface.protected) return known;
    this.#surfaces.set(key, surface);
    return surface;
  }

  surfaces(): readonly Surface[] {
    return [...this.#surfaces.values()];
  }

  /** Whether the surface is off: then the string that turns it off, as `kind.name`; else undefined. Cheap for the same object. */
  disabledBy(surface: Surface): string | undefined {
    return this.#disabled.match(surface);
  }

  /** What is off, in the order in which it was turned off. */
  get disabled(): readonly DisableTarget[] {
    return this.#disabled.targets();
  }

  /** Whether exactly this kind and name is off. */
  isDisabled(target: DisableTarget): boolean {
    return this.#disabled.has(target);
  }

  /**
   * Turns something off, at once, for this session. A name can hold `*` for any characters.
   * @returns what came of it; undefined before {@link settle}, when nobody knows yet what it reaches.
   */
  disable(target: DisableTarget, options: DisableOptions = {}): DisableChange | undefined {
    const isNew = !this.#disabled.has(target);
    if (isNew || options.allowProtected === true) this.#disabled.add(target, options.allowProtected);
    return this.#settleChange(() => {
      const change = this.#judgeDisable(target, options);
      if (!change.accepted && isNew) this.#disabled.delete(target);
      return change;
    });
  }

  /**
   * Turns on again what a disable of the same kind and name had turned off, and nothing else.
   * @returns what came of it; undefined before {@link settle}.
   */
  enable(target: DisableTarget, options: DisableOptions = {}): DisableChange | undefined {
    const wasOff = this.#disabled.delete(target);
    return this.#settleChange(() => {
      const change = { ...target, state: "enabled", origin: options.origin ?? "api", matched: this.#count(target).matched } as const;
      if (wasOff) return { ...change, accepted: true, nearest: [] };
      const off = this.#disabled.targets().filter((other) => other.kind === target.kind);
      const nearest = nearNames(
        target.name,
        off.map((other) => other.name),
      );
      return {
        ...change,
        accepted: false,
        reasonCode: "not_recognised",
        reason: `${itemOf(target)} was not turned off in this session`,
        nearest,
      };
    });
  }

  /** Records a change that was asked for and is not made. */
  refuse(target: DisableTarget, origin: DisableOrigin, reasonCode: ReasonCode, reason: string): DisableChange {
    const change: DisableChange = { ...target, state: "disabled", accepted: false, matched: 0, origin, reason, reasonCode, nearest: [] };
    this.#openChange?.().close(change);
    return change;
  }

  /**
   * Says that the surfaces are known: changes asked for before, by flags or a carrier, are counted and recorded now.
   * Later changes are recorded at once.
   */
  settle(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    for (const close of pending ?? []) close();
  }

  #settleChange(judge: () => DisableChange): DisableChange | undefined {
    const open = this.#openChange?.();
    const close = (): DisableChange => {
      const change = judge();
      open?.close(change);
      return change;
    };
    if (this.#pending === undefined) return close();
    this.#pending.push(close);
    return undefined;
  }

  #judgeDisable(target: DisableTarget, { origin = "api", allowProtected = false }: DisableOptions): DisableChange {
    const { matched, spared } = this.#count(target, allowProtected);
    const change = { ...target, state: "disabled", origin, matched, nearest: [] } as const;
    if (matched > 0) return { ...change, accepted: true };
    if (spared > 0) return { ...change, accepted: false, reasonCode: "protected", reason: `${target.name} is protected` };
    const names = [...this.#surfaces.values()].filter((surface) => surface.kind === target.kind).flatMap(namesOf);
    return { ...change, accepted: true, nearest: nearNames(target.name, names) };
  }

  /** How many known surfaces the target reaches, and how many it would but for their protection. */
  #count(target: DisableTarget, allowProtected = true): { readonly matched: number; readonly spared: number } {
    const pattern = compilePattern(target.name);
    const reached = [...this.#surfaces.values()].filter((surface) => reaches(target, pattern, surface));
    const matched = allowProtected ? reached.length : reached.filter((surface) => surface.protected !== true).length;
    return { matched, spared: reached.length - matched };
  }

  /** @internal The recorder's: how a change becomes a fact. */
  recordChanges(open: () => OpenChange): void {
    this.#openChange = open;
  }

  // What was recorded

  /** @internal The recorder's: keeps a record. */
  append(record: StoredRecord): void {
    this.#ring.push(record);
    if (this.#listeners.size === 0) return;
    const complete = record.toRecord();
    for (const listener of this.#listeners) listener(complete);
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
