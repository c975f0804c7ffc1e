import { endOfValue, typeAt, VALUE, type ObjectText, type Outline } from "./outline.ts";

/** A way on from one value to the next. */
interface Step<Kind> {
  readonly before: Uint8Array;
  readonly type: number;
  readonly next: Step<Kind>[];
  /** Of the last one, which stands for the end. */
  readonly kind: Kind | undefined;
}

/** How much is remembered: rows in which some keys are there or not have many outlines. */
const MAX_STEPS = 1 << 12;

/** Outlines of objects, each with what kind of thing has it, in a tree of what they begin with. */
export class Outlines<Kind> {
  readonly #first: Step<Kind>[] = [];
  #steps = 0;
  readonly #begins: number[] = [];
  readonly #ends: number[] = [];

  add({ members, after }: Outline, kind: Kind): void {
    if (this.#steps + members.length >= MAX_STEPS) return;
    let steps = this.#first;
    for (const { before, type } of members) steps = this.#step(steps, before, type, undefined).next;
    this.#step(steps, after, VALUE.none, kind);
  }

  /** What kind of thing has the outline of this object; undefined where that is not known. */
  find({ bytes, closes }: ObjectText): Kind | undefined {
    let steps = this.#first;
    let nested = 0;
    for (let at = 0, index = 0; ; index++) {
      const step = stepAt(steps, bytes, at);
      if (step === undefined) return undefined;
      at += step.before.length;
      if (step.kind !== undefined) return at === bytes.length ? step.kind : undefined;
      this.#begins[index] = at;
      at = endOfValue(bytes, at, step.type, closes[nested]);
      if (at < 0) return undefined;
      this.#ends[index] = at;
      if (step.type >= VALUE.object) nested++;
      steps = step.next;
    }
  }

  /** The text of one of the values of the object that was found last, as it is written between its quotes. */
  text(bytes: Buffer, index: number): string {
    return bytes.toString("latin1", (this.#begins[index] ?? 0) + 1, (this.#ends[index] ?? 0) - 1);
  }

  #step(steps: Step<Kind>[], before: Uint8Array, type: number, kind: Kind | undefined): Step<Kind> {
    const known = steps.find((step) => step.type === type && Buffer.compare(step.before, before) === 0);
    if (known !== undefined) return known;
    const step = { before, type, next: [], kind };
    steps.push(step);
    this.#steps++;
    return step;
  }
}

function stepAt<Kind>(steps: readonly Step<Kind>[], bytes: Uint8Array, at: number): Step<Kind> | undefined {
  for (const step of steps) {
    const end = at + step.before.length;
    if (standsAt(bytes, at, step.before) && (step.kind !== undefined || typeAt(bytes, end) === step.type)) return step;
  }
  return undefined;
}

function standsAt(bytes: Uint8Array, from: number, what: Uint8Array): boolean {
  // Outlines differ in what stands last.
  for (let at = what.length - 1; at >= 0; at--) if (bytes[from + at] !== what[at]) return false;
  return true;
}
