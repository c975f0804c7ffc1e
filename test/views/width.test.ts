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
  const piece = fc.constantFrom("a", "b c", "e\u0301", "é", "⚠️", "👩‍👩‍👧", "한", "漢字", "…", "กำ", "1️⃣");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      expect([...characters(text)]).toEqual([...segmenter.segment(text)].map(({ segment }) => segment));
    }),
  );
});

test("a character is what a reader sees as one", () => {
  expect([...characters("e\u0301⚠️x")]).toEqual(["e\u0301", "⚠️", "x"]);
});
