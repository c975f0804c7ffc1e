import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { itemsOf } from "../../../src/sources/json/items.ts";
import { SHARE } from "../damage.ts";

describe("itemsOf", () => {
  it.each<[list: string, items: readonly string[]]>([
    ['[{"a":1},{"b":', ['{"a":1}']],
    ['[{"a":"}]{\\""},[[1]],5,"{}"', ['{"a":"}]{\\""}', "[[1]]"]],
    ['[{"a":"never closed}', []],
    ["[", []],
  ])("of %s are %j", (list, items) => {
    expect([...itemsOf(list)].map(({ text }) => text)).toEqual(items);
  });

  it("says how many lines lie before each", () => {
    expect([...itemsOf('[\n{"a":\n1},\n\n{}')].map(({ lines }) => lines)).toEqual([1, 4]);
  });

  it("are those of the list, wherever it is cut off", () => {
    const lists = fc.array(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), { maxLength: 5 });
    fc.assert(
      fc.property(lists, fc.oneof(SHARE, fc.constant(1)), (list, where) => {
        const text = JSON.stringify(list);
        const items = [...itemsOf(text.slice(0, Math.ceil(where * text.length)))].map((item) => JSON.parse(item.text) as unknown);
        expect(items).toEqual((JSON.parse(text) as unknown[]).slice(0, items.length));
        if (where === 1) expect(items).toHaveLength(list.length);
      }),
    );
  });
});
