import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearNames } from "../../src/activation/near-names.ts";

describe("the nearest names", () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    ["exa", ["weather", "exa_search", "wiki_read"], ["exa_search"]],
    ["exa_*", ["weather", "exa_search"], ["exa_search"]],
    ["gaurd-shell", ["guard-shell", "guard-write", "audit"], ["guard-shell"]],
    ["deploy-notes", ["deploy-note", "release-notes", "lint"], ["deploy-note", "release-notes"]],
    ["Bash", ["bash", "Write"], ["bash"]],
    ["create_issue", ["mcp__issues__create_issue", "mcp__issues__close_issue"], ["mcp__issues__create_issue", "mcp__issues__close_issue"]],
    ["x", ["abc", "weather"], []],
    ["", ["a"], []],
    ["*", ["a"], []],
    ["same", ["same"], []],
  ])("to %s among %j", (name, candidates, expected) => {
    expect(nearNames(name, candidates)).toEqual(expected);
  });

  test("are at most as many as asked for, and do not depend on the order of the candidates", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 40, size: "max" }), fc.nat({ max: 5 }), (name, candidates, most) => {
        const found = nearNames(name, candidates, most);
        expect(found.length).toBeLessThanOrEqual(most);
        expect(nearNames(name, candidates.toReversed(), most)).toEqual(found);
      }),
    );
  });

  test("are found among very many and very long names in bounded time", () => {
    const candidates = Array.from({ length: 50_000 }, (_, i) => `${"name".repeat(200)}${i}`);
    const start = performance.now();
    nearNames("name".repeat(200), candidates);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
