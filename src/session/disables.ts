import type { DisableKind, DisableOrigin } from "../activation/disable.ts";
import { nearNames } from "../activation/near-names.ts";
import type { ReasonCode } from "../activation/reason-code.ts";
import { callSafely } from "./call-safely.ts";
import { BaggageLimitError } from "./baggage-limit.ts";
import { DISABLED_MEMBER, encodeDisabled, isDisableKind } from "./baggage-member.ts";
import type { DisableChange } from "./change.ts";
import { Changes } from "./changes.ts";
import { DisabledSet, itemOf, type DisableTarget } from "./disabled-set.ts";
import type { Incoming } from "./incoming.ts";
import { KnownSurfaces } from "./known-surfaces.ts";
import type { DisableOptions } from "./options.ts";
import { compilePattern } from "../activation/pattern.ts";
import type { Surface } from "./surface.ts";

/** How many refused items of one carrier are recorded one by one: a stranger's request is not to fill a journal. */
const MOST_REFUSED = 64;

/** How many of all carriers of a session: a stranger who asks again and again must not fill the journal, which has no room for a veto then. */
const MOST_REFUSED_IN_ALL = 1024;

/** What is off in a session, and every change of it: asked for, judged against the surfaces that are there, recorded. */
export class Disables {
  readonly changes: Changes;
  readonly #disabled = new DisabledSet();
  readonly #surfaces = new KnownSurfaces();
  readonly #ownerOf = (surface: Surface): string | undefined => this.#surfaces.ownerOf(surface);
  readonly #knowsSurfaces: boolean;
  readonly #watchers = new Set<() => void>();
  /** The value of `activation.disabled`, and whether it was found too long, while the set is the same. */
  #encoded: string | undefined;
  #toldOverLimit = false;
  #refusalsLeft = MOST_REFUSED_IN_ALL;

  constructor(changes: Changes, knowsSurfaces: boolean) {
    this.changes = changes;
    this.#knowsSurfaces = knowsSurfaces;
  }

  addSurface(surface: Surface): Surface {
    // The tools of a server that now has an owner may be off with it.
    if (surface.kind === "mcp_server" && surface.plugin !== undefined) this.#disabled.forget();
    return this.#surfaces.add(surface);
  }

  surfaces(): readonly Surface[] {
    return this.#surfaces.all();
  }

  /** Runs on every dispatch. */
  match(surface: Surface): string | undefined {
    return this.#disabled.match(surface, this.#ownerOf);
  }

  targets(): readonly DisableTarget[] {
    return this.#disabled.targets();
  }

  has(target: DisableTarget): boolean {
    return this.#disabled.has(target);
  }

  /** The value of `activation.disabled` before W3C percent-encoding; empty where nothing is off. */
  encoded(): string {
    return (this.#encoded ??= encodeDisabled(this.#disabled.targets()));
  }

  disable(given: DisableTarget, options: DisableOptions = {}): DisableChange | undefined {
    const { origin = "api", allowProtected = false } = options;
    const target = readTarget(given);
    const problem = isDisableKind(target.kind) ? problemOf(target.name) : "it is no kind of extension";
    if (problem !== undefined) {
      const kind = isDisableKind(target.kind) ? target.kind : undefined;
      return this.refuse({ kind, name: writable(target.name) }, origin, "not_recognised", problem);
    }
    const isNew = !this.#disabled.has(target);
    if (this.#disabled.add(target, allowProtected)) this.#changed();
    const made = this.changes.make(() => {
      const change = this.#judgeDisable(target, origin, allowProtected);
      if (!change.accepted && isNew && this.#disabled.delete(target)) this.#changed();
      return change;
    });
    this.#tellWatchers();
    return made;
  }

  enable(given: DisableTarget, options: Pick<DisableOptions, "origin"> = {}): DisableChange | undefined {
    const target = readTarget(given);
    const reachedProtected = this.#disabled.reachesProtected(target);
    const wasOff = this.#disabled.delete(target);
    if (wasOff) this.#changed();
    const sameKind = this.#disabled.targets().filter(({ kind }) => kind === target.kind);
    const off = sameKind.map(({ name }) => name);
    const made = this.changes.make(() => {
      const kind = isDisableKind(target.kind) ? target.kind : undefined;
      const name = writable(target.name);
      const change = { kind, name, state: "enabled", origin: options.origin ?? "api" } as const;
      if (wasOff) return { ...change, accepted: true, matched: this.#count(target, reachedProtected).matched, nearest: [] };
      return {
        ...change,
        accepted: false,
        matched: 0,
        reasonCode: "not_recognised",
        reason: kind !== undefined ? `${itemOf({ kind, name })} was not turned off in this session` : "it is no kind of extension",
        // What turns it off in truth comes first: a pattern that it matches.
        nearest: [...new Set([...off.filter((other) => compilePattern(other).matches(name)), ...nearNames(name, off)])].slice(0, 3),
      };
    });
    this.#tellWatchers();
    return made;
  }

  /** Records a change that was asked for and is not made. */
  refuse(
    target: { readonly kind: DisableKind | undefined; readonly name: string },
    origin: DisableOrigin,
    reasonCode: ReasonCode,
    reason: string,
  ): DisableChange {
    const { kind, name } = target;
    return this.changes.tell({ kind, name, state: "disabled", accepted: false, matched: 0, origin, reason, reasonCode, nearest: [] });
  }

  /** Follows what a carrier asks to turn off where it is trusted; what is not followed is refused, and recorded. */
  follow({ targets, unrecognised, oversized }: Incoming, trusted: boolean, origin: DisableOrigin): void {
    const refusals: Parameters<Disables["refuse"]>[] = [];
    for (const target of targets) {
      if (trusted) this.disable(target, { origin });
      else refusals.push([target, origin, "untrusted_carrier", `the ${origin} that asked for it is not trusted here`]);
    }
    for (const text of unrecognised) {
      const item = { kind: undefined, name: text.slice(0, 200).toWellFormed() };
      refusals.push([item, origin, "not_recognised", "not a kind, a dot and an encoded name: nothing is turned off by it"]);
    }
    const member = { kind: undefined, name: DISABLED_MEMBER };
    if (oversized) {
      refusals.push([member, origin, "over_baggage_limit", "the carrier's baggage is longer than 65,536 characters and was not read"]);
    }
    const room = Math.min(MOST_REFUSED, this.#refusalsLeft);
    for (const refusal of refusals.slice(0, room)) this.refuse(...refusal);
    const more = refusals.length - room;
    if (more > 0 && this.#refusalsLeft > 0) {
      const isLast = this.#refusalsLeft <= MOST_REFUSED;
      const rest = isLast ? "; what further carriers ask is refused as well, and no longer recorded" : "";
      this.refuse(member, origin, "over_limit", `${more} further items of the same carrier were refused as well${rest}`);
    }
    this.#refusalsLeft -= Math.min(refusals.length, this.#refusalsLeft);
  }

  onChange(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** Runs what writes the set into a carrier. Where it does not fit, what was last turned off stands for all in the record, once. */
  handOn<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      const last = this.#disabled.targets().at(-1);
      if (error instanceof BaggageLimitError && last !== undefined && !this.#toldOverLimit) {
        this.#toldOverLimit = true;
        const reason = `off in this process only, as all ${this.#disabled.size} that are off: ${error.message}`;
        this.refuse(last, "api", "over_baggage_limit", reason);
      }
      throw error;
    }
  }

  #judgeDisable(target: DisableTarget, origin: DisableOrigin, allowProtected: boolean): DisableChange {
    const { kind, name } = target;
    const { matched, spared } = this.#count(target, allowProtected || this.#disabled.reachesProtected(target));
    const change = { kind, name, state: "disabled", origin, matched, nearest: [] } as const;
    if (matched !== 0) return { ...change, accepted: true };
    if (spared > 0) return { ...change, accepted: false, reasonCode: "protected", reason: `${name} is protected` };
    return { ...change, accepted: true, nearest: this.#surfaces.nearest(target) };
  }

  #count(target: DisableTarget, reachesProtected: boolean): { readonly matched: number | undefined; readonly spared: number } {
    return this.#knowsSurfaces ? this.#surfaces.count(target, reachesProtected) : { matched: undefined, spared: 0 };
  }

  #changed(): void {
    this.#encoded = undefined;
    this.#toldOverLimit = false;
  }

  #tellWatchers(): void {
    for (const listener of this.#watchers) callSafely("a listener to what is off", listener);
  }
}

/** Read once: what a host hands on may be nothing, such as a line at its prompt that was no disable, or change while it is looked at. */
function readTarget(given: DisableTarget | null | undefined): DisableTarget {
  try {
    return { kind: given?.kind, name: given?.name } as DisableTarget;
  } catch {
    return { kind: undefined, name: undefined } as never;
  }
}

/** A name as a record can hold it: a host may hand on what a user or a model gave. */
function writable(name: unknown): string {
  return typeof name === "string" ? name.toWellFormed() : "";
}

/** Why a name cannot be used; undefined where it can. */
export function problemOf(name: string): string | undefined {
  if (typeof name !== "string") return "the name is no text";
  if (name === "") return "the name is empty; give a name, or * for all";
  return name.isWellFormed() ? undefined : "the name has half of a surrogate pair, which no carrier can hold; correct the name";
}
