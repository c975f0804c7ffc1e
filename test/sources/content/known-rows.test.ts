import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hardRows, rowOf } from "../clickhouse/rows.ts";
import { DAMAGE, damaged } from "../damage.ts";
import { mutated } from "../hostile.ts";
import { jsonDocument } from "../otlp/write-json.ts";
import { placesOf, readBytes, type StreamReading } from "../read.ts";
import { RUN, WANTED } from "../run.ts";
import { nanosSinceEpoch } from "../../../src/sources/values/time.ts";

type Row = Readonly<Record<string, unknown>>;

const rows: readonly Row[] = RUN.map(rowOf);

const log: Row = {
  Timestamp: "2026-01-05 09:00:00.005000321",
  TraceId: "5b8efff798038103d269b633813fc60c",
  SpanId: "",
  SeverityNumber: 9,
  Body: 'a tool was called: "activation.kind"',
  ResourceAttributes: { "service.name": "agent" },
  LogAttributes: { "session.id": "s-1" },
};

const zipkinSpans: readonly Row[] = RUN.map((span) => ({
  id: span.spanId,
  traceId: span.traceId,
  ...(span.parentSpanId !== undefined && { parentId: span.parentSpanId }),
  name: span.name,
  timestamp: Number(nanosSinceEpoch(span.startTime) / 1000n),
  localEndpoint: { serviceName: "agent" },
  tags: rowOf(span)["SpanAttributes"],
}));

const otlpSpans: readonly Row[] = RUN.flatMap((span) => spansIn(jsonDocument([span])));

/** How programs write an object on a line: without white space, over lines, as Python does, and with letters as escapes. */
const STYLES: readonly ((row: unknown) => string)[] = [
  (row) => JSON.stringify(row, withoutBigints),
  (row) => JSON.stringify(row, withoutBigints, 1),
  (row) => JSON.stringify(row, withoutBigints).replaceAll('":', '": ').replaceAll(',"', ', "'),
  (row) => JSON.stringify(row, withoutBigints).replaceAll("kind", "k\\u0069nd").replaceAll("SpanId", "Span\\u0049d"),
  (row) => JSON.stringify(row, withoutBigints).replaceAll("vation", "v\\u0061tion").replaceAll("_tool", "\\u005ftool"),
];

function written(row: unknown, style: number): string {
  try {
    return STYLES[style]?.(row) ?? String(row);
  } catch {
    // It nests too deep to be written.
    return "";
  }
}

const withoutBigints = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

const SAMPLES = [...rows, log, ...zipkinSpans, ...otlpSpans];

/** Lines that are no span, or none of the kind of those around them. */
const OTHER_LINES = [
  "Code: 241. DB::Exception: Memory limit exceeded (MEMORY_LIMIT_EXCEEDED)",
  '{"exception": "Code: 395. DB::Exception: Value passed to throwIf function is non-zero"}',
  "2026-01-05 09:00:00 info started",
  '{"level":"info","msg":"started"}',
  "",
  JSON.stringify(jsonDocument(RUN)),
  // A key that comes twice: the last one holds.
  `${JSON.stringify(rows[1]).slice(0, -1)},"SpanId":""}`,
  `${JSON.stringify(rows[1]).slice(0, -1)},"Body":"a log","LogAttributes":{}}`,
  `${JSON.stringify(zipkinSpans[1]).slice(0, -1)},"attributes":{}}`,
  `${JSON.stringify(rows[3]).slice(0, -1)},}`,
  JSON.stringify({ ...rows[3], context: { trace_id: "0x5b8efff798038103d269b633813fc60c", span_id: "0x00f067aa0ba902b7" } }),
  JSON.stringify({ ...rows[3], SpanAttributes: "{'gen_ai.operation.name':'execute\\x5ftool'}" }),
  JSON.stringify({ ...rows[3], SpanAttributes: { activation: { kind: "hook" } } }),
  JSON.stringify({ ...rows[3], TraceId: "00000000000000000000000000000000" }),
  JSON.stringify({ ...rows[3], SpanId: null }),
  JSON.stringify({ ...rows[3], Timestamp: undefined }),
];

const LINES = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.constantFrom<unknown>(...SAMPLES), fc.constantFrom(0, 0, 0, 1, 2, 3, 4)) },
      { weight: 2, arbitrary: fc.tuple(mutated(SAMPLES), fc.constantFrom(0, 0, 1, 2, 3, 4)) },
      {
        weight: 2,
        arbitrary: fc.tuple(
          hardRows.map(([row]) => row),
          fc.constantFrom(0, 1, 2),
        ),
      },
      { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...OTHER_LINES), fc.constant(-1)) },
    ),
    { minLength: 1, maxLength: 40, size: "max" },
  )
  // What was met once comes again, so that it is known.
  .map((lines) => [...lines, ...lines].map(([row, style]) => written(row, style)));

/** In bytes: what is in the first pieces is known in the others. */
const CHUNK = 1000;
const CHUNKS = fc.integer({ min: 20, max: 4000 });

function text(row: unknown): string {
  return JSON.stringify(row);
}

async function read(content: Uint8Array | string, chunk: number, cuts: boolean, logs = false): Promise<StreamReading | string> {
  return await readBytes(content, { cuts, query: { logs } }, chunk).catch((error: unknown) => (error as Error).message);
}

/** The documents of one step are given in no order that is promised, so that of several formats any can be the first. */
function inOrder(reading: StreamReading | string): unknown {
  if (typeof reading === "string") return reading;
  const { records, warnings, summary } = reading;
  const number = ({ position = "" }: { readonly position?: string | undefined }): number => Number(/\d+/.exec(position)?.[0] ?? -1);
  return { records: records.toSorted((a, b) => number(a) - number(b)), warnings: placesOf(warnings), summary: { ...summary, format: "" } };
}

function spansIn(document: unknown): readonly Row[] {
  const { resourceSpans } = document as { resourceSpans: { scopeSpans: { spans: Row[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

describe("rows that are passed over because others like them are known", () => {
  it("are counted as parsing them would, whatever stands between them and however they are written", async () => {
    await fc.assert(
      fc.asyncProperty(LINES, CHUNKS, fc.boolean(), async (lines, chunk, logs) => {
        const text = `${lines.join("\n")}\n`;
        expect(inOrder(await read(text, chunk, true, logs))).toEqual(inOrder(await read(text, chunk, false, logs)));
      }),
      { numRuns: 150, interruptAfterTimeLimit: 20_000 },
    );
  });

  it("are none that is wanted, where bytes were changed, cut out or repeated", async () => {
    await fc.assert(
      fc.asyncProperty(LINES, CHUNKS, DAMAGE, async (lines, chunk, changes) => {
        const content = damaged(Buffer.from(`${lines.join("\n")}\n`), changes);
        const [quick, plain] = [await read(content, chunk, true), await read(content, chunk, false)];
        if (typeof plain === "string") return;
        if (typeof quick === "string") throw new Error(quick);
        const ids = (reading: StreamReading): readonly string[] =>
          reading.records.map(({ traceId, spanId, position }) => `${traceId} ${spanId} ${position}`);
        expect(ids(quick)).toEqual(expect.arrayContaining([...ids(plain)]));
      }),
      { numRuns: 100, interruptAfterTimeLimit: 15_000 },
    );
  });

  const plain: Row = { ...rows.at(-1), SpanAttributes: {} };
  const tail = (row: Row, more: string): string => `${JSON.stringify(row).slice(0, -1)},${more}}`;

  it.each<[what: string, known: string, other: string]>([
    [
      "a name behind an escape",
      tail(plain, '"A":"execute\\n"'),
      tail(plain, '"A":"\\u005ftool"').replace("{}", '{"a\\u0063tiv\\u0061tion.kind":"hook"}'),
    ],
    ["a name in a literal", text({ ...plain, SpanAttributes: "{}" }), text({ ...plain, SpanAttributes: "{'activ\\x61tion.kind':'hook'}" })],
    ["a name in two parts", text(plain), text({ ...plain, SpanAttributes: { activation: { kind: "hook" } } })],
    ["no id", text(plain), text({ ...plain, SpanId: "" })],
    ["an id of zeros", text(plain), text({ ...plain, TraceId: "0".repeat(32) })],
    ["an id that is none", text(plain), text({ ...plain, TraceId: 5 })],
    ["the same key twice", tail(plain, `"SpanId":"00f067aa0ba902b7"`), tail(plain, `"SpanId":""`)],
    ["a key more", text(plain), tail(plain, '"Body":"a log","LogAttributes":{}')],
    ["keys in another order", text(plain), text(Object.fromEntries(Object.entries(plain).toReversed()))],
    ["what tells another format", text({ ...plain, context: {} }), text({ ...plain, context: { trace_id: "x", span_id: "x" } })],
    [
      "a list of other spans",
      text({ ...plain, scopes: [] }),
      text({ ...plain, scopes: [{ spans: [{ context: { trace_id: "x", span_id: "x" } }] }] }),
    ],
    [
      "no record at all",
      text({ ...otlpSpans.at(-1), attributes: [], resourceSpans: null }),
      text({ ...otlpSpans.at(-1), attributes: [], resourceSpans: null }),
    ],
  ])("are none of those that look alike and hold %s", async (_what, known, other) => {
    const content = `${`${known}\n`.repeat(10)}${other}\n${text(rows[0])}\n`;
    const [quick, all] = [await read(content, CHUNK, true), await read(content, CHUNK, false)];
    expect(inOrder(quick)).toEqual(inOrder(all));
  });

  it.each<[what: string, all: readonly Row[], attributes: string, nested: string]>([
    ["of ClickHouse", rows, "SpanAttributes", "ResourceAttributes"],
    ["of Zipkin", zipkinSpans, "tags", "localEndpoint"],
    ["of OTLP that stand alone", otlpSpans, "attributes", "status"],
  ])("%s are not parsed", async (_what, all, attributes, nested) => {
    const other = { ...all.at(-1), [attributes]: attributes === "attributes" ? [] : {}, [nested]: { a: 1 } };
    const text = [...all, other].map((row) => `${JSON.stringify(row)}\n`).join("");
    // No parser takes these.
    const broken = `${JSON.stringify(other).replace('{"a":1}', "{*}")}\n`;
    const { records, warnings, summary } = await readBytes(text + broken.repeat(50), {}, CHUNK);
    expect(warnings).toEqual([]);
    expect(records).toHaveLength(WANTED.length);
    expect(summary.spans).toBe(all.length + 51);
  });

  it("are log records too, where nobody asks for them", async () => {
    const text = `${JSON.stringify(rows[0])}\n${`${JSON.stringify(log)}\n`.repeat(20)}`;
    const broken = `${JSON.stringify(log).replace('{"service.name":"agent"}', "{*}")}\n`;
    const { warnings, summary } = await readBytes(text + broken, {}, CHUNK);
    expect({ warnings, ...summary }).toMatchObject({ warnings: [], spans: 1, logs: 21 });
    const asked = await readBytes(text + broken, { query: { logs: true } }, CHUNK);
    expect({ warnings: asked.warnings, ...asked.summary }).toMatchObject({ warnings: [{ code: "invalid_record" }], spans: 1, logs: 20 });
  });
});
