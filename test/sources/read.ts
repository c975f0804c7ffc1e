import { Readable } from "node:stream";
import { chunkReader } from "../../src/sources/bytes/chunk-reader.ts";
import { VectorScanner } from "../../src/sources/json/vector-scanner.ts";
import type { SourceSummary, SourceWarning } from "../../src/sources/source.ts";
import type { LogRecord, SpanRecord } from "../../src/sources/span.ts";
import { readStream, type StreamOptions } from "../../src/sources/content/stream.ts";

export interface StreamReading {
  readonly records: (SpanRecord | LogRecord)[];
  readonly warnings: SourceWarning[];
  readonly summary: SourceSummary;
}

/** How much is looked at first where bytes come in pieces: enough for any header, and little, so that what follows is read in the pieces. */
const SHORT_HEAD = 1024;

/**
 * Reads bytes as if they came from a file, in pieces of `chunk` bytes where that is given; JSON with the quick scanner, also
 * where it is short.
 */
export async function readBytes(
  content: Uint8Array | string,
  options: Partial<StreamOptions> = {},
  chunk?: number,
): Promise<StreamReading> {
  const bytes = Buffer.from(content as string);
  const length = chunk ?? 1 << 16;
  const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
  const records: (SpanRecord | LogRecord)[] = [];
  const warnings: SourceWarning[] = [];
  let summary: SourceSummary | undefined;
  const reading = readStream("traces", () => ({ ...chunkReader(Readable.from(pieces)), waits: chunk !== undefined }), {
    query: {},
    scanner: new VectorScanner(),
    ...(chunk !== undefined && { headLength: SHORT_HEAD }),
    onWarning: (warning) => warnings.push(warning),
    onSummary: (given) => (summary = given),
    ...options,
  });
  for await (const record of reading) records.push(record);
  return { records, warnings, summary: summary! };
}

/** What was warned of and where, in whatever order: of many warnings, of which only the first are told, what of alone. */
export function placesOf(warnings: readonly SourceWarning[]): readonly string[] {
  const areAll = !warnings.some(({ message }) => message.endsWith("were left out"));
  return [...new Set(warnings.map(({ code, position = "" }) => (areAll ? `${code} ${position}` : code)))].sort();
}
