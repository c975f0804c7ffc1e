import {
  block,
  branch,
  branchIf,
  bytes,
  call,
  FunctionBuilder,
  I32,
  i32,
  I64,
  i64,
  loadByte,
  loadI64,
  loadVector,
  loop,
  storeI32,
  textBytes,
  V128,
  when,
  type Code,
  type ProgramFunction,
  type Variable,
} from "../wasm/assembler.ts";

/** How the attributes that were read are told: so many numbers each, and how many there can be. */
export const ATTRIBUTES = {
  most: 128,
  length: 7,
  /** Where in the numbers stands what. Of a key and a value: what `intern` returned, and where the text begins and ends. */
  key: 0,
  value: 3,
  isInteger: 6,
} as const;

/** How many bytes of the memory they take. Before them stands where their list ends, 0 where it was not read to its end. */
export const RESULT_LENGTH: number = 4 * (1 + ATTRIBUTES.length * ATTRIBUTES.most);

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const CLOSE = 0x7d;

/**
 * A function `attributes(at, to)` that reads the attributes of a span of OTLP/JSON, as the Collector writes them, from behind
 * the bracket of their list: each a key and a text or an integer, without white space, escapes, or anything but ASCII. Ends at the
 * first one that is not so. Returns how many were read; `intern` was asked for all of those.
 *
 * @param intern the place of that function in the module
 * @param result where in the memory they are told
 */
export function attributesFunction(intern: number, result: number): ProgramFunction {
  const builder = new FunctionBuilder("i32", "i32");
  const at = builder.parameter(0);
  const to = builder.parameter(1);
  const count = builder.local("i32");
  const out = builder.local("i32");
  const keyTo = builder.local("i32");
  const valueFrom = builder.local("i32");
  const valueTo = builder.local("i32");
  const isInteger = builder.local("i32");
  const found = builder.local("i32");
  const vector = builder.local("v128");
  const keyFrom: Code = I32.add(at.get, i32(8));

  /** Sets `end` to where the string ends that begins at `from`; leaves where it is not plain. */
  const findEnd = (from: Code, end: Variable): Code => [
    end.set(from),
    block(
      "found",
      loop(
        "next",
        branchIf(I32.geS(end.get, to.get), "other"),
        vector.set(loadVector(end.get)),
        found.set(
          V128.bitmask(
            // As signed numbers, control characters and what is not ASCII are below a blank.
            V128.or(V128.ltS(vector.get, bytes(0x20)), V128.or(V128.eq(vector.get, bytes(QUOTE)), V128.eq(vector.get, bytes(BACKSLASH)))),
          ),
        ),
        when(found.get, end.set(I32.add(end.get, I32.ctz(found.get))), branch("found")),
        end.set(I32.add(end.get, i32(16))),
        branch("next"),
      ),
    ),
    branchIf(I32.ne(loadByte(end.get), i32(QUOTE)), "other"),
  ];
  /** Whether a text of 16 to 32 characters stands there: its first and its last sixteen, which overlap. */
  const stands = (address: Code, text: string): Code =>
    I32.and(
      V128.allTrue(V128.eq(loadVector(address), textBytes(text.slice(0, 16)))),
      V128.allTrue(V128.eq(loadVector(address, text.length - 16), textBytes(text.slice(-16)))),
    );
  const OPEN = '{"key":"';
  const TEXT = '","value":{"stringValue":"';
  const INTEGER = '","value":{"intValue":"';
  const store = (index: number, value: Code): Code => storeI32(out.get, 4 * index, value);
  const separator: Code = loadByte(valueTo.get, 3);

  const body: Code = [
    storeI32(i32(result), 0, i32(0)),
    out.set(i32(result + 4)),
    block(
      "other",
      loop(
        "next",
        branchIf(I32.geS(count.get, i32(ATTRIBUTES.most)), "other"),
        branchIf(I64.ne(loadI64(at.get), i64(Buffer.from(OPEN).readBigUInt64LE())), "other"),
        findEnd(keyFrom, keyTo),
        isInteger.set(i32(0)),
        valueFrom.set(I32.add(keyTo.get, i32(TEXT.length))),
        when(
          I32.eqz(stands(keyTo.get, TEXT)),
          branchIf(I32.eqz(stands(keyTo.get, INTEGER)), "other"),
          isInteger.set(i32(1)),
          valueFrom.set(I32.add(keyTo.get, i32(INTEGER.length))),
        ),
        findEnd(valueFrom.get, valueTo),
        branchIf(I32.ne(loadByte(valueTo.get, 1), i32(CLOSE)), "other"),
        branchIf(I32.ne(loadByte(valueTo.get, 2), i32(CLOSE)), "other"),
        store(ATTRIBUTES.key + 1, keyFrom),
        store(ATTRIBUTES.key + 2, keyTo.get),
        store(ATTRIBUTES.key, call(intern, keyFrom, keyTo.get)),
        store(ATTRIBUTES.value + 1, valueFrom.get),
        store(ATTRIBUTES.value + 2, valueTo.get),
        store(ATTRIBUTES.value, call(intern, valueFrom.get, valueTo.get)),
        store(ATTRIBUTES.isInteger, isInteger.get),
        count.set(I32.add(count.get, i32(1))),
        out.set(I32.add(out.get, i32(4 * ATTRIBUTES.length))),
        at.set(I32.add(valueTo.get, i32(4))),
        when(I32.eq(separator, i32(COMMA)), branch("next")),
        branchIf(I32.ne(separator, i32(CLOSE_LIST)), "other"),
        branchIf(I32.gtS(at.get, to.get), "other"),
        storeI32(i32(result), 0, at.get),
      ),
    ),
    count.get,
  ];
  return { name: "attributes", builder, body };
}
