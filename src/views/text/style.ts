import { createColors } from "picocolors";
import { type Span, type Tone, plain } from "../page/page.ts";
import { visible } from "../visible.ts";

/** Colours of a terminal. They only repeat what the words say. */
export interface Style {
  span(span: Span): Styled;
  title(text: string): Styled;
  mark(text: string, tone: Tone): Styled;
  quiet(text: string): Styled;
}

/** A text that was made visible, and the same with colours. */
export interface Styled {
  readonly text: string;
  readonly paint: (text: string) => string;
}

export function style(colour: boolean): Style {
  const { bold, cyan, dim, green, red, yellow } = createColors(colour);
  const tones: Readonly<Record<Tone, (text: string) => string>> = { bad: (text) => bold(red(text)), warn: yellow, good: green, quiet: dim };
  const styled = (text: string, paint: (text: string) => string): Styled => ({ text: visible(text), paint });
  const same = (text: string): string => text;
  return {
    span(span) {
      if (typeof span === "string") return styled(span, same);
      return styled(plain(span), "name" in span ? bold : "code" in span ? cyan : dim);
    },
    title: (text) => styled(text, bold),
    mark: (text, tone) => styled(text, tones[tone]),
    quiet: (text) => styled(text, dim),
  };
}
