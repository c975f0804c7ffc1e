import {
  assemble,
  block,
  branch,
  branchIf,
  bytes,
  FunctionBuilder,
  I32,
  i32,
  loadVector,
  loop,
  V128,
  when,
  type Code,
} from "../wasm/assembler.ts";

/**
 * What `activation.kind` and `execute_tool` have in common: a "c", five bytes behind it a "t", and seven behind it an "o".
 * One search finds both, and hardly anything else.
 */
export const PATTERN = [
  [0, 0x63],
  [5, 0x74],
  [7, 0x6f],
] as const;

/** How many bytes behind the end of a search may be looked at. */
export const BEHIND = 96;

const find = new FunctionBuilder("i32", "i32");
const at = find.parameter(0);
const to = find.parameter(1);
const found = find.local("i32");

/** Where in the sixteen bytes at `at + offset` the pattern begins. */
function matches(offset: number): Code {
  return PATTERN.map(([distance, letter]) => V128.eq(loadVector(at.get, offset + distance), bytes(letter))).reduce((a, b) =>
    V128.and(a, b),
  );
}

const body: Code = [
  block(
    "end",
    loop(
      "block",
      branchIf(I32.geS(at.get, to.get), "end"),
      when(
        V128.anyTrue([0, 16, 32, 48].map(matches).reduce((a, b) => V128.or(a, b))),
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

/** The module's bytes. It exports `memory` and `find(from, to)`: where the pattern begins next, `to` or more where it does not. */
export function namesProgram(): Uint8Array {
  return assemble("find", find, body, []);
}
