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

test("a character is what a reader sees as one", () => {
  expect([...characters("e\u0301⚠️x")]).toEqual(["e\u0301", "⚠️", "x"]);
});
