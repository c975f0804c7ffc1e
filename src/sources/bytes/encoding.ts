import { chunkReader, chunksOf } from "./chunk-reader.ts";
import { withHead, type ByteReader } from "./byte-reader.ts";

/** Text in UTF-8 without a byte order mark, whatever its mark said it was: `head` holds its first bytes. */
export function asUtf8(head: Uint8Array, reader: ByteReader): ByteReader {
  const whole = withHead(head, reader);
  const encoding = utf16(head);
  return encoding === undefined ? whole : chunkReader(transcode(whole, encoding), () => reader.close());
}

/** Which UTF-16 it is, by its byte order mark, or by the zeros beside the first two characters of JSON (RFC 4627, section 3). */
export function utf16(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if ((a === 0xff && b === 0xfe) || (opensJson(a) && b === 0 && c !== 0 && d === 0)) return "utf-16le";
  return (a === 0xfe && b === 0xff) || (a === 0 && opensJson(b) && c === 0 && d !== 0) ? "utf-16be" : undefined;
}

/** `{` and `[`. */
function opensJson(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b;
}

async function* transcode(reader: ByteReader, encoding: "utf-16le" | "utf-16be"): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunksOf(reader, 1 << 16)) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}
