import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clickhouse } from "../../../src/sources/clickhouse/format.ts";
import { decode, expectSound, mutated } from "../hostile.ts";

/** A row as `FORMAT JSONEachRow` gives it. */
const row = {
  Timestamp: "2026-01-05 09:00:00.005000321",
  TraceId: "5b8efff798038103d269b633813fc60c",
  SpanId: "00f067aa0ba902b7",
  ParentSpanId: "",
  SpanName: "execute_hook guard",
  ServiceName: "agent",
  ResourceAttributes: { "service.name": "agent" },
  ScopeName: "extension-activation",
  SpanAttributes: { "activation.kind": "hook", "activation.hook.mutated": '["a","b,c"]', "process.exit.code": "2" },
  Duration: "4000000",
  StatusCode: "Error",
  StatusMessage: "it broke",
  "Events.Timestamp": ["2026-01-05 09:00:00.006000321"],
  "Events.Name": ["exception"],
  "Events.Attributes": [{ "exception.type": "Error" }],
};

const table = { meta: [{ name: "Timestamp", type: "DateTime64(9)" }], data: [row, row], rows: 2 };

describe("rows of ClickHouse's otel_traces", () => {
  it("become spans, one a row", () => {
    expect(clickhouse.recognises(row)).toBe(true);
    const { spans, warnings } = decode(clickhouse, row, "line 3");
    expect(warnings).toEqual([]);
    expect(spans).toMatchObject([
      {
        traceId: "5b8efff798038103d269b633813fc60c",
        parentSpanId: undefined,
        startTime: [1_767_603_600, 5_000_321],
        endTime: [1_767_603_600, 9_000_321],
        status: { code: "error", message: "it broke" },
        scope: "extension-activation",
        attributes: { "activation.kind": "hook", "activation.hook.mutated": '["a","b,c"]', "process.exit.code": "2" },
        events: [{ name: "exception", attributes: { "exception.type": "Error" } }],
        position: "line 3",
      },
    ]);
  });

  it("are read from FORMAT JSON too", () => {
    expect(clickhouse.recognises(table)).toBe(true);
    expect(decode(clickhouse, table).spans.map(({ position }) => position)).toEqual(["row 1", "row 2"]);
  });

  it.each([
    ["2026-01-05 09:00:00", [1_767_603_600, 0]],
    ["2026-01-05T09:00:00.000000001Z", [1_767_603_600, 1]],
    ["2026-01-05 10:00:00.5+01:00", [1_767_603_600, 500_000_000]],
    ["1767603600.000000321", [1_767_603_600, 321]],
    ["1767603600000000321", [1_767_603_600, 321]],
    [1_767_603_600_000_000_321n, [1_767_603_600, 321]],
    ["1969-12-31 23:59:59", [0, 0]],
    ["yesterday", [0, 0]],
    [null, [0, 0]],
  ])("have their time from %s", (Timestamp, time) => {
    expect(decode(clickhouse, { ...row, Timestamp }).spans[0]?.startTime).toEqual(time);
  });

  it.each([
    ["Unset", "unset"],
    ["Ok", "ok"],
    ["STATUS_CODE_ERROR", "error"],
    ["", "unset"],
  ])("have their status from %s", (StatusCode, code) => {
    expect(decode(clickhouse, { ...row, StatusCode, StatusMessage: "" }).spans[0]?.status).toEqual({ code, message: undefined });
  });

  it("of JSON columns keep their types, and get their dotted names back", () => {
    const SpanAttributes = {
      activation: { kind: "hook", hook: { mutated: ["a", "b,c"] }, sequence: 2, protected: true },
      "plain.key": "x",
      gone: null,
    };
    expect({ ...decode(clickhouse, { ...row, SpanAttributes }).spans[0]?.attributes }).toEqual({
      "activation.kind": "hook",
      "activation.hook.mutated": ["a", "b,c"],
      "activation.sequence": 2,
      "activation.protected": true,
      "plain.key": "x",
    });
  });

  it("have their events from one column where nested columns are not flattened", () => {
    const { "Events.Name": _name, "Events.Attributes": _attributes, ...rest } = row;
    const Events = [{ Timestamp: "x", Name: "exception", Attributes: { "exception.type": "Error" } }];
    expect(decode(clickhouse, { ...rest, Events }).spans[0]?.events).toMatchObject([
      { name: "exception", attributes: { "exception.type": "Error" } },
    ]);
  });

  it("without ids are left out, and said", () => {
    expect(decode(clickhouse, { ...row, TraceId: "" }).warnings).toMatchObject([{ code: "invalid_record" }]);
    const { spans, warnings } = decode(clickhouse, { ...table, data: [5, row, { TraceId: "x", SpanId: "y" }] });
    expect(spans).toHaveLength(1);
    expect(warnings.map(({ position }) => position)).toEqual(["row 1", "row 3"]);
  });

  it.each([[{}], [[]], [null], [{ TraceId: "a", SpanId: "b", Body: "a log" }], [{ data: [row] }], [{ meta: [] }]])(
    "are not %j",
    (document) => {
      expect(clickhouse.recognises(document)).toBe(false);
    },
  );

  it("never throw, and give sound spans only", () => {
    fc.assert(
      fc.property(mutated([row, table]), (document) => expectSound(clickhouse, document)),
      { numRuns: 500 },
    );
  });
});
