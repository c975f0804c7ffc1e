/** Bytes that are pulled: from a file, a stream, or another reader that they are unpacked from. */
export interface ByteReader {
  /** Another program writes them: it can be long until there are more. */
  readonly waits?: boolean;
  /**
   * Puts bytes at the start of `target` and returns how many; 0 only at the end. MUST NOT write to `target` later.
   * Throws where the bytes behind cannot be had, after all before them were given.
   */
  read(target: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

/** Fills `target` as far as there is something to fill it with. */
export async function readFully(reader: ByteReader, target: Uint8Array): Promise<number> {
  let length = 0;
  while (length < target.length) {
    const count = await reader.read(target.subarray(length));
    if (count === 0) break;
    length += count;
  }
  return length;
}

/** The first bytes of a reader, in the buffer that they were asked to be put in. */
export interface Head {
  readonly length: number;
  /** Whether there are no more. */
  readonly isWhole: boolean;
  readonly rest: ByteReader;
}

/**
 * Fills `target` as far as there is something to see what it is, and gives a reader of the rest. Where the bytes behind
 * those that were read cannot be had, that reader throws: what was read is not lost for it.
 *
 * @param isEnough for what was read so far. Of a reader that waits no more is read then
 */
export async function readHead(reader: ByteReader, target: Buffer, isEnough: (head: Buffer) => boolean): Promise<Head> {
  let length = 0;
  while (length < target.length) {
    if (reader.waits === true && isEnough(target.subarray(0, length))) return { length, isWhole: false, rest: reader };
    try {
      const count = await reader.read(target.subarray(length));
      if (count === 0) return { length, isWhole: true, rest: reader };
      length += count;
    } catch (error) {
      if (length === 0) throw error;
      return { length, isWhole: true, rest: { read: () => Promise.reject(error), close: () => reader.close() } };
    }
  }
  return { length, isWhole: false, rest: reader };
}

/** Gives `head`, which was read before to see what it is, and then the rest of `reader`. */
export function withHead(head: Uint8Array, reader: ByteReader): ByteReader {
  let rest = head;
  return {
    ...(reader.waits !== undefined && { waits: reader.waits }),
    async read(target) {
      if (rest.length === 0) return reader.read(target);
      const count = Math.min(rest.length, target.length);
      target.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      return count;
    },
    close: () => reader.close(),
  };
}
