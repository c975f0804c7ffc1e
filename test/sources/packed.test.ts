import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createFrameDecoder, createPortableDecoder } from "../../src/sources/bytes/zstd-decoder.ts";
import { jsonDocument } from "./otlp/write-json.ts";
import { readBytes } from "./read.ts";
import { WANTED } from "./run.ts";
import { zstdFrame } from "./zstd-frame.ts";

/** 400 lines as two frames of the reference compressor (zstd 1.5): level 19 with a checksum, level 3 without. */
const PACKED = Buffer.from(
  "KLUv/QRodRAANtdBHFBtHStHHTM3DQ5kNk8gCswN8pUlNVsBmcxsttc7AD4ANgCJVNOVeVzEu+w5luAq4lV2Lcb4/FYqCQfv7XjSycAkG8bDVPIZzaREyW807qTEoKTDdIPw7ng0zjtSEpuQJo0P/bXjxpbahBRpfOivHTe21CYFHCaTVDRNIgsIxnksGpKBhMyiEDDN8jRkebxTycgr8p/HWxzP0xkIbKlNSJvGh/7acWNLbULKND70144bW2oT0qXxob923NhSm5AqjQ/9tePGltqEdDU+9NeOG1sq3NhSm5C6xof+2nFjS21C+jQ+9NeOG1tqE9LW+NBfO25sqU1IncaH/tpxY0ttQsoaH/prxy2A0qgh1KqcMkqFxsCDQjoiCDAQCIRghAAh+P9XCPoDjsViw2KxsQ/WioWNxcZiY2NjsbGwWGzBssJiY2Gx2LFYLDZYLBY2Ya1Y2NjYWGwsNhYbCwuLLVhWLDYWFos9FovFhsViYRO2FQsbi43FxmJjY2NhsdiCZcVix8JisWOxWGxYWCxswlqxsLHY2NhYbCw2FhaLXbCsWGwsLBY7FhuLDYvFwiasFRs2FhuLjcXGYsPCYrEFy4rFxsLGYsdisdiwWGzYhLViYWOxsdjY2FhsLCwWW7CssdhYWCx2LBYLGxabYZ3hm1x8jelC8uUGlirJVDdpSpODt6cA9c5Xy/5QSJH8Aai4A9gotS/9AFg9EACG1kAeYGvatjWs+8UWbasoKZmVmI0heE1JRJSUCFQSJAxzOgA+ADMAjPEYFX8azVSNqdOJRhOVrf93bemOawHnTSyKOzROUfC+41xhk2Mct6Cw4hgFxymSXRhwTiwUhSeOEbpUQnkM+ntzW6ZLJZTHYL83twUwaDQOoSgIR3CQIIlFsUhYhjtcJwgiIFGQZRmQhfeOa3CEL4uGJJZl73AB3JbpUgnlMZjvzW2ZLpVQHoPnvbkt06USymPQvDe3ZbpUQnkMonlvbst0qYTyGPz35rYsyN6b2zJdKqE8BvW9uS3TpRLKY3C9N7dlulRCeQyq9+a2TJdKKI/B9N7clulSCeUxiN47gNGoIdSkqKCMUqEx0EOhMRJIMBAECAKFICH4/08I+gN+xcJiwcZisVixWCwsFqzAXrGwsNhYLBZWLBYLC4sV2CsWLBY2FguLjcViwWKxBPYKC4vFxsJisbGwsLBYrMC6YmGxWGOxWGwsLBYWiyWwr1hYLGwsFosVi42FxcIK7BULC4uNjcXCxmKxsLBYgb3GgsViY7Gw2FgsVlgsVmCvsLBYbCxsLDYWCwuLxYpYrNhYLCwsNhaLhYXFxsIi7BUWixWLxcbGwmJjsVixg73CYsXGYrGxsFhsLBZ27GCvsLDYWGw8fNN3jeS+7OlEJQEqI5lCPsGTADAtTZUimRQi338=",
  "base64",
);

describe("zstd as a compressor writes it", () => {
  it("is read over all its frames", async () => {
    const { records, warnings, summary } = await readBytes(PACKED);
    expect(records.map(({ spanId }) => Number.parseInt(spanId!, 16))).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
    // They begin in 1970.
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(["doubtful_time"]));
    expect(summary).toMatchObject({ format: "otlp-json+zstd", spans: 400, lostRecords: false });
  });

  it.each([5, 40, 200, PACKED.length - 3])("gives what comes before byte %i, where it is cut off", async (length) => {
    const reading = await readBytes(PACKED.subarray(0, length)).catch((error: unknown) => error as Error);
    if (reading instanceof Error) expect(reading.name).toBe("SourceError");
    else expect(reading.summary.lostRecords).toBe(true);
  });

  it.each([
    ["the decoder that is used here", createFrameDecoder],
    ["the decoder in JavaScript", createPortableDecoder],
  ])("is unpacked by %s, be it short, or too long to be unpacked at once", async (_name, createDecoder) => {
    const decode = await createDecoder();
    for (const length of [0, 1, 10, 3 << 20]) {
      const content = Buffer.alloc(length, "0123456789");
      const unpacked: Uint8Array[] = [];
      for await (const chunk of decode(partsOf(zstdFrame(content)))) unpacked.push(chunk);
      expect(Buffer.concat(unpacked).equals(content)).toBe(true);
    }
  });

  it("is read over many short frames, of which some lie in two of the stretches that are read", async () => {
    const line = JSON.stringify(jsonDocument(WANTED));
    const frames = Array.from({ length: 1500 }, (_, index) => zstdFrame(Buffer.from(`${line}${" ".repeat(index % 97)}\n`)));
    const { records, warnings } = await readBytes(Buffer.concat(frames), {}, 1 << 22);
    expect(warnings).toEqual([]);
    expect(records).toHaveLength(1500 * WANTED.length);
  });

  it("is refused where a frame asks for more memory than there is to give", async () => {
    const greedy = Buffer.from("28b52ffde0ffffffffffffff0f010000", "hex");
    await expect(readBytes(greedy)).rejects.toThrow(/asks for \d+ bytes of memory/);
  });
});

describe("gzip that is cut off", () => {
  const lines = WANTED.map((span) => `${JSON.stringify(jsonDocument([span]))}\n`);

  it.each([1, 9, 20])("gives what could be unpacked, without its last %i bytes", async (missing) => {
    const packed = gzipSync(lines.join(""));
    const { records, summary } = await readBytes(packed.subarray(0, -missing));
    expect(records.length).toBeGreaterThanOrEqual(WANTED.length - 1);
    expect(summary.lostRecords).toBe(true);
  });

  it("gives the members before the one that is cut off, be they long or short", async () => {
    const long = gzipSync(Buffer.alloc(3 << 20, "\n"));
    const packed = Buffer.concat([...lines.map((line) => gzipSync(line)), long, gzipSync(lines[0] as string).subarray(0, 30)]);
    for (const chunk of [7, 1000, 1 << 16]) {
      const { records, summary } = await readBytes(packed, {}, chunk);
      expect(records).toHaveLength(WANTED.length);
      expect(summary.lostRecords).toBe(true);
    }
  });
});

describe("gzip that is damaged", () => {
  const lines = WANTED.map((span) => `${JSON.stringify(jsonDocument([span]))}\n`);
  const [first, torn, ...behind] = lines.map((line) => gzipSync(line)) as [Buffer, Buffer, ...Buffer[]];

  it("gives the members before and behind one that a crash cut off, wherever that was", async () => {
    for (let cut = 20; cut < torn.length; cut += 29) {
      const packed = Buffer.concat([first, torn.subarray(0, cut), ...behind]);
      for (const chunk of [undefined, 100]) {
        const { records, warnings, summary } = await readBytes(packed, {}, chunk);
        const found = new Set(records.map((record) => (record.type === "span" ? record.spanId : "")));
        for (const [index, { spanId }] of WANTED.entries()) if (index !== 1) expect(found).toContain(spanId);
        expect(summary.lostRecords).toBe(true);
        expect(warnings.at(-1)?.message).toMatch(/^traces: it is damaged \(.*\); what could not be unpacked is lost$/);
      }
    }
  });

  it("gives what stands before text that is no gzip", async () => {
    const { records, summary } = await readBytes(Buffer.concat([gzipSync(lines.join("")), Buffer.from("something else")]));
    expect(records).toHaveLength(WANTED.length);
    expect(summary.lostRecords).toBe(true);
  });

  it("gives of a longer file what was unpacked before, and does not look for more", async () => {
    const noise = gzipSync(randomBytes(6 << 20).toString("base64"));
    const { records, warnings } = await readBytes(Buffer.concat([...lines.map((line) => gzipSync(line)), noise.subarray(0, -100), first]));
    expect(records.length).toBeLessThanOrEqual(WANTED.length);
    expect(warnings.at(-1)?.message).toMatch(/cannot be read on/);
  });

  it("in which nothing can be read is an error", async () => {
    await expect(readBytes(Buffer.concat([first.subarray(0, 12), Buffer.alloc(200, 0xff)]))).rejects.toThrow(/cannot be read on/);
  });
});

/** A frame in pieces of any length, each of which is gone with the next. */
async function* partsOf(frame: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0, length = 5; at < frame.length; at += length, length = 70_000) {
    const part = Buffer.from(frame.subarray(at, at + length));
    yield part;
    part.fill(0xee);
  }
}
