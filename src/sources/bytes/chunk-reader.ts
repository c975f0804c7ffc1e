import type { ByteReader } from "./byte-reader.ts";

/** A reader over chunks, which are pulled one by one. `close` runs when it is closed, and ends what makes the chunks. */
export function chunkReader(chunks: AsyncIterable<Uint8Array>, close: () => Promise<void> = async () => {}): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    async read(target) {
      while (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return 0;
        rest = next.value;
      }
      const count = Math.min(rest.length, target.length);
      target.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      return count;
    },
    async close() {
      // What makes the chunks is ended first: a chunk that is waited for would hold up the other for ever.
      await close();
      await iterator.return?.();
    },
  };
}

/** What a reader gives, in chunks. The reader is not closed. */
export async function* chunksOf(reader: ByteReader, length: number = 1 << 20): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = new Uint8Array(length);
    const count = await reader.read(chunk);
    if (count === 0) return;
    yield chunk.subarray(0, count);
  }
}
