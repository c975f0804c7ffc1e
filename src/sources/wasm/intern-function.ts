import {
  block,
  branch,
  branchIf,
  FunctionBuilder,
  I32,
  i32,
  I64,
  i64,
  loadI32,
  loadI64,
  loadVector,
  loop,
  returnWith,
  storeI32,
  storeVector,
  when,
  type Code,
  type ProgramFunction,
} from "./assembler.ts";
import { INTERN } from "./text-table.ts";

const { slots, longest, slotLength } = INTERN;

/**
 * A function `intern(from, to)` that finds a text again by its bytes: its number where the table holds it. Where not, takes it into
 * the table, in the place of another one, and returns -1 - its number; `INTERN.notKept` for one that it does not keep.
 * Reads up to 64 bytes behind the text.
 *
 * @param table where in the memory the table begins, of `TABLE_LENGTH` zero bytes
 */
export function internFunction(table: number): ProgramFunction {
  const builder = new FunctionBuilder("i32", "i32");
  const from = builder.parameter(0);
  const to = builder.parameter(1);
  const length = builder.local("i32");
  const first = builder.local("i64");
  const last = builder.local("i64");
  const number = builder.local("i32");
  const slot = builder.local("i32");
  const at = builder.local("i32");

  /** Where in a slot the length of its text stands: behind the longest one. */
  const LENGTH = longest;
  /** Of the length, and of the first and the last eight bytes, which are one and the same of a text that has no more. */
  const hash: Code = I64.add(
    I64.xor(I64.mul(first.get, i64(0x9e3779b97f4a7c15n)), I64.mul(last.get, i64(0xc2b2ae3d27d4eb4fn))),
    I64.fromI32(length.get),
  );
  /** What differs in the eight bytes at `at`, as far as they belong to the text. */
  const difference: Code = I64.xor(loadI64(I32.add(from.get, at.get)), loadI64(I32.add(slot.get, at.get)));
  const left: Code = I32.sub(length.get, at.get);
  const bitsBehind = (bytes: Code): Code => I64.fromI32(I32.shl(I32.sub(i32(8), bytes), i32(3)));

  const body: Code = [
    length.set(I32.sub(to.get, from.get)),
    when(I32.gtS(length.get, i32(longest)), returnWith(i32(INTERN.notKept))),
    when(I32.eqz(length.get), returnWith(i32(INTERN.notKept))),
    first.set(loadI64(from.get)),
    when(I32.ltS(length.get, i32(8)), first.set(I64.shl(first.get, bitsBehind(length.get)))),
    last.set(first.get),
    when(I32.gtS(length.get, i32(8)), last.set(loadI64(I32.sub(to.get, i32(8))))),
    number.set(I64.toI32(I64.shrU(I64.mul(hash, i64(0xff51afd7ed558ccdn)), i64(BigInt(64 - Math.log2(slots)))))),
    slot.set(I32.add(i32(table), I32.mul(number.get, i32(slotLength)))),
    block(
      "other",
      branchIf(I32.ne(loadI32(slot.get, LENGTH), length.get), "other"),
      loop(
        "word",
        when(I32.geS(left, i32(8)), branchIf(I64.ne(difference, i64(0n)), "other"), at.set(I32.add(at.get, i32(8))), branch("word")),
      ),
      when(left, branchIf(I64.ne(I64.shl(difference, bitsBehind(left)), i64(0n)), "other")),
      returnWith(number.get),
    ),
    ...[0, 16, 32].map((offset) => storeVector(slot.get, offset, loadVector(from.get, offset))),
    storeI32(slot.get, LENGTH, length.get),
    I32.sub(i32(-1), number.get),
  ];
  return { name: "intern", builder, body };
}
