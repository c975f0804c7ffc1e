import {
  assemble,
  block,
  branch,
  branchIf,
  bytes,
  call,
  FunctionBuilder,
  I32,
  i32,
  loadByte,
  loadVector,
  loop,
  returnWith,
  storeI32,
  V128,
  when,
  type Code,
  type ProgramFunction,
} from "../wasm/assembler.ts";
import { internFunction } from "../wasm/intern-function.ts";
import { TABLE_LENGTH } from "../wasm/text-table.ts";

/**
 * What `activation.kind` and `execute_tool` have in common: a "c", five bytes behind it a "t", and seven behind it an "o".
 * One search finds both, and hardly anything else.
 */
const PATTERN = [
  [0, 0x63],
  [5, 0x74],
  [7, 0x6f],
] as const;

/** Where in the memory is told how many were passed over; behind it lies the table of known texts, and then room for messages. */
export const COUNT_OFFSET = 0;
const TABLE_OFFSET = 64;
export const ROOM_OFFSET: number = TABLE_OFFSET + TABLE_LENGTH;

/** How many bytes behind the end of a message may be looked at: three short texts, and what is looked at at once. */
export const BEHIND = 512;

function findFunction(): ProgramFunction {
  const builder = new FunctionBuilder("i32", "i32");
  const at = builder.parameter(0);
  const to = builder.parameter(1);
  const found = builder.local("i32");

  /** Where in the sixteen bytes at `at + offset` the letters stand. */
  const matches = (offset: number, pattern: readonly (readonly [distance: number, letter: number])[] = PATTERN): Code =>
    pattern.map(([distance, letter]) => V128.eq(loadVector(at.get, offset + distance), bytes(letter))).reduce((a, b) => V128.and(a, b));

  const [first, , last] = PATTERN;
  const body: Code = [
    block(
      "end",
      loop(
        "block",
        branchIf(I32.geS(at.get, to.get), "end"),
        when(
          // Two of the letters are hardly ever there together.
          V128.anyTrue([0, 16, 32, 48].map((offset) => matches(offset, [first, last])).reduce((a, b) => V128.or(a, b))),
          ...[0, 16, 32, 48].map((offset) => [
            found.set(V128.bitmask(matches(offset))),
            when(found.get, at.set(I32.add(I32.add(at.get, i32(offset)), I32.ctz(found.get))), branch("end")),
          ]),
        ),
        at.set(I32.add(at.get, i32(64))),
        branch("block"),
      ),
    ),
    at.get,
  ];
  return { name: "find", builder, body };
}

/** A field's tag: its number, and wire type 2. */
const TEXT_1 = 0x0a;
const TEXT_2 = 0x12;

/**
 * `pair(from, to)`: where the message between is a text and a message of one text, each with a length of one byte, as most
 * attributes are, what `intern` says of the two: of the first in the lower fifteen bits, of the second in the next, and a bit
 * above; else 0.
 */
function pairFunction(): ProgramFunction {
  const builder = new FunctionBuilder("i32", "i32");
  const from = builder.parameter(0);
  const to = builder.parameter(1);
  const value = builder.local("i32");
  const text = builder.local("i32");
  const key: Code = I32.add(from.get, i32(2));
  const keyLength: Code = loadByte(from.get, 1);
  const valueLength: Code = loadByte(I32.sub(value.get, i32(1)));
  const isText = (tag: number, address: Code): Code => I32.eq(loadByte(I32.sub(address, i32(2))), i32(tag));
  const endsAt = (address: Code, end: Code): Code => I32.eq(I32.add(address, loadByte(I32.sub(address, i32(1)))), end);
  const low = (result: Code): Code => I32.and(result, i32(0x7fff));

  const body: Code = [
    value.set(I32.add(I32.add(key, keyLength), i32(2))),
    text.set(I32.add(value.get, i32(2))),
    block(
      "other",
      // A length of more than a byte has its highest bit set. That of the text is two less than its message's, as both end together.
      branchIf(I32.geS(I32.or(keyLength, valueLength), i32(0x80)), "other"),
      // A place behind the message cannot make both end where it does.
      branchIf(I32.eqz(I32.and(endsAt(value.get, to.get), endsAt(text.get, to.get))), "other"),
      branchIf(I32.eqz(isText(TEXT_1, key)), "other"),
      branchIf(I32.eqz(I32.and(isText(TEXT_2, value.get), isText(TEXT_1, text.get))), "other"),
      returnWith(
        I32.or(
          I32.or(low(call("intern", key, I32.add(key, keyLength))), I32.shl(low(call("intern", text.get, to.get)), i32(15))),
          i32(1 << 30),
        ),
      ),
    ),
    i32(0),
  ];
  return { name: "pair", builder, body };
}

/**
 * `passOver(at, to, before)`: passes over fields 2, of less than 2 MB each, from `at` on that end at or before `before`, which is no
 * more than `to`, and returns where the next field begins. How many they were is told at {@link COUNT_OFFSET}.
 */
function passOverFunction(): ProgramFunction {
  const builder = new FunctionBuilder("i32", "i32", "i32");
  const at = builder.parameter(0);
  const to = builder.parameter(1);
  const before = builder.parameter(2);
  const count = builder.local("i32");
  const length = builder.local("i32");
  const from = builder.local("i32");
  const end: Code = I32.add(from.get, length.get);
  /** Takes in the next seven bits of the length where those so far say that there are some, and then does `further`. */
  const readMore = (bits: number, ...further: Code[]): Code =>
    when(
      I32.geS(length.get, i32(1 << bits)),
      length.set(I32.or(I32.and(length.get, i32((1 << bits) - 1)), I32.shl(loadByte(from.get), i32(bits)))),
      from.set(I32.add(from.get, i32(1))),
      ...further,
    );

  const body: Code = [
    block(
      "end",
      loop(
        "field",
        branchIf(I32.geS(at.get, to.get), "end"),
        branchIf(I32.ne(loadByte(at.get), i32(TEXT_2)), "end"),
        length.set(loadByte(at.get, 1)),
        from.set(I32.add(at.get, i32(2))),
        readMore(7, readMore(14, branchIf(I32.geS(length.get, i32(1 << 21)), "end"))),
        branchIf(I32.gtS(end, before.get), "end"),
        at.set(end),
        count.set(I32.add(count.get, i32(1))),
        branch("field"),
      ),
    ),
    storeI32(i32(COUNT_OFFSET), 0, count.get),
    at.get,
  ];
  return { name: "passOver", builder, body };
}

/**
 * The module's bytes. It exports `memory`, `find(from, to)` (where the pattern begins next, `to` or more where it does not),
 * `intern`, `pair` and `passOver`.
 */
export function messageProgram(): Uint8Array {
  return assemble([findFunction(), internFunction(TABLE_OFFSET), pairFunction(), passOverFunction()]);
}
