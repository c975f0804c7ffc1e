import type { ByteReader } from "../../../src/sources/bytes/byte-reader.ts";

/** Gives the bytes in pieces of the given lengths, by turns, and then fails where it is to. */
export function readerOf(bytes: Buffer, pieces: readonly number[], failure?: Error): ByteReader {
  let at = 0;
  let turn = 0;
  return {
    async read(target) {
      await Promise.resolve();
      const count = bytes.copy(target, 0, at, at + (pieces[turn++ % pieces.length] ?? 1));
      at += count;
      if (count === 0 && failure !== undefined) throw failure;
      return count;
    },
    close: async () => {},
  };
}
