import { SpanStatusCode } from "@opentelemetry/api";
import { ProtobufLogsSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessageMemory, withoutMemory } from "../../../src/sources/otlp/message-memory.ts";
import { decodeMessage } from "../../../src/sources/otlp/proto.ts";
import { signalOf } from "../../../src/sources/otlp/signal.ts";
import { Fields, WireError } from "../../../src/sources/otlp/wire.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { memorySource } from "../../../src/sources/memory.ts";
import { readAll } from "../conformance.ts";
import { readBytes } from "../read.ts";
import { RUN } from "../run.ts";
import { bytes, fixed64, framed, protoMessage, varint } from "./write-proto.ts";

/** The attribute that makes a span wanted. */
const KIND = bytes(9, Buffer.concat([bytes(1, "activation.kind"), bytes(2, bytes(1, "hook"))]));

describe("OTLP in protobuf", () => {
  it("reads what OpenTelemetry's own exporter writes as the spans that it wrote", async () => {
    const exporter = new InMemorySpanExporter();
    const tracer = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("demo", "1.0.0");
    const span = tracer.startSpan("execute_hook guard");
    span.setAttributes({ "activation.kind": "hook", count: 7, negative: -3, ratio: 0.5, yes: true, list: ["a", "b"], none: [] });
    span.addEvent("exception", { "exception.message": "broken" });
    span.setStatus({ code: SpanStatusCode.ERROR, message: "broken" });
    span.end();
    const spans = exporter.getFinishedSpans();
    const message = ProtobufTraceSerializer.serializeRequest(spans)!;
    const fromMemory = await readAll(memorySource(spans));
    const withoutPlace = (record: object): object => ({ ...record, source: "", position: "" });
    expect((await readBytes(message)).records.map(withoutPlace)).toEqual(fromMemory.records.map(withoutPlace));
    expect((await readBytes(framed(Buffer.from(message)))).records).toHaveLength(1);
  });

  it.each([
    [3n, 3],
    [(1n << 64n) - 1n, 0],
  ])("takes %s dropped attributes for %d: more than 32 bits hold are no count", async (written, read) => {
    const message = protoMessage([{ ...RUN[0]!, droppedAttributes: written as never }]);
    expect((await readBytes(message)).records).toMatchObject([{ droppedAttributes: read }]);
  });

  it("takes a file of log records for one, and gives them where they are asked for", async () => {
    const message = ProtobufLogsSerializer.serializeRequest([
      {
        hrTime: [1_756_720_800, 5],
        hrTimeObserved: [1_756_720_800, 6],
        body: "done",
        eventName: "tool",
        attributes: { a: 1 },
        resource: { attributes: { "service.name": "demo" } },
        instrumentationScope: { name: "logs" },
        droppedAttributesCount: 0,
      } as never,
    ])!;
    const { records, summary } = await readBytes(framed(Buffer.from(message)), { query: { logs: true } });
    expect(records).toMatchObject([
      {
        type: "log",
        body: "done",
        eventName: "tool",
        time: [1_756_720_800, 5],
        scope: "logs",
        attributes: { a: 1 },
        resource: { "service.name": "demo" },
      },
    ]);
    expect(summary).toMatchObject({ format: "otlp-proto+framed", spans: 0, logs: 1 });
  });

  it("does not take metrics for spans", async () => {
    const metric = bytes(2, Buffer.concat([bytes(1, "sixteen.letters."), bytes(2, "8letters"), bytes(7, varint(2, 1n))]));
    const message = bytes(1, Buffer.concat([bytes(1, ""), bytes(2, metric)]));
    const { summary, warnings } = await readBytes(framed(message, message));
    expect({ spans: summary.spans, warnings }).toEqual({ spans: 0, warnings: [] });
  });

  it("passes over fields that nobody knows", async () => {
    const more = (fields: Buffer[]): Buffer[] => [varint(90, 1n), ...fields, bytes(91, "activation.kind"), fixed64(92, 1n)];
    const { records } = await readBytes(framed(protoMessage(RUN, more)));
    expect(records).toHaveLength(4);
  });

  it.each<[length: number, id: string | undefined]>([
    [0, undefined],
    [1, "ab".padStart(32, "0")],
    [15, "ab".repeat(15).padStart(32, "0")],
    [16, "ab".repeat(16)],
    [17, undefined],
  ])("reads a trace id of %i bytes as %s", async (length, id) => {
    const spanWith = (traceId: Buffer): Buffer =>
      bytes(2, Buffer.concat([bytes(1, traceId), bytes(2, Buffer.alloc(8, 1)), fixed64(7, 10n ** 18n), KIND]));
    // The first span tells that these are traces.
    const message = bytes(1, bytes(2, Buffer.concat([spanWith(Buffer.alloc(16, 0xcd)), spanWith(Buffer.alloc(length, 0xab))])));
    const { records, warnings, summary } = await readBytes(framed(message));
    expect(records.map(({ traceId }) => traceId)).toEqual(["cd".repeat(16), ...(id === undefined ? [] : [id])]);
    expect(warnings.map(({ code }) => code)).toEqual(id === undefined ? ["invalid_record"] : []);
    expect(summary.spans).toBe(2);
  });

  it.each<[what: string, span: Buffer[]]>([
    ["whose trace id has not the length of one", [bytes(1, Buffer.alloc(15, 1)), bytes(2, Buffer.alloc(8, 1)), fixed64(7, 1n), KIND]],
    ["without ids", [KIND]],
    ["that ends in the middle of a field", [bytes(1, Buffer.alloc(16, 1)), bytes(2, Buffer.alloc(8, 1)), KIND, Buffer.from([0x4a, 9])]],
  ])("never passes over a wanted span in silence, here one %s alone in its message", async (_what, span) => {
    const message = bytes(1, bytes(2, bytes(2, Buffer.concat(span))));
    const { records, warnings, summary } = await readBytes(framed(protoMessage(RUN), message));
    expect(records).toHaveLength(4);
    expect(warnings).toMatchObject([{ code: "invalid_record", position: "record 2" }]);
    expect(summary.lostRecords).toBe(true);
  });

  it("reads what stands behind a span that is broken and that nobody wants", async () => {
    const broken = bytes(2, Buffer.concat([bytes(1, Buffer.alloc(16, 1)), Buffer.from([0x4a, 9])]));
    const whole = bytes(2, Buffer.concat([bytes(1, Buffer.alloc(16, 1)), bytes(2, Buffer.alloc(8, 1)), fixed64(7, 10n ** 18n), KIND]));
    const { records, warnings } = await readBytes(framed(bytes(1, bytes(2, Buffer.concat([broken, whole])))));
    expect(records).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("reads any bytes, or says that they are no protobuf", () => {
    const whole = protoMessage(RUN);
    const changed = fc
      .tuple(fc.nat(whole.length - 1), fc.nat(255), fc.nat(40))
      .map(([at, byte, cut]) => Buffer.concat([whole.subarray(0, at), Buffer.from([byte]), whole.subarray(at + 1 + cut)]));
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 200, size: "max" })), (content) => {
        const records: SpanRecord[] = [];
        const sink = { record: (record: unknown) => void records.push(record as SpanRecord), countSpans: () => {} };
        const message = Buffer.from(content);
        expect([undefined, "traces", "logs", "metrics"]).toContain(signalOf(new Fields(message)));
        for (const placed of [withoutMemory(message), createMessageMemory()!.place(message)]) {
          try {
            decodeMessage(placed, { source: "", position: "", warn: () => {} }, sink, { logs: true, cuts: false });
          } catch (error) {
            expect(error).toBeInstanceOf(WireError);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("goes on behind a message that is broken, with a warning that says which", async () => {
    const good = protoMessage(RUN);
    const bad = good.subarray(0, 400);
    const { records, warnings, summary } = await readBytes(framed(good, bad, good));
    expect(records.filter(({ position }) => position === "record 3")).toHaveLength(4);
    expect(warnings.map(({ code, position }) => `${code} ${position}`)).toContain("invalid_record record 2");
    expect(summary.lostRecords).toBe(true);
  });
});
