import fc from "fast-check";
import { finishedRecords } from "../../../src/sources/console/finished.ts";
import { expectSound, mutated } from "../hostile.ts";
import { describe, expect, it } from "vitest";
import { attributes } from "../../helpers/spans.ts";
import { readBytes } from "../read.ts";

const ids = { traceId: "5b8efff798038103d269b633813fc60c", spanId: "00f067aa0ba902b7" };
const resource = { attributes: { "service.name": "agent" }, schemaUrl: "" };
const instrumentationScope = { name: "agent.core", version: "1" };

/** As a program writes a finished span of the SDK, its ids copied. */
const toolCall = {
  type: "span",
  ...ids,
  parentSpanId: "eee19b7ec3c1b174",
  name: "execute_tool write",
  kind: 0,
  startTime: [1_756_720_800, 7],
  endTime: [1_756_720_800, 9],
  attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "write" },
  status: { code: 0 },
  events: [],
  resource,
  instrumentationScope,
};
const chat = { ...toolCall, spanId: "00f067aa0ba902b8", name: "chat", attributes: { "gen_ai.operation.name": "chat" } };

/** A log record's private fields, which `JSON.stringify` writes with their underscores. */
const log = {
  hrTime: [1_756_720_800, 8],
  hrTimeObserved: [1_756_720_800, 8],
  spanContext: { ...ids, traceFlags: 1 },
  instrumentationScope,
  resource: { _rawAttributes: [["service.name", "agent"]], _asyncAttributesPending: false },
  attributes: { "event.name": "agent.turn" },
  _body: "a turn",
};
const bareLog = { hrTime: [1_756_720_800, 8], resource, instrumentationScope, attributes: {}, body: "started" };

const metric = { descriptor: { name: "tokens", type: "COUNTER" }, dataPointType: 3, dataPoints: [] };
const namedMetric = { type: "metric", name: "tokens", dataPoints: [{ value: 1 }] };

const lines = (...records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("a file of everything that an SDK for JavaScript finished", () => {
  it("gives its spans, whose ids are copied, and counts the rest", async () => {
    const { records, warnings, summary } = await readBytes(lines(metric, toolCall, log, chat, namedMetric, bareLog));
    expect(records).toMatchObject([
      {
        ...ids,
        parentSpanId: "eee19b7ec3c1b174",
        name: "execute_tool write",
        startTime: [1_756_720_800, 7],
        endTime: [1_756_720_800, 9],
        attributes: attributes(toolCall.attributes),
        scope: "agent.core",
        position: "line 2",
      },
    ]);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: "memory", spans: 2, logs: 2, lostRecords: false });
  });

  it("gives its log records to who asks for them", async () => {
    const { records } = await readBytes(lines(log, bareLog), { query: { logs: true } });
    const common = { type: "log", time: [1_756_720_800, 8], resource: attributes({ "service.name": "agent" }), scope: "agent.core" };
    expect(records).toMatchObject([
      { ...common, ...ids, body: "a turn", attributes: attributes({ "event.name": "agent.turn" }) },
      { ...common, traceId: undefined, spanId: undefined, body: "started" },
    ]);
  });

  it("is read from a list, whatever comes first in it", async () => {
    for (const records of [
      [metric, toolCall, log, chat],
      [log, chat, toolCall],
      [toolCall, log, metric, chat],
    ]) {
      const { warnings, summary } = await readBytes(JSON.stringify(records));
      expect(warnings).toEqual([]);
      expect(summary).toMatchObject({ format: "memory", spans: 2, logs: records.includes(log) ? 1 : 0 });
    }
  });

  it("is read over many lines as well", async () => {
    const { summary } = await readBytes([toolCall, log, chat].map((record) => `${JSON.stringify(record, null, 2)}\n`).join(""));
    expect(summary).toMatchObject({ spans: 2, logs: 1, lostRecords: false });
  });

  it("says of a time that is none that it is not known", async () => {
    const { records } = await readBytes(lines({ ...log, hrTime: [-1, "x"] }), { query: { logs: true } });
    expect(records).toMatchObject([{ time: [0, 0] }]);
  });

  it("is decoded without an error, whatever stands in it", () => {
    const written = { spanContext: { traceId: "1", spanId: "2" }, startTime: [1, 2], endTime: [1, 3], attributes: { a: 1 }, status: {} };
    fc.assert(fc.property(mutated([[written], written]), (document) => expectSound(finishedRecords, document)));
  });
});
