import { INTERN } from "./text-table.ts";

/** The strings of the texts that a program's `intern` finds again. To find one takes a fraction of making it anew, and all its uses are one object. */
export class KnownTexts {
  readonly #texts: string[] = Array.from({ length: INTERN.slots }, () => "");

  /**
   * The text of UTF-8 that stands in `bytes` between two offsets.
   *
   * @param number what `intern` returned for it. All that it returns MUST be asked for, in the same order: the text that one call puts
   *   into a place, another one can put out of it
   */
  at(number: number, bytes: Buffer, from: number, to: number): string {
    if (number >= 0) return this.#texts[number]!;
    const text = bytes.toString("utf8", from, to);
    if (number !== INTERN.notKept) this.#texts[-1 - number] = text;
    return text;
  }
}
