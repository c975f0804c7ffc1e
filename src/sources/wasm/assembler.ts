/**
 * A small assembler for WebAssembly with fixed-width SIMD: a program is written as expressions in TypeScript and becomes a
 * module when it is first needed. No tool chain, and no binary that nobody can read, in the repository.
 */

/** Instructions as bytes, structured ones with their label, calls with the function's name. */
export type Code = readonly (number | Code | Structured | Branch | Call)[];

interface Structured {
  readonly opcode: typeof BLOCK | typeof LOOP | typeof IF;
  readonly label: string;
  readonly body: Code;
}

interface Branch {
  readonly to: string;
  readonly opcode: typeof BR | typeof BR_IF;
}

interface Call {
  readonly called: string;
}

const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const END = 0x0b;
const BR = 0x0c;
const BR_IF = 0x0d;
const CALL = 0x10;
const NO_RESULT = 0x40;

export const TYPE = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;
export type Type = keyof typeof TYPE;

// ---- values

export const i32 = (value: number): Code => [0x41, ...signed(BigInt(value))];
export const i64 = (value: bigint): Code => [0x42, ...signed(BigInt.asIntN(64, value))];
/** The same byte in all sixteen lanes. */
export const bytes = (value: number): Code => [0xfd, 12, ...Array.from({ length: 16 }, () => value)];
/** Sixteen bytes of text. */
export const textBytes = (text: string): Code => [0xfd, 12, ...Buffer.from(text, "latin1")];

// ---- operators, named as in the specification

type Unary = (a: Code) => Code;
type Binary = (a: Code, b: Code) => Code;

const unary =
  (...opcode: number[]): Unary =>
  (a) => [a, ...opcode];
const binary =
  (...opcode: number[]): Binary =>
  (a, b) => [a, b, ...opcode];

export const I32: Readonly<
  Record<"eq" | "ne" | "ltS" | "ltU" | "gtS" | "leS" | "geS" | "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl", Binary>
> & {
  readonly eqz: Unary;
  readonly ctz: Unary;
} = {
  eqz: unary(0x45),
  ctz: unary(0x68),
  eq: binary(0x46),
  ne: binary(0x47),
  ltS: binary(0x48),
  ltU: binary(0x49),
  gtS: binary(0x4a),
  leS: binary(0x4c),
  geS: binary(0x4e),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  or: binary(0x72),
  xor: binary(0x73),
  shl: binary(0x74),
};

export const I64: Readonly<Record<"eq" | "ne" | "ltU" | "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" | "shrS" | "shrU", Binary>> &
  Readonly<Record<"eqz" | "ctz" | "popcnt" | "toI32" | "fromI32", Unary>> = {
  eqz: unary(0x50),
  eq: binary(0x51),
  ne: binary(0x52),
  ltU: binary(0x54),
  ctz: unary(0x7a),
  popcnt: unary(0x7b),
  add: binary(0x7c),
  sub: binary(0x7d),
  mul: binary(0x7e),
  and: binary(0x83),
  or: binary(0x84),
  xor: binary(0x85),
  shl: binary(0x86),
  shrS: binary(0x87),
  shrU: binary(0x88),
  toI32: unary(0xa7),
  fromI32: unary(0xad),
};

export const V128: Readonly<Record<"eq" | "ltS" | "minU" | "and" | "or", Binary>> &
  Readonly<Record<"anyTrue" | "allTrue" | "bitmask", Unary>> = {
  eq: binary(0xfd, 35),
  ltS: binary(0xfd, 37),
  minU: binary(0xfd, 119),
  and: binary(0xfd, 78),
  or: binary(0xfd, 80),
  anyTrue: unary(0xfd, 83),
  allTrue: unary(0xfd, 99),
  bitmask: unary(0xfd, 100),
};

// ---- memory

export const loadByte = (address: Code, offset = 0): Code => [address, 0x2d, 0, ...unsigned(offset)];
export const loadI32 = (address: Code, offset = 0): Code => [address, 0x28, 0, ...unsigned(offset)];
export const loadI64 = (address: Code, offset = 0): Code => [address, 0x29, 0, ...unsigned(offset)];
export const loadVector = (address: Code, offset = 0): Code => [address, 0xfd, 0, 0, ...unsigned(offset)];
export const storeI32 = (address: Code, offset: number, value: Code): Code => [address, value, 0x36, 2, ...unsigned(offset)];
export const storeVector = (address: Code, offset: number, value: Code): Code => [address, value, 0xfd, 11, 0, ...unsigned(offset)];

/** Whether a text of 16 to 32 characters stands there: its first and its last sixteen are compared, which overlap. */
export const standsAt = (address: Code, text: string): Code =>
  I32.and(
    V128.allTrue(V128.eq(loadVector(address), textBytes(text.slice(0, 16)))),
    V128.allTrue(V128.eq(loadVector(address, text.length - 16), textBytes(text.slice(-16)))),
  );

// ---- control

export const block = (label: string, ...body: Code[]): Code => [{ opcode: BLOCK, label, body }];
export const loop = (label: string, ...body: Code[]): Code => [{ opcode: LOOP, label, body }];
export const when = (condition: Code, ...body: Code[]): Code => [condition, { opcode: IF, label: "", body }];
export const branch = (to: string): Code => [{ to, opcode: BR }];
export const branchIf = (condition: Code, to: string): Code => [condition, { to, opcode: BR_IF }];
/** Leaves the function with its result. */
export const returnWith = (result: Code): Code => [result, 0x0f];
/** What a function of the module returns. */
export const call = (called: string, ...args: Code[]): Code => [...args, { called }];
/** One of two values; both are computed. */
export const select = (condition: Code, then: Code, otherwise: Code): Code => [then, otherwise, condition, 0x1b];

/** A local variable or a parameter. */
export interface Variable {
  readonly get: Code;
  set(value: Code): Code;
}

/** A function being written: hands out its variables. */
export class FunctionBuilder {
  readonly parameters: readonly Type[];
  readonly #locals: Type[] = [];

  constructor(...parameters: Type[]) {
    this.parameters = parameters;
  }

  parameter(index: number): Variable {
    return variable(0x20, index);
  }

  local(type: Type): Variable {
    this.#locals.push(type);
    return variable(0x20, this.parameters.length + this.#locals.length - 1);
  }

  encode(body: Code, functions: readonly string[]): number[] {
    const locals = this.#locals.flatMap((type) => [1, TYPE[type]]);
    const code = [...unsigned(this.#locals.length), ...locals, ...encode(body, [], functions), END];
    return [...unsigned(code.length), ...code];
  }
}

/** A global variable of the module. */
export const globalVariable = (index: number): Variable => variable(0x23, index);

function variable(getOpcode: 0x20 | 0x23, index: number): Variable {
  return {
    get: [getOpcode, ...unsigned(index)],
    set: (value) => [value, getOpcode + 1, ...unsigned(index)],
  };
}

/** "\0asm", version 1. */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A function of a module. It returns an i32. */
export interface ProgramFunction {
  /** Under which it is exported. */
  readonly name: string;
  readonly builder: FunctionBuilder;
  readonly body: Code;
}

/** A module of functions, a memory, and globals that begin at 0; all are exported. */
export function assemble(
  functions: readonly ProgramFunction[],
  globals: readonly (readonly [name: string, type: "i32" | "i64"])[] = [],
): Uint8Array {
  const names = functions.map(({ name }) => name);
  const exports = [
    [...text("memory"), 2, 0],
    ...names.map((name, index) => [...text(name), 0, ...unsigned(index)]),
    ...globals.map(([global], index) => [...text(global), 3, index]),
  ];
  return new Uint8Array([
    ...HEADER,
    ...section(
      1,
      functions.map(({ builder: { parameters } }) => [
        0x60,
        ...unsigned(parameters.length),
        ...parameters.map((type) => TYPE[type]),
        1,
        TYPE.i32,
      ]),
    ),
    ...section(
      3,
      names.map((_, index) => unsigned(index)),
    ),
    ...section(5, [[0, 1]]),
    ...section(
      6,
      globals.map(([, type]) => [TYPE[type], 1, type === "i32" ? 0x41 : 0x42, 0, END]),
    ),
    ...section(7, exports),
    ...section(
      10,
      functions.map(({ builder, body }) => builder.encode(body, names)),
    ),
  ]);
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const content = [...unsigned(items.length), ...items.flat()];
  return [id, ...unsigned(content.length), ...content];
}

function text(value: string): number[] {
  return [...unsigned(value.length), ...Buffer.from(value)];
}

function encode(code: Code, labels: readonly string[], functions: readonly string[]): number[] {
  return code.flatMap((item) => {
    if (typeof item === "number") return [item];
    if (isCode(item)) return encode(item, labels, functions);
    if ("called" in item) return [CALL, ...unsigned(placeOf(item.called, functions))];
    if ("to" in item) return [item.opcode, ...unsigned(placeOf(item.to, labels))];
    return [item.opcode, NO_RESULT, ...encode(item.body, [item.label, ...labels], functions), END];
  });
}

function placeOf(name: string, names: readonly string[]): number {
  const place = names.indexOf(name);
  if (place < 0) throw new Error(`${name} is no label here, nor a function of the module`);
  return place;
}

function isCode(item: Code | Structured | Branch | Call): item is Code {
  return Array.isArray(item);
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: bigint): number[] {
  const low = Number(value & 127n);
  const rest = value >> 7n;
  const isLast = (rest === 0n && low < 64) || (rest === -1n && low >= 64);
  return isLast ? [low] : [low | 128, ...signed(rest)];
}
