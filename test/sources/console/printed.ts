import { expect } from "vitest";
import type { DocumentFormat } from "../../../src/sources/content/document.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { attributes } from "../../helpers/spans.ts";
import { decode } from "../hostile.ts";

/** The attributes of the span that every sample of a printed one is of. */
export const VALUES = { "activation.kind": "hook", "activation.sequence": 2, "activation.hook.mutated": ["path", "a,b"] } as const;

/** That a format takes a document for its own, and reads the one span in it, which is the same in whatever way it is written. */
export function expectThePrintedSpan(format: DocumentFormat, document: unknown, also: Partial<SpanRecord> = {}): void {
  expect(format.recognises(document)).toBe(true);
  expect(decode(format, document)).toMatchObject({
    warnings: [],
    spans: [
      {
        traceId: "5b8efff798038103d269b633813fc60c",
        spanId: "00f067aa0ba902b7",
        parentSpanId: "eee19b7ec3c1b174",
        name: "execute_hook guard",
        startTime: [1_756_720_800, 7000],
        endTime: [1_756_720_800, 9000],
        attributes: attributes(VALUES),
        status: { code: "error", message: "it broke" },
        events: [{ name: "exception", attributes: attributes({ "exception.message": "broken" }) }],
        scope: "demo",
        ...also,
      },
    ],
  });
}
