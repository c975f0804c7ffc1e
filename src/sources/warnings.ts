import type { ReadOptions, SourceEvents } from "./source.ts";

/** How many warnings of one code are told one by one. */
const TOLD = 20;

/** How many places of one code are remembered. */
const REMEMBERED = 1000;

/** Warnings that say that a record is lost. The others say that something is less exact than it could be, or was no record. */
const LOSSES: ReadonlySet<string> = new Set([
  "truncated_record",
  "invalid_record",
  "record_too_large",
  "partial_answer",
  "limit_reached",
  "backend_error",
  "summary_only",
]);

/**
 * The warnings of one source. Of many of the same code the first are told, and at the end how many more there were.
 *
 * They are held back until something was recognised: of what is no trace file at all, one error says more. Once the signal is
 * aborted nothing is told: what was being read then looks as if it were cut off.
 */
export class Warnings {
  readonly #source: string;
  readonly #events: SourceEvents & Pick<ReadOptions, "signal">;
  readonly #counts = new Map<string, number>();
  /** Where each code was met: what is wrong with a line can be found out bit by bit, and other lines between. */
  readonly #positions = new Map<string, Set<string>>();
  #held: (() => void)[] | undefined = [];
  #firstLoss: string | undefined;

  constructor(source: string, events: SourceEvents & Pick<ReadOptions, "signal">) {
    this.#source = source;
    this.#events = events;
  }

  /** Where and why a record was lost first, for people; undefined where none was. */
  get firstLoss(): string | undefined {
    return this.#firstLoss;
  }

  add(code: string, message: string, position: string = ""): void {
    if (LOSSES.has(code)) this.#firstLoss ??= position === "" ? message : `${position}: ${message}`;
    const positions = this.#positions.get(code) ?? new Set();
    this.#positions.set(code, positions);
    // What is wrong with a line is said once.
    if (position !== "" && positions.has(position)) return;
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (positions.size < REMEMBERED) positions.add(position);
    if (count > TOLD) return;
    if (this.#held === undefined) this.#tell(code, message, position);
    else this.#held.push(() => this.#tell(code, message, position));
  }

  /** Something was recognised. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const tell of held) tell();
  }

  /** Says what was not told. */
  end(): void {
    this.release();
    for (const [code, count] of this.#counts) {
      if (count > TOLD) this.#tell(code, `${count - TOLD} more warnings of this kind (${code}) were left out`, "");
    }
  }

  #tell(code: string, message: string, position: string): void {
    if (this.#events.signal?.aborted === true) return;
    this.#events.onWarning({
      code,
      message: `${this.#source}: ${message}`,
      source: this.#source,
      position: position === "" ? undefined : position,
    });
  }
}
