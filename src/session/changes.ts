import { diag } from "@opentelemetry/api";
import { describeChange, type DisableChange } from "./change.ts";

/**
 * One change that was asked for, opened when it was asked and closed when it is known what it reaches. The recorder
 * takes the fact's sequence number and start time when it opens, and writes it when it closes.
 */
export interface OpenChange {
  close(change: DisableChange): void;
}

interface Held {
  fact: OpenChange | undefined;
  change: DisableChange | undefined;
  judge(): DisableChange;
}

/** What waits for a recorder that may never come is bounded. */
const MOST_HELD = 1000;

/**
 * Changes on their way to becoming facts. One asked for before the surfaces are known waits to be judged; one asked
 * for before anything records waits to be written. So what a flag or a carrier turned off is never lost.
 */
export class Changes {
  readonly #isRecording: () => boolean;
  #open: (() => OpenChange) | undefined;
  #settled = false;
  #held: Held[] = [];

  /** @param isRecording whether the emitter has written its first fact, which a change must not come before */
  constructor(isRecording: () => boolean) {
    this.#isRecording = isRecording;
  }

  /** Says how a change becomes a fact. */
  recordWith(open: () => OpenChange): void {
    this.#open = open;
  }

  /** Opens a fact for every change that waits for one. */
  begin(): void {
    for (const held of this.#held) held.fact ??= this.#begin();
  }

  /** @returns what came of it; undefined where that is not known before {@link settle} */
  make(judge: () => DisableChange): DisableChange | undefined {
    const held: Held = { judge, fact: this.#begin(), change: undefined };
    if (this.#settled) return this.#finish(held);
    this.#hold(held);
    return undefined;
  }

  /** A change whose end is known already. */
  tell(change: DisableChange): DisableChange {
    return this.#finish({ judge: () => change, fact: this.#begin(), change: undefined });
  }

  /** @returns what became known only now */
  settle(): readonly DisableChange[] {
    this.#settled = true;
    const waiting = this.#held;
    this.#held = [];
    const judged: DisableChange[] = [];
    for (const held of waiting) {
      const isNew = held.change === undefined;
      held.fact ??= this.#begin();
      const change = this.#finish(held);
      if (isNew) judged.push(change);
    }
    return judged;
  }

  #finish(held: Held): DisableChange {
    if (held.change === undefined) {
      held.change = held.judge();
      if (held.change.matched === 0) diag.warn(describeChange(held.change));
    }
    if (held.fact === undefined) this.#hold(held);
    else held.fact.close(held.change);
    return held.change;
  }

  #begin(): OpenChange | undefined {
    return this.#isRecording() ? this.#open?.() : undefined;
  }

  #hold(held: Held): void {
    if (this.#held.length < MOST_HELD) this.#held.push(held);
    else diag.warn("a change of what is off is not recorded: nothing has recorded this session's changes so far");
  }
}
