import fc from "fast-check";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../src/sources/source.ts";
import { DAMAGE, damaged } from "./damage.ts";
import { jsonDocument } from "./otlp/write-json.ts";
import { rowOf } from "./clickhouse/rows.ts";
import { NAMED } from "./clickhouse/write-text.ts";
import { framed, protoMessage } from "./otlp/write-proto.ts";
import { placesOf, readBytes, type StreamReading } from "./read.ts";
import { RUN } from "./run.ts";
import { zstdFrame } from "./zstd-frame.ts";

const line = Buffer.from(`${JSON.stringify(jsonDocument(RUN))}\n`);

const WHOLE: readonly (readonly [what: string, content: Buffer])[] = [
  ["OTLP/JSON", Buffer.concat([line, line])],
  ["OTLP/JSON over many lines", Buffer.from(JSON.stringify(jsonDocument(RUN), null, 1))],
  ["UTF-16", Buffer.from(`\uFEFF${line.toString()}`, "utf16le")],
  ["gzip", gzipSync(Buffer.concat([line, line, line]))],
  ["zstd", Buffer.concat([zstdFrame(line, 500), zstdFrame(line)])],
  ["framed zstd", framed(zstdFrame(line), zstdFrame(line))],
  ["protobuf", protoMessage(RUN)],
  ["framed protobuf", framed(protoMessage(RUN), protoMessage(RUN))],
  ["framed protobuf in zstd", framed(zstdFrame(protoMessage(RUN)))],
  ...Object.entries(NAMED).map(([format, write]) => [`ClickHouse's ${format}`, Buffer.from(write(RUN.map(rowOf)))] as const),
];

/** Reads it, or gets the one error that a source may throw. */
async function survives(content: Buffer, chunk = 997): Promise<StreamReading | undefined> {
  try {
    return await readBytes(content, { query: { logs: true } }, chunk);
  } catch (error) {
    expect(error).toBeInstanceOf(SourceError);
    return undefined;
  }
}

/** What was read, whatever the order: that of the documents of one step is nobody's promise, nor how often a thing is said of a line. */
function inAnyOrder(reading: StreamReading | undefined): object | undefined {
  if (reading === undefined) return undefined;
  const { records, warnings, summary } = reading;
  const texts = records.map((record) => inspect(record, { depth: 9, sorted: true, maxStringLength: null }));
  return { records: texts.sort(), warnings: placesOf(warnings), summary };
}

describe("a reader survives", () => {
  it.each(WHOLE)("%s with bytes changed, lost or repeated", async (_what, content) => {
    await fc.assert(
      fc.asyncProperty(DAMAGE, async (changes) => {
        const reading = await survives(damaged(content, changes));
        for (const { code, source } of reading?.warnings ?? [])
          expect({ code: /^[a-z_]+$/.test(code), source }).toEqual({ code: true, source: "traces" });
      }),
      { numRuns: 60, interruptAfterTimeLimit: 5000 },
    );
  });

  // What is packed and broken is given as far as whole steps of it could be unpacked.
  it.each(WHOLE.filter(([what]) => what !== "gzip"))(
    "%s with bytes changed, lost or repeated, and reads the same in whatever pieces it comes",
    async (_what, content) => {
      await fc.assert(
        fc.asyncProperty(DAMAGE, fc.integer({ min: 1, max: 500 }), async (changes, chunk) => {
          const bytes = damaged(content, changes);
          expect(inAnyOrder(await survives(bytes, chunk))).toEqual(inAnyOrder(await survives(bytes, bytes.length)));
        }),
        { numRuns: 40, interruptAfterTimeLimit: 5000 },
      );
    },
  );

  it("bytes of any kind", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300, size: "max" }), async (bytes) => void (await survives(Buffer.from(bytes)))),
      { numRuns: 150, interruptAfterTimeLimit: 5000 },
    );
  });

  it.each<[what: string, nested: string]>([
    ["lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["long integers", `${"[".repeat(100_000)}1756720800000000123${"]".repeat(100_000)}`],
    ["values of an attribute", `{"key":"activation.kind","value":${'{"arrayValue":{"values":['.repeat(33_000)}${"]}}".repeat(33_000)}}`],
    ["what is never closed", "[".repeat(1_000_000)],
  ])("100,000 levels of %s, and reads what stands behind them", async (_what, nested) => {
    const inSpan = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"1","spanId":"2","attributes":[${nested}]}]}]}]}`;
    const reading = await survives(Buffer.from(`${nested}\n${inSpan}\n${line.toString()}`));
    expect(reading?.records.filter(({ traceId }) => traceId === RUN[0]!.traceId)).toHaveLength(4);
  });

  it("protobuf that nests without end", async () => {
    let value = Buffer.alloc(0);
    for (let depth = 0; depth < 3000; depth++) {
      const length = Buffer.from([(value.length & 127) | 128, ((value.length >> 7) & 127) | 128, value.length >> 14]);
      value = Buffer.concat([Buffer.from([depth % 2 === 0 ? 0x2a : 0x0a]), length, value]);
    }
    await survives(framed(protoMessage(RUN), value));
  });

  it("a message that says that it is 4 GB long", async () => {
    const reading = await survives(Buffer.concat([framed(protoMessage(RUN)), Buffer.from("fffffffe0a", "hex")]));
    expect(reading?.warnings).toMatchObject([{ code: "truncated_record" }]);
  });

  it("keys that would change a prototype", async () => {
    const key = (name: string): object => ({
      key: name,
      value: { kvlistValue: { values: [{ key: "__proto__", value: { stringValue: "x" } }] } },
    });
    const span = {
      traceId: "1",
      spanId: "2",
      attributes: [key("activation.kind"), key("__proto__"), key("constructor")],
      ["__proto__"]: { polluted: 1 },
    };
    const reading = await survives(Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })));
    expect(Object.keys(reading!.records[0]!.attributes)).toEqual(["activation.kind", "__proto__", "constructor"]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
