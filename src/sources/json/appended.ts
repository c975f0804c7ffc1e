import { itemsOf } from "./items.ts";

/** A whole document that stands on the line on which another was cut off. */
export interface Appended {
  /** Where it begins, in what was looked at. */
  readonly at: number;
  readonly text: string;
}

/** How much of a document shows how it begins. */
export const HEAD = 64;

/** How often what looks like a beginning may turn out to be a part of a document. */
const MOST_TRIES = 16;

/**
 * The document that a program appended to the half of one which its crash had left: on the same line, since that half ends in
 * no line feed. It begins with the key with which the others begin, and ends where the line ends.
 *
 * @param torn what lies from the half, or from what is still held of it, to where the line is over
 * @param heads how documents of this text begin
 */
export function appendedTo(torn: Buffer, heads: readonly (string | undefined)[]): Appended | undefined {
  const begins = new Set(heads.flatMap((head) => BEGIN.exec(head ?? "")?.[0] ?? []));
  for (const begin of begins) {
    const found = lastOf(torn, begin);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lastOf(torn: Buffer, begin: string): Appended | undefined {
  const line =
    torn.lastIndexOf(
      0x0a,
      torn.findLastIndex((byte) => byte > 0x20),
    ) + 1;
  let at = torn.length;
  for (let tries = 0; tries < MOST_TRIES && at > 0; tries++) {
    at = torn.lastIndexOf(begin, at - 1, "latin1");
    if (at < line || at <= 0) return undefined;
    const text = torn.toString("utf8", at).trimEnd();
    if (isWhole(text)) return { at, text };
  }
  return undefined;
}

/** An object, or a list of them, up to behind its first key. */
const BEGIN = /^\[?\{\s*"[^"\\]{1,40}"\s*:/;

function isWhole(text: string): boolean {
  const [first] = itemsOf(`[${text}`);
  return first?.text.length === text.length;
}
