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
  standsAt,
  storeI32,
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
  /** What the value is; of an integer and a boolean, which can be any of these, the text tells whether they are one. */
  type: 6,
  types: { text: 0, integer: 1, boolean: 2 },
} as const;

const { text: TEXT, integer: INTEGER, boolean: BOOLEAN } = ATTRIBUTES.types;

/** What stands between a key and its value, by the type of the value. Some write integers as text, as the specification has it, some as numbers. */
const FORMS = [
  { written: '","value":{"stringValue":"', type: TEXT, isQuoted: 1 },
  { written: '","value":{"intValue":"', type: INTEGER, isQuoted: 1 },
  { written: '","value":{"intValue":', type: INTEGER, isQuoted: 0 },
  { written: '","value":{"boolValue":', type: BOOLEAN, isQuoted: 0 },
] as const;

/** How many bytes of the memory they take. Before them stand where their list begins and ends, 0 where it was not read to its end. */
export const RESULT_LENGTH: number = 4 * (2 + ATTRIBUTES.length * ATTRIBUTES.most);

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * A function `attributes(at, to)` that reads the attributes of the span of OTLP/JSON that begins at `at`, where they are written as
 * the Collector and the SDKs write them: in the span's first list, with neither an object nor an escape before it, each a key and a
 * text, an integer or a boolean, without white space, escapes, or anything but ASCII. Ends at the first one that is not so. Returns
 * how many were read; `intern`, which the module MUST have too, was asked for all of those.
 *
 * @param result where in the memory they are told
 */
export function attributesFunction(result: number): ProgramFunction {
  const builder = new FunctionBuilder("i32", "i32");
  const at = builder.parameter(0);
  const to = builder.parameter(1);
  const count = builder.local("i32");
  const out = builder.local("i32");
  const keyTo = builder.local("i32");
  const valueFrom = builder.local("i32");
  const valueTo = builder.local("i32");
  const type = builder.local("i32");
  const isQuoted = builder.local("i32");
  /** Where the two brackets stand behind the value. */
  const close = builder.local("i32");
  const found = builder.local("i32");
  const vector = builder.local("v128");
  const keyFrom: Code = I32.add(at.get, i32(8));

  /** Sets `place` to the first of some bytes from `from` on, or of control characters and what is not ASCII; leaves where there is none. */
  const findFirst = (from: Code, place: Variable, ...stops: number[]): Code => [
    place.set(from),
    block(
      "found",
      loop(
        "next",
        branchIf(I32.geS(place.get, to.get), "other"),
        vector.set(loadVector(place.get)),
        found.set(
          V128.bitmask(
            // As signed numbers, control characters and what is not ASCII are below a blank.
            stops.map((stop) => V128.eq(vector.get, bytes(stop))).reduce((a, b) => V128.or(a, b), V128.ltS(vector.get, bytes(0x20))),
          ),
        ),
        when(found.get, place.set(I32.add(place.get, I32.ctz(found.get))), branch("found")),
        place.set(I32.add(place.get, i32(16))),
        branch("next"),
      ),
    ),
  ];
  const isNot = (address: Code, byte: number, offset = 0): Code => I32.ne(loadByte(address, offset), i32(byte));
  /** Sets `end` to where the string ends that begins at `from`; leaves where it is not plain. */
  const findEnd = (from: Code, end: Variable): Code => [findFirst(from, end, QUOTE, BACKSLASH), branchIf(isNot(end.get, QUOTE), "other")];
  const LIST = '"attributes":[';
  /** Whether the list's name ends at `at`: its first and its last eight characters, which overlap. */
  const isNamed: Code = I32.and(
    I64.eq(loadI64(I32.sub(at.get, i32(LIST.length - 1))), i64(Buffer.from(LIST).readBigUInt64LE(0))),
    I64.eq(loadI64(I32.sub(at.get, i32(7))), i64(Buffer.from(LIST).readBigUInt64LE(LIST.length - 8))),
  );
  const findList: Code = [
    findFirst(I32.add(at.get, i32(1)), at, OPEN_LIST, OPEN_OBJECT, BACKSLASH),
    branchIf(isNot(at.get, OPEN_LIST), "other"),
    branchIf(I32.eqz(isNamed), "other"),
    at.set(I32.add(at.get, i32(1))),
    storeI32(i32(result), 0, at.get),
  ];
  const OPEN = '{"key":"';
  const store = (index: number, value: Code): Code => storeI32(out.get, 4 * index, value);
  const separator: Code = loadByte(close.get, 2);
  const findForm: Code = block(
    "formed",
    ...FORMS.map((form) =>
      when(
        standsAt(keyTo.get, form.written),
        valueFrom.set(I32.add(keyTo.get, i32(form.written.length))),
        type.set(i32(form.type)),
        isQuoted.set(i32(form.isQuoted)),
        branch("formed"),
      ),
    ),
    branch("other"),
  );

  const body: Code = [
    storeI32(i32(result), 4, i32(0)),
    out.set(i32(result + 8)),
    block(
      "other",
      findList,
      loop(
        "next",
        branchIf(I32.geS(count.get, i32(ATTRIBUTES.most)), "other"),
        branchIf(I64.ne(loadI64(at.get), i64(Buffer.from(OPEN).readBigUInt64LE())), "other"),
        findEnd(keyFrom, keyTo),
        findForm,
        when(isQuoted.get, findEnd(valueFrom.get, valueTo)),
        when(I32.eqz(isQuoted.get), findFirst(valueFrom.get, valueTo, CLOSE_OBJECT)),
        close.set(I32.add(valueTo.get, isQuoted.get)),
        branchIf(isNot(close.get, CLOSE_OBJECT), "other"),
        branchIf(isNot(close.get, CLOSE_OBJECT, 1), "other"),
        store(ATTRIBUTES.key + 1, keyFrom),
        store(ATTRIBUTES.key + 2, keyTo.get),
        store(ATTRIBUTES.key, call("intern", keyFrom, keyTo.get)),
        store(ATTRIBUTES.value + 1, valueFrom.get),
        store(ATTRIBUTES.value + 2, valueTo.get),
        store(ATTRIBUTES.value, call("intern", valueFrom.get, valueTo.get)),
        store(ATTRIBUTES.type, type.get),
        count.set(I32.add(count.get, i32(1))),
        out.set(I32.add(out.get, i32(4 * ATTRIBUTES.length))),
        at.set(I32.add(close.get, i32(3))),
        when(I32.eq(separator, i32(COMMA)), branch("next")),
        branchIf(I32.ne(separator, i32(CLOSE_LIST)), "other"),
        branchIf(I32.gtS(at.get, to.get), "other"),
        storeI32(i32(result), 4, at.get),
      ),
    ),
    count.get,
  ];
  return { name: "attributes", builder, body };
}
