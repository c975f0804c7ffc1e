import { createGunzip, type Gunzip, type ZlibOptions } from "node:zlib";
import type { ByteReader } from "./byte-reader.ts";
import { chunkReader, chunksOf } from "./chunk-reader.ts";

/**
 * zlib works on a thread of its own, and each step is handed over and back, which takes as long as to unpack a hundred
 * kilobytes: steps are long, and it may be some of them ahead.
 */
const PACKED_STEP = 1 << 20;
const UNPACKED_STEP = 1 << 21;
const STEPS_AHEAD = 2;

/**
 * Unpacks gzip (RFC 1952), several members one behind the other too. Of what is cut off, all that could be unpacked is
 * given before the error. Of what is damaged, zlib keeps back the step that it found it in, two megabytes at most.
 */
export function gunzipped(reader: ByteReader): ByteReader {
  const gunzip = createGunzip({
    chunkSize: UNPACKED_STEP,
    // Steps are given one by one: as a stream of bytes, all that wait would be copied into one piece first.
    readableObjectMode: true,
    readableHighWaterMark: STEPS_AHEAD,
  } as ZlibOptions);
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

/** What comes next is read while the step before it is unpacked. */
async function writeAll(gunzip: Gunzip, reader: ByteReader): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  for await (const chunk of chunksOf(reader, PACKED_STEP)) {
    await writing;
    writing = write(gunzip, chunk);
    // An error is told when the step is waited for.
    writing.catch(() => {});
  }
  await writing;
}

function write(gunzip: Gunzip, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    gunzip.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
