import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { jsonDocument } from "../otlp/write-json.ts";
import { framed, protoMessage } from "../otlp/write-proto.ts";
import { RUN, WANTED } from "../run.ts";

describe("where WebAssembly is switched off, as `node --jitless` does", () => {
  beforeAll(() => void vi.stubGlobal("WebAssembly", undefined));
  afterAll(() => void vi.unstubAllGlobals());

  it.each<[what: string, content: Buffer]>([
    ["OTLP/JSON", Buffer.from(`${JSON.stringify(jsonDocument(RUN))}\n`)],
    ["protobuf", protoMessage(RUN)],
    ["framed protobuf", framed(protoMessage(RUN))],
  ])("%s is read without it", async (_what, content) => {
    // Not before: what is there when a module is loaded can be all that it looks at.
    const { chunkReader } = await import("../../../src/sources/bytes/chunk-reader.ts");
    const { readStream } = await import("../../../src/sources/content/stream.ts");
    // More than is looked at to see what it is: what is short is read without WebAssembly in any case.
    const times = Math.ceil((1 << 17) / content.length);
    const pieces = Array.from({ length: times }, () => content);
    const names: string[] = [];
    for await (const record of readStream("traces", () => chunkReader(Readable.from(pieces)), {
      query: {},
      onWarning: ({ message }) => expect.fail(message),
      onSummary: () => {},
    }))
      if (record.type === "span") names.push(record.name);
    expect(names).toEqual(pieces.flatMap(() => WANTED.map(({ name }) => name)));
  });
});
