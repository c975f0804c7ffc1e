/**
 * A Zstandard frame (RFC 8878) that stores its content as it is. It is legal, and needs no compressor, which Node.js has
 * only from version 22 on; what a compressor makes of it is in `packed.test.ts`.
 */
export function zstdFrame(content: Buffer, blockLength = 100_000): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  // Single segment, content size in four bytes, no checksum.
  const header = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000]), size]);
  const blocks: Buffer[] = [];
  for (let at = 0; at === 0 || at < content.length; at += blockLength) {
    const block = content.subarray(at, at + blockLength);
    const isLast = at + blockLength >= content.length;
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    blocks.push(head, block);
  }
  return Buffer.concat([header, ...blocks]);
}
