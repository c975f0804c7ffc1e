import { describe, expect, it } from "vitest";
import { consoleSpans } from "../../../src/sources/console/format.ts";
import { decode, expectSound, mutated } from "../hostile.ts";
import { readBytes } from "../read.ts";
import { VALUES, expectThePrintedSpan } from "./printed.ts";
import fc from "fast-check";

const fromPython = {
  name: "execute_hook guard",
  context: { trace_id: "0x5b8efff798038103d269b633813fc60c", span_id: "0x00f067aa0ba902b7", trace_state: "[]" },
  kind: "SpanKind.INTERNAL",
  parent_id: "0xeee19b7ec3c1b174",
  start_time: "2025-09-01T10:00:00.000007Z",
  end_time: "2025-09-01T10:00:00.000009Z",
  status: { status_code: "ERROR", description: "it broke" },
  attributes: VALUES,
  events: [{ name: "exception", timestamp: "2025-09-01T10:00:00.000008Z", attributes: { "exception.message": "broken" } }],
  links: [],
  resource: { attributes: { "service.name": "agent" }, schema_url: "" },
};

const fromPhp = {
  resource: { attributes: {} },
  scopes: [
    {
      name: "demo",
      version: null,
      spans: [
        {
          name: "execute_hook guard",
          context: { trace_id: "5b8efff798038103d269b633813fc60c", span_id: "00f067aa0ba902b7", trace_state: null },
          parent_span_id: "eee19b7ec3c1b174",
          kind: "KIND_INTERNAL",
          start: 1_756_720_800_000_007_000n,
          end: 1_756_720_800_000_009_000n,
          attributes: VALUES,
          status: { code: "Error", description: "it broke" },
          events: [{ name: "exception", timestamp: 1, attributes: { "exception.message": "broken" } }],
        },
      ],
    },
  ],
};

const fromJavaScript = {
  resource: { attributes: {} },
  instrumentationScope: { name: "demo" },
  traceId: "5b8efff798038103d269b633813fc60c",
  parentSpanContext: { traceId: "5b8efff798038103d269b633813fc60c", spanId: "eee19b7ec3c1b174" },
  name: "execute_hook guard",
  id: "00f067aa0ba902b7",
  kind: 0,
  timestamp: 1_756_720_800_000_007,
  duration: 2,
  attributes: VALUES,
  status: { code: 2, message: "it broke" },
  events: [{ name: "exception", time: [1, 2], attributes: { "exception.message": "broken" } }],
};

/** As Phoenix saves it: attributes nested, the status beside them. */
const fromPhoenix = {
  id: "U3Bhbjox",
  name: "execute_hook guard",
  context: { trace_id: "5b8efff798038103d269b633813fc60c", span_id: "00f067aa0ba902b7" },
  span_kind: "UNKNOWN",
  parent_id: "eee19b7ec3c1b174",
  start_time: "2025-09-01T10:00:00.000007+00:00",
  end_time: "2025-09-01T10:00:00.000009+00:00",
  status_code: "ERROR",
  status_message: "it broke",
  attributes: { activation: { kind: "hook", sequence: 2, hook: { mutated: ["path", "a,b"] } } },
  events: [{ name: "exception", attributes: { exception: { message: "broken" } } }],
};

describe("the JSON of a console exporter", () => {
  it.each<[language: string, document: object, scope: string]>([
    ["Python", fromPython, ""],
    ["PHP", fromPhp, "demo"],
    ["JavaScript", fromJavaScript, "demo"],
    ["Phoenix", fromPhoenix, ""],
    ["Phoenix, asked for it,", { data: [fromPhoenix], next_cursor: null }, ""],
  ])("gives the span that %s printed", (_language, document, scope) => {
    expectThePrintedSpan(consoleSpans, document, { scope });
  });

  it("is read over many lines, one span after another, as Python prints them", async () => {
    const root = { ...fromPython, parent_id: null, status: { status_code: "UNSET" } };
    const { records, warnings, summary } = await readBytes(`${JSON.stringify(root, null, 4)}\n${JSON.stringify(fromPython, null, 4)}\n`);
    expect(records).toMatchObject([
      { parentSpanId: undefined, status: { code: "unset" }, position: "line 1" },
      { status: { code: "error" } },
    ]);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: "memory", spans: 2 });
  });

  it("is read from a list, whose spans without ids are left out with a warning", () => {
    const { spans, warnings } = decode(consoleSpans, [fromPython, { ...fromPython, context: {} }]);
    expect(spans).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: "invalid_record" }]);
  });

  it.each([{ context: { trace_id: "a" } }, { traceId: "a", id: "b" }, { scopes: [] }, { scopes: 5 }, [], null])(
    "is not what %j is",
    (document) => {
      expect(consoleSpans.recognises(document)).toBe(false);
    },
  );

  it("is decoded without an error, whatever stands in it", () => {
    fc.assert(
      fc.property(mutated([fromPython, fromPhp, fromJavaScript, { data: [fromPhoenix] }]), (document) =>
        expectSound(consoleSpans, document),
      ),
    );
  });
});
