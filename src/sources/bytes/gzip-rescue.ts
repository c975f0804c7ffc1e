import { constants, gunzipSync } from "node:zlib";

/** What a part may unpack to, and after how much no more is looked for, so that a bomb is none: each part is unpacked some twenty times. */
const MOST_UNPACKED = 32 << 20;

/** How often the beginning of a member is looked for that can be read beyond the damage. */
const MOST_TRIES = 64;

/**
 * What can be unpacked of damaged gzip: what lies before the damage, to the byte, and the members behind it, such as a
 * program writes that goes on with the file which its crash had cut off.
 *
 * @param most bytes after which no further member is looked for
 */
export function* rescued(packed: Buffer, most: number = MOST_UNPACKED): Generator<Buffer> {
  let from = 0;
  let given = 0;
  while (from < packed.length && given < most) {
    const to = readableUpTo(packed, from);
    const next = to === packed.length ? undefined : memberBeyond(packed, from, to);
    // Behind the cut, what follows it is no part of the member, though some of it may unpack.
    const part = unpack(packed.subarray(from, Math.min(to, next ?? to)));
    if (part !== undefined) {
      given += part.length;
      yield part;
    }
    if (next === undefined) return;
    from = next;
  }
}

/** Where what unpacks from there on ends. What is only cut off unpacks, so that no more need be asked than half the steps. */
function readableUpTo(packed: Buffer, from: number): number {
  if (unpack(packed.subarray(from)) !== undefined) return packed.length;
  let [good, bad] = [from, packed.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (unpack(packed.subarray(from, middle)) === undefined) bad = middle;
    else good = middle;
  }
  return good;
}

/** The first member behind `from` that can be read beyond the damage. */
function memberBeyond(packed: Buffer, from: number, damage: number): number | undefined {
  let at = from;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    at = packed.indexOf(MAGIC, at + 1);
    if (at < 0) return undefined;
    const reach = at > damage ? at + MAGIC.length : damage + 1;
    if (unpack(packed.subarray(at, Math.min(reach, packed.length))) !== undefined) return at;
  }
  return undefined;
}

/** The beginning of a member that is packed with deflate. */
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);

function unpack(packed: Buffer): Buffer | undefined {
  if (packed.length === 0) return Buffer.alloc(0);
  try {
    return gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_UNPACKED });
  } catch {
    return undefined;
  }
}
