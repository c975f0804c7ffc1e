import { describe, expect, it } from "vitest";
import { readField, writeField, type Carrier } from "../../src/session/carrier.ts";

describe("a carrier", () => {
  it.each<[string, unknown, string]>([
    ["headers of a request", { host: "x", baggage: "a=1" }, "a=1"],
    ["another case", { Baggage: "a=1" }, "a=1"],
    ["an environment", { PATH: "/bin", BAGGAGE: "a=1" }, "a=1"],
    ["several headers, as Node.js's headersDistinct has them", { baggage: ["a=1", "b=2"] }, "a=1,b=2"],
    ["two spellings", { baggage: "a=1", BAGGAGE: "b=2" }, "a=1,b=2"],
    ["fetch's headers", new Headers({ BAGGAGE: "a=1" }), "a=1"],
    ["a map", new Map([["baggage", "a=1"]]), "a=1"],
    ["a map with another case", new Map([["Baggage", "a=1"]]), "a=1"],
    [
      "a map with two spellings and other keys",
      new Map<unknown, string>([
        ["BAGGAGE", "a=1"],
        [5, "x"],
        ["baggage", "b=2"],
      ]),
      "a=1,b=2",
    ],
    ["without a prototype", Object.assign(Object.create(null), { baggage: "a=1" }), "a=1"],
    ["none of it", { other: "x" }, ""],
    ["no text", { baggage: { a: 1 } }, ""],
    ["something else", 42, ""],
    ["null", null, ""],
    ["an inherited field", Object.create({ baggage: "a=1" }), ""],
  ])("is read: %s", (_title, carrier, text) => {
    expect(readField(carrier, "baggage")).toEqual({ text, oversized: false });
  });

  it("is not read where the field is so long that reading costs", () => {
    expect(readField({ baggage: "x".repeat(70_000) }, "baggage")).toEqual({ text: "", oversized: true });
  });

  it("is written under the spelling that it has, once", () => {
    const carrier: Carrier = { Baggage: "a=1", BAGGAGE: "b=2", other: "x" };
    writeField(carrier, "baggage", "c=3");
    expect(carrier).toEqual({ Baggage: "c=3", other: "x" });
    writeField(carrier, "baggage", "");
    expect(carrier).toEqual({ other: "x" });
    const map = new Map([
      ["Baggage", "a=1"],
      ["BAGGAGE", "b=2"],
    ]);
    writeField(map, "baggage", "c=3");
    expect([...map]).toEqual([["baggage", "c=3"]]);
    writeField(map, "baggage", "");
    expect([...map]).toEqual([]);
    const headers = new Headers();
    writeField(headers, "baggage", "c=3");
    expect([...headers]).toEqual([["baggage", "c=3"]]);
    writeField(headers, "baggage", "");
    expect([...headers]).toEqual([]);
  });

  it.each<[string, Carrier]>([
    ["an array", [] as never],
    ["what is frozen", Object.freeze({})],
  ])("%s is refused when it is written to: a disable must not vanish in it", (_title, carrier) => {
    expect(() => writeField(carrier, "baggage", "a=1")).toThrow(TypeError);
  });
});
