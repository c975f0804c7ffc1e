import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesStars } from "../../src/report/glob.ts";

describe("a pattern with stars", () => {
  it("agrees with the regular expression of the same meaning", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", ".", "*"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        const regex = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^]*")}$`);
        expect(matchesStars(pattern, name)).toBe(regex.test(name));
      }),
    );
  });

  it("takes no longer than the product of both lengths", () => {
    expect(matchesStars("*a".repeat(200), "a".repeat(20_000) + "b")).toBe(false);
  });
});
