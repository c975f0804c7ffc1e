import { gzipSync } from "node:zlib";
import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { streamSource } from "../../../src/sources/files/file.ts";
import { readStream, type StreamOptions } from "../../../src/sources/content/stream.ts";
import type { ByteReader } from "../../../src/sources/bytes/byte-reader.ts";
import type { SourceWarning } from "../../../src/sources/source.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { rowOf } from "../clickhouse/rows.ts";
import { jsonEachRow, NAMED } from "../clickhouse/write-text.ts";
import { jsonDocument } from "../otlp/write-json.ts";
import { framed, protoMessage } from "../otlp/write-proto.ts";
import { readBytes } from "../read.ts";
import { RUN, WANTED } from "../run.ts";
import { zstdFrame } from "../zstd-frame.ts";

const document = jsonDocument(RUN);
const line = `${JSON.stringify(document)}\n`;
const pretty = `${JSON.stringify(document, null, 2)}\n`;
const halves = [RUN.slice(0, 3), RUN.slice(3)];
const lines = halves.map((half) => `${JSON.stringify(jsonDocument(half))}\n`);
const messages = halves.map((half) => protoMessage(half));

function withoutPlace(record: SpanRecord): object {
  return { ...record, source: "", position: "" };
}

describe("readStream", () => {
  it.each<[what: string, content: Buffer | string, format: string]>([
    ["one document on a line", line, "otlp-json"],
    ["one document without a line feed", line.trimEnd(), "otlp-json"],
    ["one document over many lines", pretty, "otlp-json"],
    ["a line an export", lines.join(""), "otlp-json"],
    [
      "documents over many lines, one after another",
      halves.map((half) => JSON.stringify(jsonDocument(half), null, 2)).join("\n"),
      "otlp-json",
    ],
    ["documents behind one another on one line", lines.map((text) => text.trim()).join(""), "otlp-json"],
    ["a list of documents", `[${lines.map((text) => text.trim()).join(",\n")}]`, "otlp-json"],
    ["lines that end with CR LF", lines.join("").replaceAll("\n", "\r\n"), "otlp-json"],
    ["records each behind a record separator", lines.map((text) => `\x1e${text}`).join(""), "otlp-json"],
    ["white space first", `\n\n  \t${line}`, "otlp-json"],
    ["a byte order mark", `\uFEFF${line}`, "otlp-json"],
    ["UTF-16, the low byte first", Buffer.from(`\uFEFF${lines.join("").replaceAll("\n", "\r\n")}`, "utf16le"), "otlp-json"],
    ["UTF-16, the high byte first", Buffer.from(`\uFEFF${line}`, "utf16le").swap16(), "otlp-json"],
    ["UTF-16 without a byte order mark, the low byte first", Buffer.from(line, "utf16le"), "otlp-json"],
    ["UTF-16 without a byte order mark, the high byte first", Buffer.from(line, "utf16le").swap16(), "otlp-json"],
    ["gzip", gzipSync(line), "otlp-json+gzip"],
    ["two members of gzip", Buffer.concat(lines.map((text) => gzipSync(text))), "otlp-json+gzip"],
    ["zstd", zstdFrame(Buffer.from(line)), "otlp-json+zstd"],
    ["zstd in small blocks", zstdFrame(Buffer.from(line), 100), "otlp-json+zstd"],
    ["a frame of zstd a line", Buffer.concat(lines.map((text) => zstdFrame(Buffer.from(text)))), "otlp-json+zstd"],
    [
      "a frame of zstd behind one that is to be skipped",
      Buffer.concat([Buffer.from("502a4d180300000061626328b52ffd2000010000", "hex"), zstdFrame(Buffer.from(line))]),
      "otlp-json+zstd",
    ],
    [
      "a frame of zstd a line, each behind its length",
      framed(...lines.map((text) => zstdFrame(Buffer.from(text.trim())))),
      "otlp-json+zstd+framed",
    ],
    ["a protobuf message", protoMessage(RUN), "otlp-proto"],
    ["protobuf messages behind their lengths", framed(...messages), "otlp-proto+framed"],
    ["protobuf messages as zstd behind their lengths", framed(...messages.map((message) => zstdFrame(message))), "otlp-proto+zstd+framed"],
    ["zstd of protobuf messages behind their lengths", zstdFrame(framed(...messages)), "otlp-proto+zstd+framed"],
    ["gzip of protobuf messages behind their lengths", gzipSync(framed(...messages)), "otlp-proto+gzip+framed"],
    ["gzip of gzip", gzipSync(gzipSync(line)), "otlp-json+gzip+gzip"],
  ])("reads %s", async (_what, content, format) => {
    const { records, warnings, summary } = await readBytes(content);
    expect(records.map((record) => withoutPlace(record as SpanRecord))).toEqual(WANTED.map(withoutPlace));
    expect(warnings).toEqual([]);
    expect(summary).toEqual({ name: "traces", format, spans: RUN.length, logs: 0, lostRecords: false, filtered: false });
  });

  it("says on which line a record stands", async () => {
    const { records } = await readBytes(`\n${lines[0]}\n\n${lines[1]}`);
    expect(new Set(records.map(({ position }) => position))).toEqual(new Set(["line 2", "line 5"]));
  });

  it("says which message of a framed file a record is in", async () => {
    const { records } = await readBytes(framed(...messages));
    expect(new Set(records.map(({ position }) => position))).toEqual(new Set(["record 1", "record 2"]));
  });

  it("passes over NUL bytes, wherever they stand between records, with one warning that counts them", async () => {
    const nuls = "\0".repeat(3000);
    const { records, warnings } = await readBytes(`${nuls}${lines[0]}${nuls}${lines[1]}${nuls}`, {}, 1000);
    expect(records).toHaveLength(WANTED.length);
    expect(warnings).toEqual([
      { code: "nul_bytes", message: "traces: 9000 NUL bytes were passed over", source: "traces", position: undefined },
    ]);
  });

  it("reads the record behind NUL bytes that cut another off", async () => {
    const { records, warnings, summary } = await readBytes(`${lines[0]!.slice(0, 700)}${"\0".repeat(64)}${lines[1]}`);
    expect(records.map(({ position }) => position)).toContain("line 1");
    expect(records.length).toBeGreaterThanOrEqual(halves[1]!.filter((span) => WANTED.includes(span)).length);
    expect(warnings.map(({ code }) => code).sort()).toEqual(["nul_bytes", "truncated_record"]);
    expect(summary.lostRecords).toBe(true);
  });

  it("gives what comes before a last line that is cut off, and says where that is", async () => {
    const { records, warnings, summary } = await readBytes(`${lines[0]}${lines[1]!.slice(0, 100)}`);
    expect(records).toHaveLength(halves[0]!.length);
    expect(warnings).toMatchObject([{ code: "truncated_record", position: "line 2" }]);
    expect(summary.lostRecords).toBe(true);
  });

  it.each(Array.from({ length: 60 }, (_, index) => Math.floor((index * line.length) / 60)))(
    "reads the line behind one that is cut off at byte %i",
    async (cut) => {
      const { records } = await readBytes(`${line.slice(0, cut)}\n${line}${line}`);
      const whole = records.filter(({ position }) => position !== "line 1");
      expect(whole).toHaveLength(2 * WANTED.length);
    },
  );

  it.each<[what: string, content: string]>([
    ["a program's log", `starting the agent "quickly"\n${lines[0]}[2026-01-05 09:00:00] level=info msg="a, b"\n${lines[1]}done\n`],
    ["a prefix on each line", `app-1  | ${lines[0]}app-1  | ${lines[1]}`],
    ["a prefix in brackets", `[agent 2026-01-05 +0000] [worker-1] INFO exporter - ${lines[0]}\u001b[32mINFO\u001b[0m ${lines[1]}`],
    ["commas behind them", `${lines[0]!.trim()},\n${lines[1]!.trim()},\n`],
    ["a brace that is never closed", `app-1  | config {\napp-1  | ${lines[0]}app-1  | ${lines[1]}`],
  ])("reads records among other text, which is no lost record: %s", async (_what, content) => {
    const { records, warnings, summary } = await readBytes(content);
    expect(records).toHaveLength(WANTED.length);
    const codes = new Set(warnings.map(({ code }) => code));
    if (!content.includes("{\n")) expect({ codes: [...codes], lost: summary.lostRecords }).toEqual({ codes: ["other_text"], lost: false });
    expect(warnings.find(({ code }) => code === "other_text")).toMatchObject({ position: "line 1" });
  });

  /** As a program writes it that takes text for Latin-1. */
  const inLatin1 = (content: Buffer | string, word: string, other: string): Buffer =>
    Buffer.from(
      Buffer.from(content as string)
        .toString("latin1")
        .replace(word, other),
      "latin1",
    );
  it.each<[what: string, content: Buffer]>([
    ["JSON", inLatin1(line, "guard-shell", "gu\u00E4rd-shell")],
    ["protobuf", inLatin1(protoMessage(RUN), "guard-shell", "gu\u00E4rd-shell")],
    ["a list", inLatin1(line, '"mode"', '"m\u00F6de"')],
  ])("says that characters of %s were lost, where its bytes are no UTF-8", async (_what, content) => {
    const { records, warnings, summary } = await readBytes(content);
    expect(records).toHaveLength(WANTED.length);
    expect(warnings).toMatchObject([{ code: "replaced_characters" }]);
    expect(summary.lostRecords).toBe(false);
  });

  it("reads records between coloured lines, however many there are", async () => {
    const noise = "\u001b[32mINFO\u001b[0m still here\n".repeat(50_000);
    const { records, warnings } = await readBytes(`${noise}app ${lines[0]}${noise}\u001b[32mINFO\u001b[0m ${lines[1]}${noise}`);
    expect(records.map(({ position }) => position)).toEqual(
      WANTED.map((span) => (halves[0]!.includes(span) ? "line 50001" : "line 100002")),
    );
    expect(warnings).toMatchObject([{ code: "other_text", position: "line 1" }]);
  });

  it("passes over messages without content, and says of many one behind the other how many bytes they are", async () => {
    const zeros = Buffer.alloc(400_000);
    const behind = await readBytes(Buffer.concat([Buffer.alloc(4096), framed(messages[0]!)]));
    expect(new Set(behind.records.map(({ position }) => position))).toEqual(new Set(["record 1025"]));
    expect(behind.warnings).toMatchObject([{ code: "nul_bytes", message: expect.stringContaining("4096 NUL bytes") }]);
    const { records, warnings } = await readBytes(
      Buffer.concat([framed(messages[0]!, Buffer.alloc(0), messages[1]!), zeros, framed(messages[1]!)]),
    );
    expect(new Set(records.map(({ position }) => position))).toEqual(new Set(["record 1", "record 3", "record 100004"]));
    expect(warnings).toMatchObject([{ code: "nul_bytes", message: expect.stringContaining("400000 NUL bytes") }]);
  });

  it.each([
    ["protobuf", (span: SpanRecord) => protoMessage([span])],
    ["packed protobuf", (span: SpanRecord) => zstdFrame(protoMessage([span]))],
    ["packed JSON", (span: SpanRecord) => zstdFrame(Buffer.from(JSON.stringify(jsonDocument([span]))))],
  ])("goes on behind a message that a crash cut off, where others were appended: %s", async (_, write) => {
    const [first, torn, ...behind] = WANTED.map((span) => framed(write(span))) as [Buffer, Buffer, ...Buffer[]];
    for (let cut = 5; cut < torn.length; cut += 13) {
      const content = Buffer.concat([first, torn.subarray(0, cut), ...behind]);
      for (const chunk of [undefined, 100]) {
        const { records, summary } = await readBytes(content, {}, chunk);
        const found = records.map((record) => (record.type === "span" ? record.spanId : ""));
        for (const [index, { spanId }] of WANTED.entries()) if (index !== 1) expect(found, `cut at ${cut}`).toContain(spanId);
        expect(summary.lostRecords).toBe(true);
      }
    }
  });

  it.each(["\x00\x01\x02", '0007","endTimeUnixNano":"1756720800', "}]}]}", '"status":{}}'])(
    "takes %j between records for what is left of one",
    async (piece) => {
      const { records, warnings, summary } = await readBytes(`${lines[0]}${piece}\n${lines[1]}`);
      expect(records).toHaveLength(WANTED.length);
      expect(warnings).toContainEqual(expect.objectContaining({ code: "invalid_record", position: "line 2" }));
      expect(summary.lostRecords).toBe(true);
    },
  );

  it.each<[what: string, content: string, isLost: boolean]>([
    ["that was never closed", `[\n${lines[0]!.trim()},\n${lines[1]!.trim()},\n`, true],
    ["that was never closed, on one line", `[${lines[0]!.trim()},${lines[1]!.trim()}`, true],
    ["that is cut off in an item", `[${lines[0]!.trim()},${lines[1]!.trim()},${line.slice(0, 600)}`, true],
    ["with a comma at its end", `[${lines[0]!.trim()},\n${lines[1]!.trim()},\n]`, false],
  ])("gives what is whole in a list %s", async (_what, content, isLost) => {
    const { records, summary } = await readBytes(content);
    expect(records).toHaveLength(WANTED.length);
    expect(summary.lostRecords).toBe(isLost);
  });

  it("says how many warnings of a kind it left out", async () => {
    const { warnings } = await readBytes(`${line}${"nonsense }\n".repeat(1000)}`, {}, 4096);
    expect(warnings.length).toBeLessThan(30);
    expect(warnings.at(-1)?.message).toBe("traces: 980 more warnings of this kind (invalid_record) were left out");
  });

  it("gives what a compressed file holds before it is cut off", async () => {
    const packed = gzipSync(line.repeat(200));
    const { records, warnings, summary } = await readBytes(packed.subarray(0, packed.length - 40));
    expect(records.length).toBeGreaterThan(0);
    expect(warnings.some(({ code }) => code === "truncated_record")).toBe(true);
    expect(summary.lostRecords).toBe(true);
  });

  it.each<[what: string, content: string]>([
    ["OTLP/JSON", line],
    ["OTLP/JSON behind a byte order mark", `\uFEFF\r\n${line}`],
    ["ClickHouse's JSONEachRow", jsonEachRow(WANTED.map(rowOf))],
    ...Object.entries(NAMED).map(([format, write]): [string, string] => [`ClickHouse's ${format}`, write(WANTED.map(rowOf))]),
  ])("gives what it has of %s while the program that writes it goes on", async (_what, content) => {
    const pipe = new PassThrough();
    const records: object[] = [];
    const reading = (async () => {
      for await (const record of streamSource(pipe).read({ query: {}, onWarning() {}, onSummary() {} })) records.push(record);
    })();
    pipe.write(content);
    await vi.waitFor(() => expect(records).toHaveLength(WANTED.length));
    pipe.write(content);
    await vi.waitFor(() => expect(records).toHaveLength(2 * WANTED.length));
    pipe.end();
    await reading;
  });

  it.each<[what: string, content: string, wanted: number]>([
    ["the last line", jsonEachRow(WANTED.map(rowOf)).trimEnd(), WANTED.length],
    ["the last row", NAMED["TSVWithNames"]!(WANTED.map(rowOf)).trimEnd(), WANTED.length],
    ["what is whole of a list", `[${WANTED.map((span) => JSON.stringify(rowOf(span))).join(",")},{"TraceId":`, WANTED.length],
  ])("gives %s before bytes that cannot be had, and then says so", async (_what, content, wanted) => {
    const records: object[] = [];
    const warnings: SourceWarning[] = [];
    const pieces = [Buffer.from(content).subarray(0, 1500), Buffer.from(content).subarray(1500)];
    const failing: ByteReader = {
      read: async (target) => pieces.shift()?.copy(target) ?? Promise.reject(new Error("EIO: i/o error")),
      close: async () => {},
    };
    const options = { query: {}, headLength: 1500, onWarning: (warning: SourceWarning) => warnings.push(warning), onSummary() {} };
    for await (const record of readStream("traces", () => failing, options)) records.push(record);
    expect(records).toHaveLength(wanted);
    expect(warnings.at(-1)?.message).toBe("traces: it cannot be read on (EIO: i/o error); what comes behind it is lost");
  });

  it.each([
    ["JSON", line],
    ["protobuf", protoMessage(RUN)],
  ])("gives every span of %s where others are asked for, too", async (_what, content) => {
    const { records, summary } = await readBytes(content, { query: { others: true } });
    expect(records).toHaveLength(summary.spans);
    expect(records.length).toBeGreaterThan(WANTED.length);
  });

  it("gives the messages before one that is cut off", async () => {
    const { records, warnings } = await readBytes(framed(...messages).subarray(0, -10));
    expect(records).toHaveLength(halves[0]!.length);
    expect(warnings).toMatchObject([{ code: "truncated_record" }]);
  });

  it("lets a timer have its turn, though what it reads never waits for anything", async () => {
    const chunk = Buffer.alloc(1 << 18, "\n");
    let chunks = 0;
    const endless = {
      read: async (target: Uint8Array) => (++chunks > 3000 ? 0 : chunk.copy(target)),
      close: async () => {},
    };
    const options = { query: {}, onWarning() {}, onSummary() {}, signal: AbortSignal.timeout(100) };
    await expect(readStream("traces", () => endless, options).next()).rejects.toThrow("timeout");
    expect(chunks).toBeLessThan(3000);
  });

  it.each<[what: string, content: Buffer | string, message: RegExp]>([
    ["nothing", "", /^traces is empty; check/],
    ["only white space", " \n\n", /^traces is empty/],
    ["text", "hello\nworld\n", /^traces holds no traces in a format that explain reads/],
    ["a program", Buffer.from("7f454c4602010100000000000000000003003e0001000000", "hex"), /holds no traces/],
    ["a zip archive", Buffer.from("504b0304140000000800", "hex"), /^traces is a zip archive; unpack it/],
    [
      "a tar archive",
      Buffer.concat([Buffer.from("a.jsonl".padEnd(257, "\0")), Buffer.from("ustar\0".padEnd(255, "0")), Buffer.from(line)]),
      /tar -x/,
    ],
    ["what is packed with bzip2", Buffer.from("425a6839314159265359", "hex"), /bzip2 -dc <file> \| explain activation -$/],
    ["a page", "<!DOCTYPE html><title>{}</title>", /^traces is an HTML page/],
    ["an empty list", "[]\n", /^traces is an empty JSON document/],
    ["NUL bytes", Buffer.alloc(100_000), /^traces holds nothing but NUL bytes/],
    ["what a debug exporter prints", "2026-01-05 info Traces {}\nResourceSpans #0\nResource attributes:\n", /debug exporter prints/],
    [
      "what a console prints",
      "{\n  resource: { attributes: {} },\n  traceState: undefined,\n  id: '00f067aa0ba902b7'\n}\n",
      /for JavaScript prints/,
    ],
    ["what .NET prints", "Activity.TraceId:   5b8efff798038103d269b633813fc60c\nActivity.Tags: {}\n", /for \.NET prints/],
    ["a table of Grafana", '{"frames":[{"schema":{"meta":{"preferredVisualisationType":"trace"}}}]}', /^traces is a table of Grafana's/],
    ["base64", Buffer.from(line).toString("base64"), /^traces is base64; try: base64 -d/],
    ["a download that is cut off", '{"data":{"spans":{"traceID":"1",', /explain reads \(line 1: the record is cut off at the end/],
    [
      "JSON with an error in it",
      `{"data":[{"traceID":"1","spans":[,]}]}`,
      /\(line 1: a record that is not JSON was passed over \(syntax error\)\)/,
    ],
    ["JSON of something else", '{"name":"demo","version":1}', /holds no traces/],
    ["a broken gzip", Buffer.from("1f8b0800000000000003ffffffff", "hex"), /^traces: it cannot be read on .*copy or export it anew$/],
    ["a broken zstd", Buffer.from("28b52ffd2000ffffff", "hex"), /^traces: /],
  ])("throws an error that says what to do for %s", async (_what, content, message) => {
    await expect(readBytes(content)).rejects.toThrow(message);
  });
});

/** With the scanner that was kept of the text before. */
const KEPT = { scanner: undefined } as unknown as Partial<StreamOptions>;

describe("texts that are read one after another", () => {
  const many = line.repeat(Math.ceil(100_000 / line.length));

  it.each<[what: string, content: string]>([
    ["whole", many],
    ["cut off in a string", many.slice(0, -40)],
    ["cut off behind a line feed", `${many}{\n`],
    ["broken in its middle", `${many.slice(0, 70_000)}\n${many}`],
    ["over many lines", pretty.repeat(Math.ceil(100_000 / pretty.length))],
  ])("are read as each alone would be: behind one that is %s", async (_what, before) => {
    for (const content of [many, `${many.slice(0, 70_000)}\n${many}`, `\n\n${many}nonsense`]) {
      const alone = await readBytes(content);
      await readBytes(before, KEPT);
      expect(await readBytes(content, KEPT)).toEqual(alone);
    }
  });
});
