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

  /** Replaces every string among an object's own properties. */
  properties(object: object): void {
    const properties = object as Record<string, unknown>;
    for (const key of Object.keys(properties)) {
      const value = properties[key];
      if (typeof value === "string") properties[key] = this.text(value);
    }
  }
}
