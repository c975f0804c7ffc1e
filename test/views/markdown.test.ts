import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeSpan, escaped, lineStart } from "../../src/views/markdown/escape.ts";
import { markdown } from "../../src/views/markdown/markdown.ts";
import { name } from "../../src/views/page/page.ts";

describe("text in Markdown renders as itself", () => {
  test.each([
    ["emphasis", "a *b* _c_ ~~d~~", "a \\*b\\* \\_c\\_ \\~\\~d\\~\\~"],
    ["a link and an image", "![x](y)", "!\\[x\\](y)"],
    ["HTML", "<img src=x onerror=y>", "\\<img src=x onerror=y\\>"],
    ["code", "`rm`", "\\`rm\\`"],
    ["a bar, which would end a table's cell", "a|b", "a\\|b"],
    ["a backslash", "C:\\x", "C:\\\\x"],
    ["a mention notifies nobody", "ask @admin now", "ask `@admin` now"],
    ["an address is no link", "see https://example.invalid/x.", "see `https://example.invalid/x.`"],
    ["an issue's number is no reference", "fixes #12", "fixes `#12`"],
    ["a character reference", "&lt;b&gt;", "`&lt;b&gt;`"],
    ["a formula", "$x$", "`$x$`"],
    ["a line break is shown", "a\n# b", "a\\\\n# b"],
  ])("%s", (_, text, shown) => {
    expect(escaped(text)).toBe(shown);
  });

  test.each([
    ["plain", "`plain`"],
    ["with ` and `` in it", "```with ` and `` in it```"],
    ["`", "`` ` ``"],
    ["", "<code> </code>"],
    ["a|b", "<code>a&#124;b</code>"],
  ])("the code span of %s", (text, shown) => {
    expect(codeSpan(text)).toBe(shown);
  });

  test.each(["# x", "- x", "+ x", "> x", "= x", "1. x", "12) x"])("%s does not begin a block", (text) => {
    expect(lineStart(text)).toMatch(/^(\\|\d+\\)/);
  });
});

test("a name of any text leaves a table of as many cells", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom("|", "\\", "`", "@", "a", " ") }), (one, two) => {
      for (const text of [one, two]) {
        const page = {
          sections: [
            {
              title: "T",
              blocks: [{ type: "table" as const, columns: [{ title: "a" }, { title: "b" }], rows: [[[name(text)], text]], hidden: 0 }],
            },
          ],
        };
        const rows = [...markdown.render(page, { all: true, colour: false, columns: undefined })].join("").trimEnd().split("\n");
        // GFM splits a row at bars that no backslash escapes.
        expect(
          rows
            .at(-1)
            ?.replaceAll(/\\[\\|`*_[\]<>~]/g, "")
            .split("|"),
        ).toHaveLength(4);
        expect(rows).toHaveLength(5);
      }
    }),
  );
});
