import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { memorySource } from "../../src/sources/memory.ts";
import { SourceError } from "../../src/sources/source.ts";
import type { SpanRecord } from "../../src/sources/span.ts";
import { itIsASource, readAll } from "./conformance.ts";
import { readBytes } from "./read.ts";
import { WANTED, RUN } from "./run.ts";

/** A run in process: a tool call, and a hook in it. */
function record(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  const tracer = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("demo");
  const call = tracer.startSpan("execute_tool Bash", {
    attributes: { "gen_ai.operation.name": "execute_tool" },
    startTime: [1_756_720_800, 7],
  });
  const inCall = trace.setSpan(context.active(), call);
  tracer.startSpan("execute_hook guard", { attributes: { "activation.kind": "hook", "activation.hook.mutated": [] } }, inCall).end();
  tracer.startSpan("GET", {}, inCall).end();
  call.setStatus({ code: SpanStatusCode.ERROR, message: "broken" });
  call.end([1_756_720_800, 9]);
  return exporter;
}

/** What SDK 1 called the same. */
function asSdk1(span: object): object {
  const { instrumentationScope, parentSpanContext, ...rest } = span as Record<string, unknown>;
  return {
    ...rest,
    spanContext: () => (span as { spanContext(): unknown }).spanContext(),
    instrumentationLibrary: instrumentationScope,
    parentSpanId: (parentSpanContext as { spanId?: string } | undefined)?.spanId,
  };
}

describe("memorySource", () => {
  it("gives the activations and tool calls of an exporter", async () => {
    const exporter = record();
    const { records, summaries } = await readAll(memorySource(exporter));
    const [hook, , call] = exporter.getFinishedSpans();
    expect(records).toMatchObject([
      { name: "execute_hook guard", scope: "demo", parentSpanId: call!.spanContext().spanId, spanId: hook!.spanContext().spanId },
      {
        name: "execute_tool Bash",
        parentSpanId: undefined,
        startTime: [1_756_720_800, 7],
        endTime: [1_756_720_800, 9],
        status: { code: "error", message: "broken" },
      },
    ]);
    expect(summaries).toMatchObject([{ format: "memory", spans: 3 }]);
  });

  it("gives the same of spans as SDK 1 has them", async () => {
    const spans = record().getFinishedSpans();
    expect((await readAll(memorySource(spans.map(asSdk1)))).records).toEqual((await readAll(memorySource(spans))).records);
  });

  it("gives the same of spans that were written as JSON", async () => {
    const spans = record().getFinishedSpans();
    const dump = spans.map((span) => ({ ...span, _spanContext: span.spanContext(), resource: undefined, _spanProcessor: undefined }));
    const fields = [
      "name",
      "_spanContext",
      "parentSpanContext",
      "startTime",
      "endTime",
      "status",
      "attributes",
      "events",
      "instrumentationScope",
      "traceId",
      "spanId",
      "code",
      "message",
      "activation.kind",
      "activation.hook.mutated",
      "gen_ai.operation.name",
      "droppedAttributesCount",
    ];
    const { records, summary } = await readBytes(JSON.stringify(dump, fields));
    const withoutPlace = (record: object): object => ({ ...record, source: "", position: "" });
    expect(records.map(withoutPlace)).toEqual((await readAll(memorySource(spans))).records.map(withoutPlace));
    expect(summary).toMatchObject({ format: "memory", spans: 3 });
  });

  it("says that an exporter was shut down, in place of giving nothing", async () => {
    const exporter = record();
    await exporter.shutdown();
    await expect(readAll(memorySource(exporter))).rejects.toThrow(/^memory: the exporter was shut down.*before shutdown/);
  });

  it("reads spans written one by one, with their contexts copied", async () => {
    const lines = record()
      .getFinishedSpans()
      .map((span) => {
        const { name, startTime, endTime, attributes, status } = span;
        return JSON.stringify({ name, startTime, endTime, attributes, status, spanContext: span.spanContext() });
      });
    const { records, warnings, summary } = await readBytes(lines.join("\n"));
    expect(records).toMatchObject([
      { name: "execute_hook guard", position: "line 1" },
      { name: "execute_tool Bash", position: "line 3" },
    ]);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: "memory", spans: 3 });
  });

  it("leaves out what is no span, with a warning", async () => {
    const { records, warnings } = await readAll(memorySource([{}, { spanContext: () => null }]));
    expect(records).toEqual([]);
    expect(warnings).toHaveLength(2);
  });

  it("tells of what is doubtful, and of many warnings of a kind the first alone, as a file does", async () => {
    const wanted = { attributes: { "activation.kind": "hook" }, spanContext: () => ({ traceId: "1", spanId: "2" }) };
    const { warnings, summaries } = await readAll(memorySource([wanted, ...Array.from({ length: 50 }, () => ({}))]));
    expect(warnings[0]).toMatchObject({ code: "doubtful_time", position: "span 1" });
    expect(warnings.filter(({ code }) => code === "invalid_record")).toHaveLength(21);
    expect(warnings.at(-1)?.message).toBe("memory: 30 more warnings of this kind (invalid_record) were left out");
    expect(summaries).toMatchObject([{ lostRecords: true }]);
  });
});

/** The record as a finished span of the SDK. */
function finished(span: SpanRecord): object {
  return {
    ...span,
    spanContext: () => ({ traceId: span.traceId, spanId: span.spanId }),
    instrumentationScope: { name: span.scope },
    parentSpanContext: span.parentSpanId === undefined ? undefined : { spanId: span.parentSpanId },
    status: { code: { unset: 0, ok: 1, error: 2 }[span.status.code], message: span.status.message },
    droppedAttributesCount: span.droppedAttributes,
  };
}

itIsASource("memory", {
  open: () => memorySource(RUN.map(finished)),
  expected: WANTED,
  spans: RUN.length,
  format: "memory",
  unreachable: () => memorySource({ _stopped: true, getFinishedSpans: () => [] } as never),
});

it("names the error's source", async () => {
  const error: unknown = await readAll(memorySource({ _stopped: true, getFinishedSpans: () => [] } as never)).catch(
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(SourceError);
  expect((error as SourceError).source).toBe("memory");
});
