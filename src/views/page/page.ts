/**
 * What a report says to people, as plain data: the same for every format that people read. `text.ts` and `markdown.ts`
 * print it; both pass every text, ours or a stranger's, through `visible` and their own escape.
 */
export interface Page {
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  /** The answer in short, beside the title. */
  readonly lead?: Text | undefined;
  readonly blocks: readonly Block[];
}

export type Block = Paragraph | Items | Table;

export interface Paragraph {
  readonly type: "paragraph";
  readonly text: Text;
}

/** Statements, each under a word that says what became of it. */
export interface Items {
  readonly type: "items";
  readonly items: readonly Item[];
  /** How many more there are. */
  readonly hidden: number;
}

export interface Item {
  readonly mark: string;
  readonly tone: Tone;
  readonly text: Text;
  readonly details: readonly Detail[];
}

export interface Detail {
  readonly label: string;
  readonly text: Text;
}

export interface Table {
  readonly type: "table";
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Text[])[];
  readonly hidden: number;
}

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Its cells may be set on several lines where the page is narrow. */
  readonly wraps?: boolean;
}

/** `bad`: something broke or was blocked; `warn`: look at it; `good`: active; `quiet`: beside the point. */
export type Tone = "bad" | "warn" | "good" | "quiet";

export type Text = string | readonly Span[];

/** A part of a text: plain, a name that stands out, something to type, or something beside the point. */
export type Span = string | { readonly name: string } | { readonly code: string } | { readonly quiet: string };

export function name(name: string): Span {
  return { name };
}

export function code(code: string): Span {
  return { code };
}

export function quiet(quiet: string): Span {
  return { quiet };
}

/** A text with other texts in it: say`${name(hook)} vetoed ${name(tool)}`. What is undefined or "" leaves nothing. */
export function say(words: TemplateStringsArray, ...values: readonly (Text | Span | undefined)[]): Text {
  return words.flatMap((word, i) => [...spans(word), ...spans(values[i] ?? "")]);
}

export function spans(text: Text | Span): readonly Span[] {
  if (typeof text === "string") return text === "" ? [] : [text];
  return "length" in text ? text : [text];
}

/** The characters of a span, whatever it is. */
export function plain(span: Span): string {
  if (typeof span === "string") return span;
  if ("name" in span) return span.name;
  return "code" in span ? span.code : span.quiet;
}
