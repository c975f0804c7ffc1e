import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zipkin } from "../../../src/sources/zipkin/format.ts";
import { decode, expectSound, mutated } from "../hostile.ts";

/** As the exporter of OpenTelemetry JS writes it: the resource's attributes among the span's, lists joined by commas. */
const fromSdk = {
  traceId: "5b8efff798038103d269b633813fc60c",
  parentId: "eee19b7ec3c1b174",
  name: "execute_hook guard",
  id: "00f067aa0ba902b7",
  // 1767603600005000.2, of which a number keeps a quarter.
  timestamp: 1_767_603_600_005_000.25,
  duration: 4000,
  localEndpoint: { serviceName: "agent" },
  tags: {
    "activation.kind": "hook",
    "activation.sequence": "2",
    "activation.reason": "first, second",
    "activation.hook.mutated": "path,content",
    "process.exit.code": "2",
    "process.pid": "7",
    "otel.status_code": "ERROR",
    "otel.dropped_attributes_count": "3",
    error: "it broke",
    "service.name": "agent",
    "telemetry.sdk.language": "nodejs",
  },
  annotations: [{ timestamp: 1_767_603_600_006_000, value: "exception" }],
};

/** As the Collector's exporter writes it: scope and status as tags, lists as JSON, an event's attributes behind its name. */
const fromCollector = {
  traceId: "d269b633813fc60c",
  id: "eee19b7ec3c1b174",
  name: "execute_hook other",
  timestamp: 1_767_603_600_000_000,
  tags: {
    "activation.kind": "hook",
    "activation.hook.mutated": '["a","b,c"]',
    "otel.library.name": "extension-activation",
    "otel.status_code": "Error",
    "otel.status_description": "it broke too",
    error: "true",
    "span.kind": "internal",
    "otlp.link.0": "0af7651916cd43dd8448eb211c80319c|00f067aa0ba902aa||{}|0",
  },
  annotations: [{ timestamp: 1_767_603_600_006_000, value: 'exception|{"exception.type":"Error|Bad"}|0' }],
};

const endpoint = { serviceName: "agent", ipv4: "127.0.0.1" };

/** Version 1: tags are annotations of their own, and some say where something was. */
const fromVersion1 = {
  traceId: "5b8efff798038103d269b633813fc60c",
  parentId: "eee19b7ec3c1b174",
  id: "00f067aa0ba902b7",
  name: "execute_hook guard",
  annotations: [
    { timestamp: 1_767_603_600_009_000, value: "ss", endpoint },
    { timestamp: 1_767_603_600_005_000, value: "sr", endpoint },
  ],
  binaryAnnotations: [
    { key: "activation.kind", value: "hook", endpoint },
    { key: "activation.hook.mutated", value: '["a","b,c"]' },
    { key: "ca", value: true, endpoint },
  ],
};

describe("Zipkin's JSON", () => {
  it.each([
    ["a list of spans", [fromSdk, fromCollector], 2],
    ["a list of traces", [[fromSdk], [fromCollector]], 2],
    ["one span", fromSdk, 1],
  ])("is read from %s", (_what, document, count) => {
    expect(zipkin.recognises(document)).toBe(true);
    expect(decode(zipkin, document).spans).toHaveLength(count);
  });

  it.each([
    ["the Collector", 'exception|{"exception.type":"Error|Bad"}|0'],
    ["an SDK", '"exception": {"exception.type":"Error|Bad"}'],
  ])("has events with their attributes, as %s writes them", (_what, value) => {
    const [span] = decode(zipkin, [{ ...fromSdk, annotations: [{ timestamp: 1_767_603_600_006_000, value }] }]).spans;
    expect(span?.events).toEqual([{ name: "exception", attributes: { "exception.type": "Error|Bad" } }]);
  });

  it("of an SDK becomes a span without what is the resource's or the exporter's", () => {
    const [span] = decode(zipkin, [fromSdk]).spans;
    expect(span).toMatchObject({
      spanId: "00f067aa0ba902b7",
      parentSpanId: "eee19b7ec3c1b174",
      startTime: [1_767_603_600, 5_000_250],
      endTime: [1_767_603_600, 9_000_250],
      status: { code: "error", message: "it broke" },
      droppedAttributes: 3,
      events: [{ name: "exception" }],
      position: "span 1",
    });
    expect(Object.keys(span?.attributes ?? {})).toEqual([
      "activation.kind",
      "activation.sequence",
      "activation.reason",
      "activation.hook.mutated",
      "process.exit.code",
    ]);
  });

  it("of the Collector becomes a span with its scope, status and the attributes of events", () => {
    const [span] = decode(zipkin, fromCollector).spans;
    expect(span).toMatchObject({
      traceId: "0000000000000000d269b633813fc60c",
      parentSpanId: undefined,
      scope: "extension-activation",
      status: { code: "error", message: "it broke too" },
      events: [{ name: "exception", attributes: { "exception.type": "Error|Bad" } }],
      endTime: [1_767_603_600, 0],
    });
  });

  it("of version 1 has its tags, and the times that its annotations say", () => {
    expect(decode(zipkin, [fromVersion1])).toMatchObject({
      warnings: [],
      spans: [
        {
          attributes: { "activation.kind": "hook", "activation.hook.mutated": '["a","b,c"]' },
          startTime: [1_767_603_600, 5_000_000],
          endTime: [1_767_603_600, 9_000_000],
          events: [{ name: "ss" }, { name: "sr" }],
        },
      ],
    });
    expect(Object.keys(decode(zipkin, [fromVersion1]).spans[0]!.attributes)).not.toContain("ca");
    const [told] = decode(zipkin, [{ ...fromVersion1, timestamp: 1_767_603_600_000_000, duration: 1 }]).spans;
    expect(told).toMatchObject({ startTime: [1_767_603_600, 0], endTime: [1_767_603_600, 1000] });
  });

  it.each([
    [{}, { code: "unset", message: undefined }],
    [{ "otel.status_code": "OK" }, { code: "ok", message: undefined }],
    [{ "otel.status_code": "ERROR" }, { code: "error", message: undefined }],
    [{ error: "" }, { code: "error", message: undefined }],
    [{ error: "why" }, { code: "error", message: "why" }],
  ])("with the tags %j has the status %j", (tags, status) => {
    expect(decode(zipkin, [{ ...fromSdk, tags }]).spans[0]?.status).toEqual(status);
  });

  it("says once that lists are joined by commas, where there is one and it is joined so", () => {
    expect(decode(zipkin, [fromSdk, fromSdk]).warnings.map(({ code }) => code)).toEqual(["lists_as_text"]);
    expect(decode(zipkin, [fromCollector]).warnings).toEqual([]);
    expect(decode(zipkin, [{ ...fromSdk, tags: { "activation.kind": "hook", "activation.reason": "a, b" } }]).warnings).toEqual([]);
  });

  it("leaves out what is no span, and goes on behind it", () => {
    const { spans, warnings } = decode(zipkin, [fromSdk, 5, { traceId: "x", id: "y" }, fromCollector]);
    expect(spans).toHaveLength(2);
    expect(warnings.filter(({ code }) => code === "invalid_record").map(({ position }) => position)).toEqual(["span 2", "span 3"]);
  });

  it.each([[[]], [{}], [null], [[{ traceId: "a", spanId: "b", id: "c" }]], [[[]]]])("is not %j", (document) => {
    expect(zipkin.recognises(document)).toBe(false);
  });

  it("never throws, and gives sound spans only", () => {
    fc.assert(
      fc.property(mutated([[fromSdk, fromCollector], [[fromSdk]], fromCollector, [fromVersion1]]), (document) =>
        expectSound(zipkin, document),
      ),
      { numRuns: 500 },
    );
  });
});
