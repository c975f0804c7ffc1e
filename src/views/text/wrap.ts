import type { Text } from "../page/page.ts";
import { spans } from "../page/page.ts";
import { width } from "../width.ts";
import type { Style } from "./style.ts";

/** A line with its colours, and the columns that it takes. */
export interface Line {
  readonly text: string;
  readonly columns: number;
}

/**
 * A text on as many lines as it needs. A word that is wider than a line stands alone and runs over: a name, a path or a
 * command that is cut cannot be copied.
 */
export function wrap(text: Text, columns: number | undefined, style: Style): readonly Line[] {
  const lines: Line[] = [];
  let line: Line = EMPTY;
  for (const word of words(text, style)) {
    const gap = line.columns === 0 ? 0 : word.space;
    if (line.columns > 0 && columns !== undefined && line.columns + gap + word.columns > columns) {
      lines.push(line);
      line = word;
    } else {
      line = { text: line.text + " ".repeat(gap) + word.text, columns: line.columns + gap + word.columns };
    }
  }
  return line.columns === 0 && lines.length > 0 ? lines : [...lines, line];
}

const EMPTY: Line = { text: "", columns: 0 };

/** What no line break may stand in. */
interface Word extends Line {
  /** Whether a space stands before it. */
  readonly space: 0 | 1;
}

/** Words, commands to type, and what is joined to them without a space. */
function words(text: Text, style: Style): readonly Word[] {
  const found: Word[] = [];
  let space: 0 | 1 = 1;
  for (const span of spans(text)) {
    const { text: shown, paint } = style.span(span);
    const whole = typeof span !== "string" && "code" in span;
    for (const [i, part] of (whole ? [shown] : shown.split(" ")).entries()) {
      if (i > 0) space = 1;
      if (part === "") continue;
      for (const piece of typeof span === "string" ? breakable(part) : [part]) {
        const last = space === 0 && !WIDE_START.test(piece) ? found.pop() : undefined;
        found.push({ text: (last?.text ?? "") + paint(piece), columns: (last?.columns ?? 0) + width(piece), space: last?.space ?? space });
        space = 0;
      }
    }
  }
  return found;
}

/** Scripts that are written without spaces break before any of their characters; punctuation stays with what it ends. */
const WIDE_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const BEFORE_WIDE = /(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** Splitting asks at every place: a long word that has none of these characters is not split. */
function breakable(word: string): readonly string[] {
  return word.length < 2 || !WIDE.test(word) ? [word] : word.split(BEFORE_WIDE);
}
