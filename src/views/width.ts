/** East Asian Wide and Fullwidth blocks of Unicode 16 (UAX #11), emoji aside: first and last code point in turn. */
const WIDE: readonly number[] = [
  0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4dc0, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30,
  0xfe6f, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18dff, 0x1aff0, 0x1b2ff, 0x1d300, 0x1d376, 0x1f200, 0x1f2ff, 0x20000, 0x3fffd,
];

const ASCII = /^[ -~]*$/;
/** Letters, punctuation, arrows and lines each of which is a cluster of its own beside the others, one column wide. */
const SINGLE = /^[ -~\u00a1-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u259f]*$/;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;
/** Marks above and below, and the vowels and finals of a Hangul syllable that is written in its parts. */
const ATTACHED = /[\p{Mn}\p{Me}\u1160-\u11ff]/u;

let segmenter: Intl.Segmenter | undefined;

/** Making a segmenter takes longer than all that a report in most languages asks of it. */
function clusters(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/**
 * Parts that can be looked at one by one: between two ASCII characters no cluster goes on. Segmenting takes time with the
 * square of the length in V8, so that what is not ASCII is cut as well where a stranger's text does not end.
 */
const PARTS = /[ -~]+(?![^ -~])|[ -~]?[^ -~]{1,256}\p{M}*/gu;

/** What a reader sees as single characters: extended grapheme clusters (UAX #29). */
export function* characters(text: string): Iterable<string> {
  for (const [part] of text.matchAll(PARTS)) {
    if (SINGLE.test(part)) yield* part;
    else for (const { segment } of clusters(part)) yield segment;
  }
}

/** The columns that a text takes in a terminal. The text went through `visible` before: it has no controls. */
export function width(text: string): number {
  if (ASCII.test(text)) return text.length;
  let columns = 0;
  for (const [part] of text.matchAll(PARTS)) {
    if (SINGLE.test(part)) columns += part.length;
    else for (const { segment } of clusters(part)) columns += characterWidth(segment);
  }
  return columns;
}

/** An emoji is wide as a whole; in other characters each part counts that stands beside the others. */
function characterWidth(character: string): number {
  if (character.length === 1 && character < "\u0300") return 1;
  if (EMOJI.test(character)) return 2;
  let columns = 0;
  for (const part of character) if (!ATTACHED.test(part)) columns += isWide(part.codePointAt(0) ?? 0) ? 2 : 1;
  return columns;
}

function isWide(code: number): boolean {
  for (let i = 0; i < WIDE.length; i += 2) {
    if (code < (WIDE[i] ?? 0)) return false;
    if (code <= (WIDE[i + 1] ?? 0)) return true;
  }
  return false;
}
