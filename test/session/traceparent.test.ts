import { describe, expect, it } from "vitest";
import { formatTraceparent, parseTraceparent } from "../../src/session/traceparent.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

describe("traceparent", () => {
  it("gives back what was written", () => {
    for (const traceFlags of [0, 1]) {
      const text = formatTraceparent({ traceId: TRACE, spanId: SPAN, traceFlags });
      expect(text).toBe(`00-${TRACE}-${SPAN}-0${traceFlags}`);
      expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags, isRemote: true });
    }
  });

  it("is read of a later version as far as it is known", () => {
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-the-future-will-be`)?.spanId).toBe(SPAN);
  });

  it.each([
    "",
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
  ])("is nothing where it is not valid: %j", (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
