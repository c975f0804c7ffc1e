import fc from "fast-check";
import { expect, test } from "vitest";
import { characters, width } from "../../src/views/width.ts";

test.each([
  ["", 0],
  ["guard", 5],
  ["é", 1],
  ["cafe\u0301", 4],
  ["…", 1],
  ["検査フック", 10],
  ["ｆｕｌｌ", 8],
  ["ﾊﾝｶｸ", 4],
  ["한국어", 6],
  ["\u1112\u1161\u11ab", 2],
  ["🚀", 2],
  ["⚠️", 2],
  ["⚠", 1],
  ["🇩🇪", 2],
  ["👩🏽", 2],
  ["1", 1],
  ["ไทย", 3],
  ["กำ", 2],
  ["कि", 2],
  ["שלום", 4],
])("%s takes %i columns", (text, columns) => {
  expect(width(text)).toBe(columns);
});

test("a long text with one character beyond ASCII costs no more than its length", () => {
  const text = `${"a".repeat(300_000)}…`;
  const started = performance.now();
  expect(width(text)).toBe(300_001);
  expect(width("한".repeat(20_000))).toBe(40_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("characters are those of the whole text, wherever it is cut to look at them", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const single = fc.constantFrom("ß", "ʰ", "–", "‼", "↔", "↩", "─", "▓", "\u00ad", "\ufe0f", "\u200d", "\u0308");
  const piece = fc.oneof(single, fc.constantFrom("a", "b c", "e\u0301", "é", "⚠️", "👩‍👩‍👧", "한", "漢字", "…", "กำ", "1️⃣"));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60, size: "max" }), (pieces) => {
      const text = pieces.join("");
      expect([...characters(text)]).toEqual([...segmenter.segment(text)].map(({ segment }) => segment));
    }),
    { numRuns: 1000 },
  );
});

test("what is taken for a column each without a closer look is that when it is looked at", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const ranges = ["\u00a1\u02ff", "\u2010\u2027", "\u2030\u205e", "\u2190\u21ff", "\u2500\u259f"];
  for (const [first, last] of ranges) {
    const codes = Array.from({ length: last!.charCodeAt(0) - first!.charCodeAt(0) + 1 }, (_, index) => first!.charCodeAt(0) + index);
    const text = String.fromCharCode(...codes, ...codes.toReversed());
    expect([...segmenter.segment(text)].every(({ segment }) => segment.length === 1)).toBe(true);
    expect(text).not.toMatch(/[\p{Emoji_Presentation}\p{M}]/u);
    expect(width(text)).toBe(text.length);
  }
});

test("a character is what a reader sees as one", () => {
  expect([...characters("e\u0301⚠️x")]).toEqual(["e\u0301", "⚠️", "x"]);
});
