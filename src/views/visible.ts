/**
 * What a terminal or a reader's eye would not show as itself: controls, format characters (zero-width, direction,
 * tags), other default-ignorable ones, odd spaces, what has no appearance of its own, and lone surrogates.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![ \u3000])\p{Zs}|(?<=^|\p{M}{4})\p{M}/gu;

/** The same as {@link HIDDEN}, for the quick answer to the usual text, which has none of it. */
const PLAIN = /^[ -~]*$/;

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/**
 * Text from a trace, safe to show: every hidden character as its escape (`\u001b`, `\u{e0049}`, `\n`).
 *
 * Every text that the command prints passes here, on stdout and on stderr, so that a name or a reason can neither
 * steer the terminal nor hide a part of itself. Letters of all scripts, combining marks (up to four in a row) and emoji
 * with their variation selector stay as they are. A backslash stays one: the exact value is in the JSON.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN, (character, offset: number) =>
    character === "\ufe0f" && EMOJI_END.test(text.slice(Math.max(0, offset - 2), offset))
      ? character
      : (SHORT.get(character) ?? escape(character)),
  );
}

const EMOJI_END = /\p{Extended_Pictographic}$/u;

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
