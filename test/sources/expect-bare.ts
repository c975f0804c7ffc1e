import { expect } from "vitest";

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

/** That nothing is found in an object that was not put there. */
export function expectBare(object: object): void {
  for (const name of INHERITED) expect(name in object, name).toBe(Object.hasOwn(object, name));
}
