import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Ring } from "../../src/session/ring.ts";

describe("a ring", () => {
  it("holds the last items, oldest first, and counts the others", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.integer()), (capacity, items) => {
        const ring = new Ring<number>(capacity);
        for (const item of items) ring.push(item);
        expect([...ring]).toEqual(items.slice(-capacity));
        expect(ring.evicted).toBe(Math.max(0, items.length - capacity));
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])("cannot hold %d items", (capacity) => {
    expect(() => new Ring(capacity)).toThrow(RangeError);
  });
});
