import { asUtf8 } from "../bytes/encoding.ts";
import { withHead, type ByteReader } from "../bytes/byte-reader.ts";
import { chunkReader } from "../bytes/chunk-reader.ts";
import { DamagedError } from "../bytes/damaged-error.ts";
import { PullBuffer, TruncatedError } from "../bytes/pull-buffer.ts";
import { SHORT_READ, type Room } from "../bytes/window.ts";
import { isZstd } from "../bytes/zstd-magic.ts";
import { mayNameColumns, openContent, type Content } from "./container.ts";
import { Documents } from "./documents.ts";
import { ScalarScanner } from "../json/scalar-scanner.ts";
import type { JsonScanner } from "../json/scanner.ts";
import { JsonTexts } from "../json/texts.ts";
import type { ProtoOptions } from "../otlp/proto.ts";
import { Turn } from "./turn.ts";
import { SourceError, type ReadOptions } from "../source.ts";
import type { LogRecord, SpanRecord } from "../span.ts";
import { Warnings } from "../warnings.ts";

/** How bytes are read. */
export interface StreamOptions extends ReadOptions {
  /** Only the spans that matter are decoded. false decodes all, for a test to compare with. */
  readonly cuts?: boolean;
  /** The scanner of JSON, for a test; else the one that is the quickest for so much text. */
  readonly scanner?: JsonScanner;
  /** How many bytes are looked at to see what they are, for a test: only what comes behind them comes in the pieces that it gives. */
  readonly headLength?: number;
}

/** The records of each step, also where there are none, so that a reader can stop there. One by one they would be slow. */
type Steps = AsyncGenerator<Iterable<SpanRecord | LogRecord>>;

/**
 * Reads the records of one file or stream, whatever their format and packing.
 *
 * Throws SourceError where nothing of it can be read. What `open` gives is closed at the end.
 */
export async function* readStream(
  name: string,
  open: () => ByteReader | Promise<ByteReader>,
  options: StreamOptions,
): AsyncGenerator<SpanRecord | LogRecord> {
  options.signal?.throwIfAborted();
  const reader = await open();
  const warnings = new Warnings(name, options);
  const documents = new Documents(name, warnings, options.query);
  let content: Content | undefined;
  try {
    content = await openContent(reader, options.headLength);
    const turn = new Turn();
    for await (const records of stepsOf(content, documents, options.query.others === true ? { ...options, cuts: false } : options)) {
      await turn.giveWay();
      options.signal?.throwIfAborted();
      for (const record of records) {
        yield record;
        if (turn.isCounted()) await turn.giveWay();
        options.signal?.throwIfAborted();
      }
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (documents.format === undefined) throw unreadable(name, error);
    documents.note("truncated_record", lossBy(error), "");
  } finally {
    await (content?.reader ?? reader).close();
  }
  if (documents.nuls > 0) warnings.add("nul_bytes", `${documents.nuls} NUL bytes were passed over`);
  if (documents.format === undefined) throw await nothingKnown(name, content, warnings.firstLoss);
  warnings.end();
  const { spans, logs } = documents;
  const lostRecords = warnings.firstLoss !== undefined;
  options.onSummary({ name, format: formatName(documents.format, content), spans, logs, lostRecords, filtered: false });
}

async function* stepsOf(content: Content, documents: Documents, options: StreamOptions): Steps {
  switch (content.layout) {
    case "text":
      yield* documentOrRowSteps(content, documents, options);
      break;
    case "proto":
      yield* messageSteps(content, documents, options);
      break;
    case "framed":
      yield* framedSteps(content, documents, options);
      break;
    case "empty":
    case "unknown":
      break;
  }
}

/** JSON documents, or rows below the names of their columns. */
async function* documentOrRowSteps(content: Content, documents: Documents, options: StreamOptions): Steps {
  const reader = asUtf8(content.head, content.reader);
  if (!mayNameColumns(content)) return yield* textSteps(reader, documents, options, content.isWhole);
  const { openNamedRows } = await import("../clickhouse/open-named-rows.ts");
  const opened = await openNamedRows(reader, documents, options);
  if (opened.rows === undefined) return yield* textSteps(opened.reader, documents, options, content.isWhole);
  for (let more = true; more;) {
    more = await opened.rows.step();
    yield* documents.take();
  }
}

async function* textSteps(reader: ByteReader, documents: Documents, options: StreamOptions, isShort = false): Steps {
  // To make the quick scanner takes longer than to read a short text with the plain one.
  const quick = options.scanner === undefined && !isShort ? await import("../json/vector-scanner.ts") : undefined;
  const scanner = options.scanner ?? quick?.createScanner() ?? new ScalarScanner();
  const texts = new JsonTexts(reader, scanner, documents, { cuts: options.cuts, isShort });
  for (let more = true; more;) {
    more = await texts.step();
    yield* documents.take();
  }
  // Only here is nothing read into its buffer any more.
  quick?.giveBack(scanner);
}

async function* messageSteps(content: Content, documents: Documents, options: StreamOptions): Steps {
  const { createMessageMemory, giveBack, messageRecords } = await import("../otlp/proto-stream.ts");
  const memory = createMessageMemory();
  yield* messageRecords(pulled(content, memory), documents, { ...protoOptions(options), memory });
  if (memory !== undefined) giveBack(memory);
}

async function* framedSteps(content: Content, documents: Documents, options: StreamOptions): Steps {
  const { linesOf, openFrames } = await import("./framed.ts");
  const isPacked = isZstd(content.head, 4);
  if (isPacked) content.packings.push("zstd");
  const { createMessageMemory, frameRecords, giveBack } = await import("../otlp/proto-stream.ts");
  const memory = createMessageMemory();
  const { frames, isJson } = await openFrames(pulled(content, isPacked ? undefined : memory), isPacked, documents);
  if (isJson) yield* textSteps(chunkReader(linesOf(frames)), documents, options);
  else yield* frameRecords(frames, documents, { ...protoOptions(options), memory });
  // Only here is nothing read into it any more.
  if (memory !== undefined) giveBack(memory);
}

function protoOptions({ query, cuts }: StreamOptions): ProtoOptions {
  return { logs: query.logs === true, cuts: cuts !== false };
}

function pulled(content: Content, room: Room | undefined): PullBuffer {
  return new PullBuffer(withHead(content.head, content.reader), { room, readLength: content.isWhole ? SHORT_READ : undefined });
}

function formatName(format: string, content: Content | undefined): string {
  const packings = content?.packings ?? [];
  return [format, ...packings, ...(content?.layout === "framed" ? ["framed"] : [])].join("+");
}

function unreadable(name: string, cause: unknown): SourceError {
  if (cause instanceof SourceError) return cause;
  const advice = "nothing of it could be read before that; copy or export it anew";
  return new SourceError(name, `${name}: ${describe(cause)}; ${advice}`, { cause });
}

function lossBy(error: unknown): string {
  if (error instanceof DamagedError) return `it is damaged (${error.message}); what could not be unpacked is lost`;
  return `${describe(error)}; what comes behind it is lost`;
}

function describe(error: unknown): string {
  if (error instanceof TruncatedError) return "it is cut off at its end";
  return `it cannot be read on (${error instanceof Error ? error.message : String(error)})`;
}

async function nothingKnown(name: string, content: Content | undefined, trouble: string | undefined): Promise<SourceError> {
  if (content === undefined || content.layout === "empty") {
    return new SourceError(name, `${name} is empty; check that the program that writes it has run and was flushed or ended`);
  }
  const [{ adviceOnContent }, { adviceOnExport }] = await Promise.all([import("./advice.ts"), import("../clickhouse/advice.ts")]);
  const advice = adviceOnContent(content.head) ?? adviceOnExport(content.head);
  if (advice !== undefined) return new SourceError(name, `${name} ${advice}`);
  return new SourceError(
    name,
    `${name} holds no traces in a format that explain reads${trouble === undefined ? "" : ` (${trouble})`}; it takes OTLP (JSON or protobuf, ` +
      "also gzip or zstd), the JSON of Jaeger, Tempo, Grafana, Zipkin, ClickHouse and the OpenTelemetry SDKs, and ClickHouse's TSVWithNames and CSVWithNames",
  );
}
