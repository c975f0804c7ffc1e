import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spanIdFrom, traceIdFrom } from "../../../src/sources/values/identifier.ts";

/** What becomes of an id where its digits are taken for base64. */
function takenForBase64(id: string): string {
  return Buffer.from(id, "base64").toString("hex");
}

describe("an id", () => {
  it.each<[spelling: unknown, id: string]>([
    ["5b8efff798038103d269b633813fc60c", "5b8efff798038103d269b633813fc60c"],
    ["5B8EFFF798038103D269B633813FC60C", "5b8efff798038103d269b633813fc60c"],
    ["a7890b687652000e", "0000000000000000a7890b687652000e"],
    ["W47/95gDgQPSabYzgT/GDA==", "5b8efff798038103d269b633813fc60c"],
    ["W47_95gDgQPSabYzgT_GDA==", "5b8efff798038103d269b633813fc60c"],
    ["W47_95gDgQPSabYzgT_GDA", "5b8efff798038103d269b633813fc60c"],
    ["0x5b8efff798038103d269b633813fc60c", "5b8efff798038103d269b633813fc60c"],
    ["5b8efff7-9803-8103-d269-b633813fc60c", "5b8efff798038103d269b633813fc60c"],
    // Base64 of the digits, not of the bytes.
    ["NWI4ZWZmZjc5ODAzODEwM2QyNjliNjMzODEzZmM2MGM=", "5b8efff798038103d269b633813fc60c"],
    // Its digits taken for base64.
    [takenForBase64("5b8efff798038103d269b633813fc60c"), "5b8efff798038103d269b633813fc60c"],
    [[...Buffer.from("5b8efff798038103d269b633813fc60c", "hex")], "5b8efff798038103d269b633813fc60c"],
    [Buffer.from("5b8efff798038103d269b633813fc60c", "hex").toJSON(), "5b8efff798038103d269b633813fc60c"],
  ])("of a trace, %s, is %s", (spelling, id) => {
    expect(traceIdFrom(spelling)).toBe(id);
  });

  it.each([
    ["APBnqgupArc=", "00f067aa0ba902b7"],
    ["APBnqgupArc", "00f067aa0ba902b7"],
    ["f067aa0ba902b7", "00f067aa0ba902b7"],
    ["0x00f067aa0ba902b7", "00f067aa0ba902b7"],
    ["MDBmMDY3YWEwYmE5MDJiNw==", "00f067aa0ba902b7"],
    [takenForBase64("00f067aa0ba902b7"), "00f067aa0ba902b7"],
  ])("of a span, %s, is %s", (spelling, id) => {
    expect(spanIdFrom(spelling)).toBe(id);
  });

  it.each(
    [
      [
        "",
        "0",
        "0000000000000000",
        "AAAAAAAAAAA=",
        "g067aa0ba902b7",
        "100f067aa0ba902b7",
        "0x",
        "0x0",
        "0xAPBnqgupArc=",
        "ffffffffffffffffffffffff00",
        "5b8efff798038103d269b633",
        [0, 240, 103],
        [0, 240, 103, 170, 11, 169, 2, 256],
        [0, 0, 0, 0, 0, 0, 0, 0],
        " 00f067aa0ba902b7",
        5,
        null,
        undefined,
        {},
      ],
    ].flat(),
  )("is not %j", (value) => {
    expect(spanIdFrom(value)).toBe(undefined);
  });

  it("is the same from hex and from base64", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const buffer = Buffer.from(bytes);
        expect(traceIdFrom(buffer.toString("base64"))).toBe(traceIdFrom(buffer.toString("hex")));
      }),
    );
  });
});
