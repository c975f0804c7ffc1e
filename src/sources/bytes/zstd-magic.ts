/** How a frame of Zstandard begins (RFC 8878, section 3.1.1). */
export function isFrame(bytes: Uint8Array, at = 0): boolean {
  return bytes[at] === 0x28 && bytes[at + 1] === 0xb5 && bytes[at + 2] === 0x2f && bytes[at + 3] === 0xfd;
}

/** How one begins that decoders skip (section 3.1.2). */
export function isSkippableFrame(bytes: Uint8Array, at = 0): boolean {
  return (bytes[at] ?? 0) >> 4 === 5 && bytes[at + 1] === 0x2a && bytes[at + 2] === 0x4d && bytes[at + 3] === 0x18;
}

/** Whether these bytes are Zstandard, whatever its first frame is. */
export function isZstd(bytes: Uint8Array, at = 0): boolean {
  return isFrame(bytes, at) || isSkippableFrame(bytes, at);
}
