import { expect, test } from "vitest";
import { itemName } from "../../src/report/item-name.ts";

test.each([
  ["skill", "skill:x"],
  ["", "extension:x"],
  ["__proto__:", "extension:x"],
  ["a b", "extension:x"],
])("a disable of the kind %j is about %s", (target, item) => {
  expect(itemName({ kind: "disable", target: target as never, targetName: "x" })).toBe(item);
  expect(itemName({ kind: "unknown", unknownKind: target, name: "x" })).toBe(item);
});
