import { INTERN } from "./interned.ts";

/** The strings of the texts that a program's `intern` finds again. To find one is a fraction of making it anew, and all its uses are one object. */
export class KnownTexts {
  readonly #texts: string[] = Array.from({ length: INTERN.slots }, () => "");

  /**
   * The text of UTF-8 that stands in `bytes` between two offsets.
   *
   * @param number what `intern` returned for it; to be asked for before it is called for another one
   */
  at(number: number, bytes: Buffer, from: number, to: number): string {
    if (number >= 0) return this.#texts[number]!;
    const text = bytes.toString("utf8", from, to);
    if (number !== INTERN.notKept) this.#texts[-1 - number] = text;
    return text;
  }
}
