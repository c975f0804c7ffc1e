import { chunkReader, chunksOf } from "./chunk-reader.ts";
import { withHead, type ByteReader } from "./byte-reader.ts";

/** Text in UTF-8 without a byte order mark, whatever its mark said it was: `head` holds its first bytes. */
export function asUtf8(head: Uint8Array, reader: ByteReader): ByteReader {
  const whole = withHead(head, reader);
  const encoding = utf16(head);
  return encoding === undefined ? whole : chunkReader(transcode(whole, encoding), () => reader.close());
}

/** Which UTF-16 the byte order mark says, if it is one. */
export function utf16(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : undefined;
}

async function* transcode(reader: ByteReader, encoding: "utf-16le" | "utf-16be"): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunksOf(reader, 1 << 16)) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}
