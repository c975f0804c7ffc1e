import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ActivationRecord } from "../../src/activation/record.ts";
import { buildActivationReport, ReportBuilder } from "../../src/report/builder.ts";
import { recordFromSpan } from "../../src/report/from-span.ts";
import { SECTIONS } from "../../src/report/report.ts";
import type { AnyValue } from "../../src/sources/span.ts";
import { emitter, sessionOf } from "../helpers/spans.ts";
import { spansOf } from "./generated.ts";

const ran = { name: "guard", event: "PreToolUse", decision: "ran" } as const;

describe("the report of any spans", () => {
  it("is built, has its rows in the report's fields, and does not depend on the order of the input", () => {
    fc.assert(
      fc.property(spansOf, (spans) => {
        const report = buildActivationReport(spans);
        const again = buildActivationReport(spans.toReversed());
        expect(report.completeness.degraded).toEqual([]);
        for (const section of SECTIONS) expect(again[section]?.length ?? null, section).toBe(report[section]?.length ?? null);
        expect(again.session).toEqual(report.session);
        expect(again.completeness).toMatchObject({ ...report.completeness, emitters: expect.anything() });
      }),
      { numRuns: 200 },
    );
  });

  it("shows every activation of the session somewhere: no fact is lost between the sections", () => {
    fc.assert(
      fc.property(spansOf, (spans) => {
        const { warnings, ...report } = buildActivationReport(
          spans.map((span, n) => ({ ...span, spanId: n.toString(16).padStart(16, "0") })),
        );
        const dispatches = spans.filter((span) => span.attributes["activation.kind"] === "hook");
        const shown = (report.hooks_fired?.length ?? 0) + (report.hooks_skipped?.length ?? 0);
        const sessions = new Set(spans.map((span) => span.attributes["session.id"] ?? ""));
        if (sessions.size <= 1) expect(shown).toBe(dispatches.length);
        expect(warnings).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe("a builder", () => {
  it("counts what was added under each source's name, activation or not", () => {
    const one = sessionOf(() => {}, { source: "one.jsonl" });
    const two = emitter({ source: "two.jsonl" });
    two.raw("chat", {});
    two.call("Bash");
    const builder = new ReportBuilder();
    for (const span of [...one, ...two.spans]) builder.add(span);
    const sources = [
      { name: "one.jsonl", format: "otlp-json", spans: 20 },
      { name: "two.jsonl", format: "otlp-json+gzip", spans: 30 },
      { name: "empty.jsonl", format: "otlp-json", spans: 0 },
    ];
    expect(builder.build({ sources }).sources).toEqual([
      { ...sources[0], activation_spans: 2 },
      { ...sources[1], activation_spans: 0 },
      { ...sources[2], activation_spans: 0 },
    ]);
    expect(builder.build().sources).toEqual([
      { name: "one.jsonl", format: "memory", spans: 2, activation_spans: 2 },
      { name: "two.jsonl", format: "memory", spans: 2, activation_spans: 0 },
    ]);
  });

  it("passes on what the sources warned of", () => {
    const warning = { code: "truncated_record", message: "cut off", source: "one.jsonl", position: undefined };
    expect(buildActivationReport([], { warnings: [warning] }).warnings).toEqual([{ ...warning, position: null }]);
  });

  it("builds of nothing a report that knows nothing", () => {
    const report = buildActivationReport([]);
    expect(report).toMatchObject({
      session: null,
      runs: [],
      findings: [],
      warnings: [],
      completeness: { status: "unknown", emitters: [] },
    });
    for (const section of SECTIONS) expect(report[section], section).toBeNull();
  });

  it("can be asked again, each time for something else", () => {
    const builder = new ReportBuilder();
    for (const span of sessionOf((agent) => agent.write("hook", ran))) builder.add(span);
    expect(builder.build({ question: { hook: "none" } }).hooks_fired).toEqual([]);
    expect(builder.build().hooks_fired).toHaveLength(1);
  });
});

describe("a session of the library", () => {
  const records = sessionOf((agent) => agent.write("hook", ran)).map((span) => recordFromSpan(span) as ActivationRecord);
  const session = (evicted: number) => ({
    id: "s-1",
    records: () => records.slice(evicted).map((r) => ({ ...r, source: undefined })),
    evicted,
  });

  it("gives the report of what its memory holds, from the memory", () => {
    const report = buildActivationReport(session(0));
    expect(report.sources).toEqual([{ name: "memory", format: "memory", spans: 3, activation_spans: 3 }]);
    expect(report).toMatchObject({
      session: { id: "s-1" },
      hooks_fired: [{ hook_name: "guard" }],
      completeness: { status: "complete" },
      warnings: [],
    });
  });

  it("says what it no longer holds", () => {
    const report = buildActivationReport(session(2));
    expect(report.warnings).toMatchObject([{ code: "records_evicted", message: expect.stringContaining("2 records") }]);
    expect(report.completeness).toMatchObject({ status: "incomplete", emitters: [{ missing: ["1-2"] }] });
  });

  it("is left as it is", () => {
    const frozen = records.map((record) => Object.freeze({ ...record, activation: Object.freeze({ ...record.activation }) }));
    expect(() => buildActivationReport({ id: "s-1", records: () => frozen, evicted: 0 })).not.toThrow();
  });
});

describe("what this version does not know", () => {
  it("is shown: a kind as a warning with its count and place, a code and an attribute as they are", () => {
    const agent = emitter();
    agent.raw("x", { "activation.kind": "sandbox", "session.id": "s-1" });
    agent.raw("x", { "activation.kind": "sandbox", "session.id": "s-1" });
    agent.write(
      "hook",
      { ...ran, reasonCode: "some_new_code" },
      { attributes: { "activation.hook.weight": 3, "activation.hook.decision": "pondered" } },
    );
    const report = buildActivationReport(agent.spans);
    expect(report.warnings).toMatchObject([
      {
        code: "unknown_kind",
        message: expect.stringMatching(/^2 facts.*sandbox.*[0-9a-f]{16}/),
        source: "traces.jsonl",
        position: "line 1",
      },
    ]);
    expect(report.hooks_fired).toMatchObject([
      { decision: "pondered", reason_code: "some_new_code", extra: { "activation.hook.weight": 3 } },
    ]);
  });

  it.each<[AnyValue, string]>([
    [5, "5"],
    [true, "true"],
    [["hook"], '["hook"]'],
    [{ stringValue: "hook" }, '{"stringValue":"hook"}'],
    [2n ** 63n, '"9223372036854775808"'],
    [Number.NaN, '"NaN"'],
    [null, "null"],
    ["", '""'],
  ])("is said of a kind that is no text, or an empty one, with what stands there", (kind, shown) => {
    const agent = emitter();
    agent.raw("x", { "activation.kind": kind, "activation.emitter": "e-1", "activation.sequence": 1, "session.id": "s-1" });
    const report = buildActivationReport(agent.spans);
    expect(report.sources).toMatchObject([{ activation_spans: 1 }]);
    expect(report.completeness.emitters).toMatchObject([{ emitter: "e-1", seen: 1 }]);
    expect(report.warnings).toMatchObject([
      { code: "unknown_kind", message: expect.stringContaining(`(it says ${shown})`), source: "traces.jsonl", position: "line 1" },
    ]);
  });

  it("is said of the conventions' version", () => {
    const agent = emitter();
    agent.start({ schemaVersion: "2" });
    expect(buildActivationReport(agent.spans).warnings).toMatchObject([{ code: "unknown_schema_version" }]);
  });
});
