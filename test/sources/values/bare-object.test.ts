import { expect, it } from "vitest";
import { bareObject } from "../../../src/sources/values/bare-object.ts";
import { expectBare } from "../expect-bare.ts";

it("nothing is found in a bare object that was not put there, and what is put there changes no other one", () => {
  const [first, second] = [bareObject<unknown>(), bareObject<unknown>()];
  expectBare(first);
  first["__proto__"] = { polluted: true };
  first["constructor"] = "a";
  expect(Object.keys(first)).toEqual(["__proto__", "constructor"]);
  expect("polluted" in first).toBe(false);
  expectBare(first);
  expect(Object.keys(second)).toEqual([]);
  expectBare(second);
  expect(() => Object.assign(Object.getPrototypeOf(first) as object, { polluted: true })).toThrow(TypeError);
});
