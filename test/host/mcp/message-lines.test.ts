import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MessageLines, MOST_MESSAGE } from "../../../src/host/mcp/message-lines.ts";

describe("the messages of a server", () => {
  test("are the same however their bytes are cut up", () => {
    const message = fc.record({ jsonrpc: fc.constant("2.0"), method: fc.string({ unit: "grapheme" }) });
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat({ max: 200 })), (messages, cuts) => {
        const bytes = Buffer.from(messages.map((one) => `${JSON.stringify(one)}\r\n`).join(""));
        const at = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const lines = new MessageLines();
        const read = at.slice(1).flatMap((end, i) => [...lines.read(bytes.subarray(at[i], end))]);
        expect(read).toEqual(messages);
      }),
    );
  });

  test.each(["ready", "", "null", "[]", "{}", "{", '{"jsonrpc":"1.0"}', "\0", '"jsonrpc"'])(
    "a line that is none, %j, is passed over",
    (noise) => {
      const lines = new MessageLines();
      expect([...lines.read(Buffer.from(`${noise}\n {"jsonrpc":"2.0","id":1}\n`))]).toEqual([{ jsonrpc: "2.0", id: 1 }]);
    },
  );

  test("are bounded: one that never ends is not kept", () => {
    const lines = new MessageLines();
    const part = Buffer.alloc(MOST_MESSAGE / 4, "x");
    for (let i = 0; i < 4; i++) expect([...lines.read(part)]).toEqual([]);
    expect(() => [...lines.read(part)]).toThrow("more than 16 MB");
  });
});
