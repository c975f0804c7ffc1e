import { createGunzip, type Gunzip, type ZlibOptions } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";
import { chunkReader, chunksOf } from "./chunk-reader.ts";

/**
 * Unpacks gzip (RFC 1952), several members one behind the other too. zlib works on a thread of its own. Of what is cut
 * off, all that could be unpacked is given before the error.
 */
export function gunzipped(reader: ByteReader): ByteReader {
  // Large steps: at zlib's usual 16 KiB, handing over costs more than unpacking. It may be some of them ahead.
  const gunzip = createGunzip({ chunkSize: 1 << 19, readableHighWaterMark: 1 << 21 } as ZlibOptions);
  return chunkReader(unpacked(gunzip, reader), async () => {
    gunzip.destroy();
    await reader.close();
  });
}

/** A stream that meets its end too early throws away what waits to be read: it is told of the end when nothing does. */
async function* unpacked(gunzip: Gunzip, reader: ByteReader): AsyncGenerator<Uint8Array> {
  let isWritten = false;
  let failure: unknown;
  const endWhenRead = (): void => {
    if (isWritten && gunzip.readableLength === 0) gunzip.end();
  };
  const written = writeAll(gunzip, reader)
    .catch((error: unknown) => (failure = error))
    .finally(() => {
      isWritten = true;
      endWhenRead();
    });
  try {
    for await (const chunk of gunzip) {
      yield chunk as Uint8Array;
      endWhenRead();
    }
    await written;
  } catch (error) {
    throw failure ?? error;
  }
  if (failure !== undefined) throw failure;
}

async function writeAll(gunzip: Gunzip, reader: ByteReader): Promise<void> {
  for await (const chunk of chunksOf(reader, 1 << 18)) {
    await new Promise<void>((resolve, reject) => {
      gunzip.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}
