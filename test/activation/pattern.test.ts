import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../../src/activation/pattern.ts";

/** The same, told in another way: every `*` tried at every length. Exponential, and so for short texts only. */
function matchesSlowly(pattern: string, name: string): boolean {
  if (pattern === "") return name === "";
  if (pattern[0] !== "*") return name !== "" && pattern[0] === name[0] && matchesSlowly(pattern.slice(1), name.slice(1));
  return matchesSlowly(pattern.slice(1), name) || (name !== "" && matchesSlowly(pattern, name.slice(1)));
}

describe("a pattern", () => {
  it("matches as its definition says", () => {
    const short = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    fc.assert(
      fc.property(short, fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 }), (pattern, name) => {
        expect(compilePattern(pattern).matches(name)).toBe(matchesSlowly(pattern, name));
      }),
      { numRuns: 2000 },
    );
  });

  it("holds no other sign for special", () => {
    expect(compilePattern("a.c[d]?").matches("abcdx")).toBe(false);
    expect(compilePattern("a.c[d]?").matches("a.c[d]?")).toBe(true);
  });

  it("does not backtrack", () => {
    const began = performance.now();
    expect(compilePattern(`${"*a".repeat(5000)}*b`).matches("a".repeat(20_000))).toBe(false);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
