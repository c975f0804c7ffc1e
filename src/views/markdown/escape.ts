import { visible } from "../visible.ts";

/** Text as GitHub-flavoured Markdown that renders as the text itself. Newlines and the like were made visible. */
export function escaped(text: string): string {
  return visible(text)
    .split(" ")
    .map((word) => (ACTIVE.test(word) ? codeSpan(word) : word.replace(SPECIAL, "\\$&")))
    .join(" ");
}

/** What a renderer acts on although it is escaped: mentions, links, issue numbers, formulas, character references. */
const ACTIVE = /@|:\/\/|www\.|#\d|\$|&/i;
const SPECIAL = /[\\`*_[\]<>|~]/g;

/** A code span, in which nothing has a meaning; its fence is longer than any in it. An empty one would be no span. */
export function codeSpan(text: string): string {
  const shown = visible(text);
  if (shown.trim() === "") return "<code> </code>";
  // A bar ends the cell of a table even in a code span.
  if (shown.includes("|"))
    return `<code>${shown.replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const space = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return fence + space + shown + space + fence;
}

/** The start of a line, where a number, a dash or a hash would begin a list or a heading. */
export function lineStart(markdown: string): string {
  return markdown.replace(/^(?=[#+\-=>])/, "\\").replace(/^(\d+)(?=[.)])/, "$1\\");
}
