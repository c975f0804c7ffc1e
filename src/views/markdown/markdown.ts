import { type Block, type Page, type Section, type Span, type Table, type Text, plain, spans } from "../page/page.ts";
import type { View } from "../view.ts";
import { codeSpan, escaped, lineStart } from "./escape.ts";
import { digits } from "../page/words.ts";

/** A page as GitHub-flavoured Markdown, for a pull request or a job summary. */
export const markdown: View<Page> = {
  *render({ sections }) {
    for (const [i, section] of sections.entries()) {
      if (i > 0) yield "\n";
      yield* sectionLines(section);
    }
  },
};

function* sectionLines({ title, lead, blocks }: Section): Iterable<string> {
  yield `### ${escaped(title)}\n`;
  if (lead !== undefined && lead.length > 0) yield `\n${lineStart(inline(lead))}\n`;
  for (const block of blocks) yield* blockLines(block);
}

function* blockLines(block: Block): Iterable<string> {
  switch (block.type) {
    case "paragraph":
      yield `\n${lineStart(inline(block.text))}\n`;
      return;
    case "items":
      yield "\n";
      for (const { mark, text, details } of block.items) {
        yield `- **${escaped(mark)}** ${inline(text)}\n`;
        for (const { label, text } of details) yield `  - ${escaped(label)}: ${inline(text)}\n`;
      }
      break;
    case "table":
      yield "\n";
      yield* tableLines(block);
      break;
  }
  if (block.hidden > 0) yield `\n… and ${digits(block.hidden)} more (\`--all\`)\n`;
}

function* tableLines({ columns, rows }: Table): Iterable<string> {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  yield row(columns.map(({ title }) => escaped(title)));
  yield row(columns.map(({ align }) => (align === "right" ? "--:" : "---")));
  for (const cells of rows) yield row(cells.map(inline));
}

function inline(text: Text): string {
  return spans(text).map(span).join("");
}

/** Names stand in code, which leaves every one as it is and mentions nobody. */
function span(part: Span): string {
  if (typeof part === "string") return escaped(part);
  return "quiet" in part ? escaped(part.quiet) : codeSpan(plain(part));
}
