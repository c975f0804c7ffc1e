import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goSpans } from "../../../src/sources/console/go.ts";
import { attributes } from "../../helpers/spans.ts";
import { decode, expectSound, mutated } from "../hostile.ts";
import { readBytes } from "../read.ts";
import { VALUES, expectThePrintedSpan } from "./printed.ts";

const context = {
  TraceID: "5b8efff798038103d269b633813fc60c",
  SpanID: "00f067aa0ba902b7",
  TraceFlags: "01",
  TraceState: "",
  Remote: false,
};
const parent = { TraceID: "5b8efff798038103d269b633813fc60c", SpanID: "eee19b7ec3c1b174", TraceFlags: "01", TraceState: "", Remote: false };
const noParent = { TraceID: "0".repeat(32), SpanID: "0".repeat(16), TraceFlags: "00", TraceState: "", Remote: false };

const values = [
  { Key: "activation.kind", Value: { Type: "STRING", Value: "hook" } },
  { Key: "activation.sequence", Value: { Type: "INT64", Value: 2 } },
  { Key: "activation.hook.can_block", Value: { Type: "BOOL", Value: true } },
  { Key: "activation.hook.mutated", Value: { Type: "STRINGSLICE", Value: ["path", "a,b"] } },
];

const span = {
  Name: "execute_hook guard",
  SpanContext: context,
  Parent: parent,
  SpanKind: 1,
  StartTime: "2025-09-01T12:00:00.000007+02:00",
  EndTime: "2025-09-01T12:00:00.000009+02:00",
  Attributes: values,
  Events: [{ Name: "exception", Attributes: [{ Key: "exception.message", Value: { Type: "STRING", Value: "broken" } }], Time: "x" }],
  Links: null,
  Status: { Code: "Error", Description: "it broke" },
  DroppedAttributes: 3,
  ChildSpanCount: 0,
  Resource: [{ Key: "service.name", Value: { Type: "STRING", Value: "agent" } }],
  InstrumentationScope: { Name: "demo", Version: "", SchemaURL: "", Attributes: null },
};

/** The names of before version 1. */
const early = {
  Name: "execute_hook guard",
  SpanContext: { ...context, TraceFlags: 1 },
  ParentSpanID: "eee19b7ec3c1b174",
  StartTime: "2025-09-01T10:00:00.000007Z",
  EndTime: "2025-09-01T10:00:00.000009Z",
  Attributes: values,
  MessageEvents: span.Events,
  StatusCode: "Error",
  StatusMessage: "it broke",
  DroppedAttributeCount: 3,
  InstrumentationLibrary: { Name: "demo", Version: "" },
};

describe("what OpenTelemetry Go prints", () => {
  it.each([
    ["today", span],
    ["in early versions", early],
  ])("gives the span, as it is written %s", (_when, document) => {
    expectThePrintedSpan(goSpans, document, {
      attributes: attributes({ ...VALUES, "activation.hook.can_block": true }),
      droppedAttributes: 3,
    });
  });

  it("is read on lines behind a prefix, and indented over many", async () => {
    const other = { ...span, Parent: noParent, Attributes: null, Events: null, Status: { Code: "Unset", Description: "" } };
    const { records, summary } = await readBytes(
      `starting\n== APP == ${JSON.stringify(span)}\n${JSON.stringify({ ...span, Parent: noParent }, null, "\t")}\n${JSON.stringify(other)}\n`,
    );
    expect(records).toMatchObject([{ parentSpanId: "eee19b7ec3c1b174" }, { parentSpanId: undefined }]);
    expect(summary).toMatchObject({ format: "memory", spans: 3, lostRecords: false });
  });

  it("is read from a list, whose spans without ids are left out with a warning", () => {
    const { spans, warnings } = decode(goSpans, [span, { ...span, SpanContext: { TraceID: "", SpanID: "" } }]);
    expect(spans).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: "invalid_record", position: "span 2" }]);
  });

  it("is decoded without an error, whatever stands in it", () => {
    fc.assert(fc.property(mutated([span, early, [span]]), (document) => expectSound(goSpans, document)));
  });
});
