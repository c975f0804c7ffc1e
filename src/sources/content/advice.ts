import { adviceOnForeign } from "./foreign.ts";

/**
 * What these bytes, the first of what nobody could read, are instead of traces, and what to do; undefined where that
 * cannot be told. Goes behind the name of a source.
 */
export function adviceOnContent(head: Buffer): string | undefined {
  const binary = head.toString("latin1");
  const text = head.toString("utf8");
  const packed = ARCHIVES.find(({ isOne }) => isOne(binary))?.advice;
  return packed ?? adviceOnForeign(text) ?? TEXTS.find(({ isOne }) => isOne(text))?.advice ?? adviceOnBase64(text);
}

/** Whether it is several files in one, or packed in a way that is not unpacked here: traces in it may be found, but never all. */
export function isArchive(head: Buffer): boolean {
  const binary = head.toString("latin1", 0, 512);
  return ARCHIVES.some(({ isOne }) => isOne(binary));
}

interface Kind {
  readonly isOne: (content: string) => boolean;
  readonly advice: string;
}

const unpackWith = (what: string, command: string): string =>
  `is ${what}, which is not unpacked here; try: ${command} | explain activation -`;
const unpackFirst = (what: string, command: string): string => `is ${what}; unpack it (${command}) and name the directory`;

const ARCHIVES: readonly Kind[] = [
  { isOne: (bytes) => /^PK(?:\x03\x04|\x05\x06)/.test(bytes), advice: unpackFirst("a zip archive", "unzip") },
  { isOne: (bytes) => bytes.startsWith("ustar", 257), advice: unpackFirst("a tar archive", "tar -x") },
  { isOne: (bytes) => bytes.startsWith("7z\xbc\xaf\x27\x1c"), advice: unpackFirst("a 7-Zip archive", "7z x") },
  { isOne: (bytes) => /^BZh[1-9]/.test(bytes), advice: unpackWith("packed with bzip2", "bzip2 -dc <file>") },
  { isOne: (bytes) => bytes.startsWith("\xfd7zXZ"), advice: unpackWith("packed with xz", "xz -dc <file>") },
  { isOne: (bytes) => bytes.startsWith("\x04\x22\x4d\x18"), advice: unpackWith("packed with lz4", "lz4 -dc <file>") },
  {
    isOne: (bytes) => bytes.startsWith("SQLite format 3\0"),
    advice: "is a SQLite database; export the traces from the program that it belongs to",
  },
];

const INSTEAD = "export with OTLP instead, to a file of the Collector or to a backend";

const TEXTS: readonly Kind[] = [
  {
    isOne: (text) => /^[\0]+$/.test(text),
    advice: "holds nothing but NUL bytes: what stood there was lost when the machine or the program ended",
  },
  { isOne: (text) => /^\s*(?:\[\s*\]|\{\s*\}|null)\s*$/.test(text), advice: "is an empty JSON document: whoever wrote it had no spans" },
  {
    isOne: (text) => /^\s*<(?:!doctype\s+html|html)\b/i.test(text),
    advice: "is an HTML page, perhaps that of a login, in place of the traces",
  },
  {
    isOne: (text) => /^\s*(?:Resource|Scope|InstrumentationScope)?Spans? #\d/m.test(text) || /\bResourceSpans #\d/.test(text),
    advice: "is what the Collector's debug exporter prints for people; use its file exporter",
  },
  { isOne: (text) => /^Activity\.TraceId:/m.test(text), advice: `is what the console exporter for .NET prints for people; ${INSTEAD}` },
  {
    isOne: (text) => /^\s*(?:instrumentationScope|parentSpanContext|traceState): /m.test(text),
    advice: `is what the console exporter for JavaScript prints for people, and no JSON; ${INSTEAD}, or write each span with JSON.stringify`,
  },
  {
    isOne: (text) => /\bAttributesMap\{/.test(text),
    advice: `is what Java's logging exporter prints for people; use its logging-otlp exporter, or ${INSTEAD}`,
  },
  {
    isOne: (text) => text.includes('"preferredVisualisationType"'),
    advice: "is a table of Grafana's; download the trace itself (Inspector, Data, Download traces), or read tempo+http://…",
  },
];

function adviceOnBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/\r\n]{16,}={0,2}\s*$/.test(text)) return undefined;
  const begin = Buffer.from(text.slice(0, 64), "base64");
  const isKnown = begin[0] === 0x7b || begin[0] === 0x5b || begin[0] === 0x0a || (begin[0] === 0x1f && begin[1] === 0x8b);
  return isKnown ? "is base64; try: base64 -d <file> | explain activation -" : undefined;
}
