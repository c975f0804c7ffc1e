import type { Block, Items, Page, Section } from "../page/page.ts";
import type { View } from "../view.ts";
import { width } from "../width.ts";
import { type Style, style } from "./style.ts";
import { tableLines } from "./table.ts";
import { wrap } from "./wrap.ts";
import { digits } from "../page/words.ts";

const INDENT = 2;

/** A page for a terminal, or for a pipe: there every statement is one line. */
export const text: View<Page> = {
  *render({ sections }, { colour, columns }) {
    const look = style(colour);
    for (const [i, section] of sections.entries()) {
      // Questions without an answer stand close together.
      if (i > 0 && (section.blocks.length > 0 || sections[i - 1]?.blocks.length !== 0)) yield "\n";
      for (const line of sectionLines(section, columns, look)) yield `${line}\n`;
    }
  },
};

function* sectionLines(section: Section, columns: number | undefined, look: Style): Iterable<string> {
  const title = look.title(section.title);
  const lead = section.lead === undefined ? [] : wrap(section.lead, inner(columns, width(title.text) + INDENT), look);
  yield title.paint(title.text) + (lead[0] === undefined ? "" : `  ${lead[0].text}`);
  for (const line of lead.slice(1)) yield " ".repeat(width(title.text) + INDENT) + line.text;
  for (const block of section.blocks)
    for (const line of blockLines(block, inner(columns, INDENT), look)) yield line === "" ? "" : " ".repeat(INDENT) + line;
}

function* blockLines(block: Block, columns: number | undefined, look: Style): Iterable<string> {
  switch (block.type) {
    case "paragraph":
      for (const line of wrap(block.text, columns, look)) yield line.text;
      return;
    case "items":
      yield* itemLines(block, columns, look);
      break;
    case "table":
      yield* tableLines(block, columns, look);
      break;
  }
  if (block.hidden > 0) yield paint(look, `… and ${digits(block.hidden)} more (--all)`);
}

function* itemLines({ items }: Items, columns: number | undefined, look: Style): Iterable<string> {
  const marks = items.map(({ mark, tone }) => look.mark(mark, tone));
  const column = Math.max(0, ...marks.map(({ text }) => width(text))) + INDENT;
  for (const [i, item] of items.entries()) {
    const mark = marks[i] ?? look.quiet("");
    for (const [y, line] of wrap(item.text, inner(columns, column), look).entries()) {
      yield (y === 0 ? mark.paint(mark.text) + " ".repeat(column - width(mark.text)) : " ".repeat(column)) + line.text;
    }
    for (const { label, text } of item.details) {
      const before = `${label}: `;
      for (const [y, line] of wrap(text, inner(columns, column + before.length), look).entries()) {
        yield " ".repeat(column) + (y === 0 ? paint(look, before) : " ".repeat(before.length)) + line.text;
      }
    }
  }
}

/** What is left beside an indent; never so little that every word stands alone. */
function inner(columns: number | undefined, indent: number): number | undefined {
  return columns === undefined ? undefined : Math.max(20, columns - indent);
}

function paint(look: Style, text: string): string {
  const { text: shown, paint } = look.quiet(text);
  return paint(shown);
}
