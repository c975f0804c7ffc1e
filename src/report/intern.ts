/** Long texts are rarely said twice, and would be kept by the table for nothing. */
const LONGEST = 256;
/** A bound on what the table itself can take when every text is new. */
const MOST = 65_536;

/** Gives the same string object for the same text, so that what repeats in every span is kept once. */
export class Interner {
  readonly #texts = new Map<string, string>();

  text(text: string): string {
    if (text.length > LONGEST) return text;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < MOST) this.#texts.set(text, text);
    return text;
  }

  /** Replaces the strings among an object's own properties, but for those that are rarely said twice. */
  properties(object: object, unique: ReadonlySet<string>): void {
    const properties = object as Record<string, unknown>;
    for (const key in properties) {
      const value = properties[key];
      // The engine itself keeps short texts of parsed JSON once.
      if (typeof value === "string" && value.length > 10 && !unique.has(key)) properties[key] = this.text(value);
    }
  }
}
