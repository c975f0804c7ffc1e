import { readHead, withHead, type ByteReader } from "../bytes/byte-reader.ts";
import { utf16 } from "../bytes/encoding.ts";
import { isZstd } from "../bytes/zstd-magic.ts";
import { looksLikeOtlp } from "../otlp/signal.ts";
import { isArchive } from "./archives.ts";

/** How bytes are laid out, told by the bytes alone and never by a file's name. */
export type Layout = "text" | "proto" | "framed" | "empty" | "unknown";

/** A reader whose first bytes were looked at, and what they are. */
export interface Content {
  readonly layout: Layout;
  readonly head: Buffer;
  /** Whether the head is all there is. */
  readonly isWhole: boolean;
  readonly reader: ByteReader;
  /** What was unpacked, outermost first. */
  readonly packings: Packing[];
}

/** How many bytes are looked at. */
export const HEAD_LENGTH: number = 1 << 16;

/** Something that is packed more often than that was made to do harm. */
const MAX_PACKINGS = 3;

/** Unpacks what is packed, and looks at what it is. */
export async function openContent(input: ByteReader, headLength: number = HEAD_LENGTH): Promise<Content> {
  let reader = input;
  const packings: Packing[] = [];
  for (;;) {
    const buffer = Buffer.allocUnsafe(headLength);
    const { length, isWhole, rest } = await readHead(reader, buffer, beginsWithLine);
    const head = buffer.subarray(0, length);
    const packing = packings.length < MAX_PACKINGS ? packingOf(head) : undefined;
    if (packing === undefined) return { layout: layoutOf(head, isWhole), head, isWhole, reader: rest, packings };
    packings.push(packing);
    const unpack = await UNPACKERS[packing]();
    reader = unpack(withHead(head, rest));
  }
}

export type Packing = "gzip" | "zstd";

function packingOf(head: Buffer): Packing | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return "gzip";
  return isZstd(head) ? "zstd" : undefined;
}

const UNPACKERS: Readonly<Record<Packing, () => Promise<(reader: ByteReader) => ByteReader>>> = {
  gzip: async () => (await import("../bytes/gzip.ts")).gunzipped,
  zstd: async () => (await import("../bytes/zstd.ts")).unzstd,
};

function layoutOf(head: Buffer, isWhole: boolean): Layout {
  if (head.length === 0) return "empty";
  if (isArchive(head)) return "unknown";
  if (isFramed(head)) return "framed";
  if (utf16(head) !== undefined) return "text";
  const first = head.find((byte) => !BETWEEN_TEXTS.has(byte));
  if (first === undefined) return isWhole ? "empty" : "text";
  if (first === OPEN_OBJECT || first === OPEN_LIST) return "text";
  if (looksLikeOtlp(head)) return "proto";
  return isReadable(head) ? "text" : "unknown";
}

/** Whether it begins with a whole line of JSON, or of columns' names: it is text, whatever comes behind it. */
function beginsWithLine(head: Buffer): boolean {
  const [from, to] = firstLine(head);
  return to >= 0 && LINE.test(head.toString("latin1", from, to));
}

/** Where the first line begins that is not empty, and where it ends: -1 where it does not. */
export function firstLine(head: Buffer): readonly [from: number, to: number] {
  const from = head.findIndex((byte) => !BETWEEN_TEXTS.has(byte));
  return [from, from < 0 ? -1 : head.indexOf(0x0a, from)];
}

const LINE = /^(?:[{[]\s*["{[].*[}\]]\s*|[^\0-\x08\x0a-\x1f]*TraceId[^\0-\x08\x0b\x0c\x0e-\x1f]*)$/;

/** NUL, white space, byte order mark, record separator. */
const BETWEEN_TEXTS = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0x1e, 0xef, 0xbb, 0xbf]);
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;

/** A length of four bytes, and behind it an OTLP message or a Zstandard frame; before it, what a crash left of others. */
function isFramed(head: Buffer): boolean {
  let at = 0;
  while (at + 8 <= head.length && head.readUInt32BE(at) === 0) at += 4;
  if (at + 8 > head.length) return false;
  const length = head.readUInt32BE(at);
  if (length < 4 || length >= 2 ** 31) return false;
  return isZstd(head, at + 4) || looksLikeOtlp(head.subarray(at + 4, at + 4 + length));
}

/** Whether it can be rows below the names of their columns. That is cheap to ask; whether it is so, who reads them says. */
export function mayNameColumns({ head }: Content): boolean {
  if (utf16(head) !== undefined) return true;
  return head.find((byte) => !BETWEEN_TEXTS.has(byte)) !== OPEN_OBJECT && head.includes(COLUMN);
}

/** A column of every table that is read. */
const COLUMN = "TraceId";

/** Text with a JSON document somewhere in it, behind other lines of a program's log too; or rows below their columns' names. */
function isReadable(head: Buffer): boolean {
  if (!head.includes(OPEN_OBJECT) && !head.includes(OPEN_LIST) && !head.includes(COLUMN)) return false;
  let controls = 0;
  for (const byte of head) if (byte < 0x20 && !BETWEEN_TEXTS.has(byte) && byte !== 0x1b) controls++;
  return controls * 50 < head.length;
}
