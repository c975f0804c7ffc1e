import fc from "fast-check";
import { gzipSync } from "node:zlib";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { streamSource } from "../../../src/sources/files/file.ts";
import type { LogRecord, SpanRecord } from "../../../src/sources/span.ts";
import { itIsASource, readAll } from "../conformance.ts";
import { readBytes } from "../read.ts";
import { RUN, WANTED } from "../run.ts";
import { hardRows, rowOf } from "./rows.ts";
import { jsonEachRow, NAMED, type Rows } from "./write-text.ts";

const rows = RUN.map(rowOf);
const formats = Object.entries(NAMED);
const tsv = NAMED["TSVWithNames"]!(rows);
const csv = NAMED["CSVWithNames"]!(rows);
const compact = NAMED["JSONCompactEachRowWithNames"]!(rows);

/** What is looked at first comes as one piece. */
const FIRST_PIECE = 1 << 16;

/** Makes a text longer than that. */
const PADDING = { ...rowOf(RUN[1]!), StatusMessage: "x".repeat(FIRST_PIECE) };

/** Rows of the same columns in the same order, behind one that is long. */
const padded = (hard: Rows): Rows => [
  Object.fromEntries(Object.keys(hard[0]!).map((column) => [column, PADDING[column as keyof typeof PADDING]])),
  ...hard,
];

const withoutPlace = (record: SpanRecord | LogRecord): object => ({ ...record, position: "" });
const names = (records: readonly (SpanRecord | LogRecord)[]): readonly string[] =>
  records.map((record) => (record.type === "span" ? record.name : (record.body as string)));
const wantedNames = WANTED.map(({ name }) => name);
/** The lines of a text without line feeds in its fields. */
const linesOf = (text: string): string[] => text.trimEnd().split("\n");

describe.each(formats)("rows in %s", (format, write) => {
  it("are the records that JSONEachRow gives of them, whatever stands in them", async () => {
    await fc.assert(
      fc.asyncProperty(hardRows, fc.integer({ min: 20, max: 3000 }), async (some, chunk) => {
        const hard = padded(some);
        const expected = await readBytes(jsonEachRow(hard), { query: { others: true } });
        const { records, warnings, summary } = await readBytes(write(hard), { query: { others: true } }, chunk);
        expect(warnings).toEqual([]);
        expect(records.map(withoutPlace)).toEqual(expected.records.map(withoutPlace));
        expect(summary).toEqual(expected.summary);
      }),
      { numRuns: 15, interruptAfterTimeLimit: 5000 },
    );
  });

  it("are passed over where nobody wants them, and those that are wanted never", async () => {
    await fc.assert(
      fc.asyncProperty(hardRows, fc.integer({ min: 20, max: 300 }), async (some, chunk) => {
        const hard = padded(some);
        const all = await readBytes(write(hard), { cuts: false });
        const cut = await readBytes(write(hard), {}, chunk);
        expect(cut.records).toEqual(all.records);
        expect(cut.summary.spans).toBe(hard.length);
      }),
      { numRuns: 15, interruptAfterTimeLimit: 5000 },
    );
  });

  it.each<[what: string, pack: (text: string) => Buffer | string, suffix: string]>([
    ["a byte order mark", (text) => `\uFEFF${text}`, ""],
    ["UTF-16", (text) => Buffer.from(`\uFEFF${text}`, "utf16le"), ""],
    ["UTF-16, the high byte first", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), ""],
    ["lines that end with CR LF", (text) => text.replaceAll("\n", "\r\n"), ""],
    ["empty lines", (text) => `\n${text.replaceAll("\n", "\n\n")}`, ""],
    ["no line feed at the end", (text) => text.trimEnd(), ""],
    ["gzip", (text) => gzipSync(text), "+gzip"],
  ])("are read with %s", async (_what, pack, suffix) => {
    const { records, warnings, summary } = await readBytes(pack(write(rows)));
    expect(names(records)).toEqual(wantedNames);
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ format: `clickhouse${suffix}`, spans: RUN.length, lostRecords: false });
  });

  it("are read with columns in any order, and with those that are not needed left out", async () => {
    const few: Rows = rows.map((row) => {
      const { Timestamp, TraceId, SpanId, SpanName, SpanAttributes } = row;
      return { SpanAttributes, SpanName, "an own column": "x", SpanId, TraceId, Timestamp };
    });
    const { records, warnings } = await readBytes(write(few));
    expect(warnings).toEqual([]);
    expect(records.map(withoutPlace)).toEqual((await readBytes(jsonEachRow(few))).records.map(withoutPlace));
  });

  it("are said to say nothing without the columns of their times and attributes", async () => {
    const { warnings, summary } = await readBytes(write(rows.map(({ TraceId, SpanId }) => ({ TraceId, SpanId }))));
    expect(warnings).toMatchObject([{ code: "invalid_record", position: "line 1" }]);
    expect(warnings[0]?.message).toContain("the columns Timestamp, SpanAttributes are missing");
    expect(summary).toMatchObject({ spans: RUN.length, lostRecords: true });
  });

  it("can follow others, below a header of their own", async () => {
    const log = { Timestamp: "2026-01-05 09:00:00", TraceId: "", SpanId: "", Body: "a log", LogAttributes: {}, ResourceAttributes: {} };
    const text = write(rows) + write([log, log]) + write(rows.toReversed());
    const { records, summary } = await readBytes(text, { query: { logs: true } });
    expect(names(records)).toEqual([...wantedNames, "a log", "a log", ...wantedNames.toReversed()]);
    expect(summary).toMatchObject({ spans: 2 * RUN.length, logs: 2 });
    expect((await readBytes(text)).summary).toMatchObject({ spans: 2 * RUN.length, logs: 2 });
    expect((await readBytes(text)).records).toHaveLength(2 * WANTED.length);
  });

  it("behind one that has too few or too many fields are read, and that one is said", async () => {
    const [head, ...rest] = linesOf(write(rows));
    const first = format.includes("Types") ? 1 : 0;
    const delimiter = /[\t;]|, ?/.exec(head!)![0];
    const isJson = head!.startsWith("[");
    const broken = rest.map((line, index) => {
      if (index === first)
        return isJson ? line.replace(/,"[^,]*\]$/, "]").replace(/,\[\]\]$/, "]") : line.slice(0, line.lastIndexOf(delimiter));
      return index === first + 1 ? (isJson ? `${line.slice(0, -1)},1]` : `${line}${delimiter}1`) : line;
    });
    const { records, warnings, summary } = await readBytes([head, ...broken, ""].join("\n"));
    expect(warnings.map(({ code, position }) => [code, position])).toEqual([
      ["invalid_record", `line ${2 + first}`],
      ["invalid_record", `line ${3 + first}`],
    ]);
    expect(names(records)).toEqual(WANTED.filter((span) => !RUN.slice(0, 2).includes(span)).map(({ name }) => name));
    expect(summary.lostRecords).toBe(true);
  });

  it("before one that is cut off at the end are read, and that one is said wherever the cut is", async () => {
    const text = write(rows);
    const end = text.trimEnd();
    const last = end.lastIndexOf("\n") + 1;
    for (let cut = last + 1; cut < end.length - 40; cut += 41) {
      const { records, warnings } = await readBytes(text.slice(0, cut));
      expect(records.length).toBeLessThanOrEqual(WANTED.length);
      expect(warnings.map(({ code, position }) => [code, position])).toEqual([["truncated_record", `line ${linesOf(text).length}`]]);
    }
  });

  it("are followed by an error of ClickHouse's where the query failed, which is said", async () => {
    const error = "Code: 241. DB::Exception: Memory limit exceeded (MEMORY_LIMIT_EXCEEDED)\n";
    const { records, warnings, summary } = await readBytes(write(rows) + error);
    expect(names(records)).toEqual(wantedNames);
    expect(warnings).toMatchObject([{ code: "partial_answer" }]);
    expect(summary.lostRecords).toBe(true);
  });
});

describe("a row of text", () => {
  it("is given where the file that it is packed in is cut off behind it, and that is said", async () => {
    const packed = gzipSync(NAMED["TSVWithNames"]!(Array.from({ length: 500 }, () => rows[0]!)));
    const { records, warnings, summary } = await readBytes(packed.subarray(0, packed.length - 40));
    expect(records.length).toBeGreaterThan(0);
    expect(warnings).toMatchObject([
      { code: "truncated_record", position: expect.stringMatching(/^line \d+$/) },
      { code: "truncated_record", message: expect.stringContaining("it cannot be read on") },
    ]);
    expect(summary.lostRecords).toBe(true);
  });

  it("has its line for its place, also where fields before it go over lines", async () => {
    const hook = (name: string): Rows[number] => ({ ...rowOf(RUN[0]!), SpanName: name });
    const { records } = await readBytes(NAMED["CSVWithNames"]!([hook("a\nb\r\nc"), hook("d")]));
    expect(records.map((record) => [names([record])[0], record.position])).toEqual([
      ["a\nb\r\nc", "line 2"],
      ["d", "line 5"],
    ]);
  });

  it("of CSV that is cut off in a quoted field ends where the next one begins", async () => {
    const [head, first, ...rest] = linesOf(csv);
    for (let cut = 1; cut < first!.length; cut += 31) {
      const { records } = await readBytes([head, first!.slice(0, cut), ...rest, ...rest, ""].join("\n"));
      expect(names(records).slice(-2 * (WANTED.length - 1)), `cut at ${cut}`).toEqual([...wantedNames.slice(1), ...wantedNames.slice(1)]);
    }
  });

  it("of CSV with a quote too many is said, and the others are read", async () => {
    const [head, first, ...rest] = linesOf(csv);
    const { records, warnings } = await readBytes([head, first!.replace('","', '"x,"'), ...rest, ""].join("\n"));
    expect(names(records)).toEqual(wantedNames.slice(1));
    expect(warnings).toMatchObject([{ code: "invalid_record", position: "line 2" }]);
  });

  it.each([
    ["a map", "{'activation.kind'", "{'activation.kind"],
    ["a list", "\t[]\t[]\t[]\t", "\t[]\t['\t[]\t"],
  ])("with a broken literal of %s is said, and the others are read", async (_what, literal, broken) => {
    const [head, first, ...rest] = linesOf(tsv);
    const { records, warnings } = await readBytes([head, first!.replace(literal, broken), ...rest, ""].join("\n"));
    expect(warnings).toMatchObject([{ code: "invalid_record", position: "line 2" }]);
    expect(names(records)).toEqual(wantedNames.slice(1));
  });

  it("behind NUL bytes that cut another off is read", async () => {
    const [head, first, second, ...rest] = linesOf(tsv);
    const text = [head, `${first!.slice(0, 100)}${"\0".repeat(50)}${second}`, ...rest, ""].join("\n");
    const { records, warnings } = await readBytes(text);
    expect(names(records)).toEqual(wantedNames.slice(1));
    expect(warnings.map(({ code }) => code)).toEqual(["truncated_record", "nul_bytes"]);
  });

  it.each(formats)("in %s stands behind NUL bytes as if there were none, but for a warning that counts them", async (_format, write) => {
    const { records, warnings } = await readBytes(`\0\0\0${write(rows).trimEnd().replaceAll("\n", "\n\0\0")}\n\0\0\0`);
    expect(names(records)).toEqual(wantedNames);
    expect(warnings).toMatchObject([{ code: "nul_bytes" }]);
  });

  it.each([
    ["TSVWithNames", "\\x61ctivation.kind"],
    ["CSVWithNames", "\\x61ctivation.kind"],
    ["JSONCompactEachRowWithNames", "\\u0061ctivation.kind"],
  ])("in %s is wanted also where an escape hides the name that says so", async (format, hidden) => {
    const hook = { ...rowOf(RUN[0]!), SpanName: "hook", ScopeName: "demo", SpanAttributes: { "activation.kind": "hook" } };
    const text = NAMED[format]!([hook, hook]).replaceAll("activation.kind", hidden);
    expect(text).not.toContain("activation.");
    expect(names((await readBytes(text)).records)).toEqual(["hook", "hook"]);
  });

  it("is found to be wanted wherever the pieces end in which it comes", async () => {
    const hook = { ...rowOf(RUN[0]!), SpanName: "hook", ScopeName: "demo", SpanAttributes: { "activation.kind": "hook" } };
    const write = (padding: number): string =>
      NAMED["TSVWithNames"]!([hook, { ...hook, SpanAttributes: {}, StatusMessage: "x".repeat(padding) }, hook]);
    const before = write(0).lastIndexOf("activation.kind");
    for (let inside = -2; inside < 18; inside++) {
      const { records } = await readBytes(write(FIRST_PIECE - before - inside));
      expect(records, `${inside} bytes of the name in the first piece`).toHaveLength(2);
    }
  });

  it("that is cut off before the name that would say that it is wanted is said", async () => {
    const { SpanAttributes: _attributes, ...rest } = rowOf(RUN[0]!);
    const call = { ...rest, ScopeName: "demo", SpanAttributes: { "gen_ai.operation.name": "execute_tool" } };
    const text = NAMED["TSVWithNames"]!([call, call]);
    const { warnings, summary } = await readBytes(text.slice(0, text.lastIndexOf("execute_tool")));
    expect(warnings).toMatchObject([{ position: "line 3" }]);
    expect(summary.lostRecords).toBe(true);
  });

  it("keeps attributes as JSON, or as the text of a map", async () => {
    const json = JSON.stringify({ activation: { kind: "hook", n: 9_007_199_254_740_993n.toString() }, text: "a\\b\"c\t'" });
    const kinds = [json, "{'activation.kind':'hook','text':'a\\\\b\"c\\t\\''}"];
    const text = NAMED["TSVWithNames"]!(kinds.map((SpanAttributes) => ({ ...rowOf(RUN[0]!), SpanAttributes })));
    const { records, warnings } = await readBytes(text.replaceAll("extension-activation", "demo"));
    expect(warnings).toEqual([]);
    expect(records.map(({ attributes }) => [attributes["activation.kind"], attributes["text"]])).toEqual([
      ["hook", "a\\b\"c\t'"],
      ["hook", "a\\b\"c\t'"],
    ]);
  });

  it("can be null, or a literal of mebibytes", async () => {
    const long = "x\t'".repeat(1 << 20);
    const text = NAMED["TSVWithNames"]!([{ ...rowOf(RUN[0]!), StatusMessage: null, SpanAttributes: { "activation.kind": "hook", long } }]);
    const { records } = await readBytes(text);
    expect(records).toMatchObject([{ status: { message: undefined }, attributes: { long } }]);
  });

  it.each([
    ["TSV", tsv, "x"],
    ["CSV", csv, '"x\n'],
    ["JSON", compact, '["x'],
  ])("of %s that is longer than what is held is said, and the others are read", async (_what, text, begin) => {
    const chunk = Buffer.alloc(1 << 20, "x,\t");
    async function* chunks(): AsyncGenerator<Buffer> {
      yield Buffer.from(text + begin);
      for (let count = 0; count < 132; count++) yield chunk;
      yield Buffer.from(`"\n${text}`);
    }
    const { records, warnings, summaries } = await readAll(streamSource(Readable.from(chunks())));
    expect(names(records)).toEqual([...wantedNames, ...wantedNames]);
    expect(warnings).toMatchObject([{ code: "record_too_large", position: `line ${RUN.length + 2}` }]);
    expect(summaries).toMatchObject([{ spans: 2 * RUN.length, lostRecords: true }]);
  });

  it.each(['"\n', '"a\n"b\n"', '"\n"x\n', '""\n"', "\t", "\0\n", "a\0\tb\n", "TraceId", "vation", "\\x\n"])(
    "is read in a time that grows with the length of the text alone: %j",
    async (part) => {
      const head = tsv.slice(0, tsv.indexOf("\n") + 1);
      for (const text of [head, head.replaceAll("\t", ",")]) {
        const began = performance.now();
        await readBytes(text + part.repeat(300_000 / part.length));
        expect(performance.now() - began).toBeLessThan(2000);
      }
    },
  );

  it("is none where the first line only speaks of the columns", async () => {
    const { records, warnings } = await readBytes(`reads TraceId, SpanId and {more}\n${jsonEachRow(rows)}`);
    expect(names(records)).toEqual(wantedNames);
    expect(warnings.map(({ position }) => position)).toContain("line 1");
  });
});

for (const [format, write] of formats) {
  itIsASource(`ClickHouse's ${format}`, {
    open: () => streamSource(Readable.from([Buffer.from(write(rows))])),
    format: "clickhouse",
    spans: RUN.length,
    expected: (await readBytes(jsonEachRow(rows))).records as SpanRecord[],
    onlyOnce: "a stream is gone when it was read",
  });
}
