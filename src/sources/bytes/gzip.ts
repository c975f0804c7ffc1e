import { Readable } from "node:stream";
import { createGunzip, type ZlibOptions } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";
import { chunkReader, chunksOf } from "./chunk-reader.ts";

/** Unpacks gzip (RFC 1952), several members one behind the other too. zlib works on a thread of its own. */
export function gunzipped(reader: ByteReader): ByteReader {
  const input = Readable.from(chunksOf(reader, 1 << 18), { objectMode: false, highWaterMark: 1 << 18 });
  // Large steps: at zlib's usual 16 KiB, handing over costs more than unpacking. It may be some of them ahead.
  const gunzip = createGunzip({ chunkSize: 1 << 19, readableHighWaterMark: 1 << 21 } as ZlibOptions);
  input.on("error", (error) => gunzip.destroy(error));
  return chunkReader(input.pipe(gunzip), async () => {
    input.destroy();
    gunzip.destroy();
    await reader.close();
  });
}
