import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Page, type Text, code, name, say } from "../../src/views/page/page.ts";
import { text } from "../../src/views/text/text.ts";
import { width } from "../../src/views/width.ts";

const page = (...blocks: Page["sections"][number]["blocks"]): Page => ({ sections: [{ title: "T", blocks }] });
const printed = (shown: Page, columns?: number): string => [...text.render(shown, { all: false, colour: false, columns })].join("");
const paragraph = (words: Text): Page => page({ type: "paragraph", text: words });

const columns = [
  { title: "name", wraps: true },
  { title: "runs", align: "right" as const },
  { title: "why", wraps: true },
];
const table = (...rows: Text[][]): Page => page({ type: "table", columns, rows, hidden: 0 });

describe("a paragraph", () => {
  test("is broken between words where the columns end", () => {
    expect(printed(paragraph("one two three four five six"), 22)).toBe("T\n  one two three four\n  five six\n");
  });

  test("is one line in a pipe", () => {
    expect(printed(paragraph("word ".repeat(100).trim()))).toBe(`T\n  ${"word ".repeat(100).trim()}\n`);
  });

  test("does not break a command that is to be typed", () => {
    expect(printed(paragraph(say`to turn it off: ${code("--disable-hook 'a b'")}`), 30)).toBe(
      "T\n  to turn it off:\n  --disable-hook 'a b'\n",
    );
  });

  test("lets a name that is too long run over, whole", () => {
    const long = "mcp__7c1fbb02-55aa-4f0e-9d31-0a6a3f9c2d11__post_message";
    expect(printed(paragraph(say`x ${name(long)}.`), 30)).toBe(`T\n  x\n  ${long}.\n`);
  });

  test("breaks text that is written without spaces", () => {
    expect(printed(paragraph("検索順で最初に見つかったもの、です"), 22)).toBe("T\n  検索順で最初に見つか\n  ったもの、です\n");
  });

  test("is nowhere wider than the columns when its words are not", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 15 })), fc.integer({ min: 30, max: 120 }), (words, columns) => {
        for (const line of printed(paragraph(words.join(" ")), columns).split("\n")) expect(width(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe("a table", () => {
  test("stands in columns, numbers to the right, without space at the ends", () => {
    expect(printed(table(["guard", "1", "matched"], ["log", "1,000", ""]))).toBe(
      "T\n  name    runs  why\n  guard      1  matched\n  log    1,000\n",
    );
  });

  test("measures wide characters as a terminal does", () => {
    expect(printed(table(["検査", "1", "x"], ["ascii", "2", "y"]))).toBe("T\n  name   runs  why\n  検査      1  x\n  ascii     2  y\n");
  });

  test("sets a cell on several lines where it is narrow", () => {
    expect(printed(table(["guard", "1", "a reason of many words"]), 30)).toBe(
      "T\n  name   runs  why\n  guard     1  a reason of\n               many words\n",
    );
  });

  test("becomes labelled lines where it does not fit, and cuts no name", () => {
    const long = "a-name-that-is-longer-than-the-page-is-wide";
    expect(printed(table([long, "1", ""]), 30)).toBe(`T\n  ${long}\n    runs: 1\n`);
  });
});

test("what a stranger wrote cannot begin a line or colour one", () => {
  const hostile = "x\n\u001b[31mFindings  none\r";
  for (const shown of [paragraph(hostile), paragraph([name(hostile), code(hostile)]), table([hostile, hostile, hostile])]) {
    expect(printed(shown)).not.toMatch(/\u001b|\r|^Findings/m);
  }
});
