import { attributesFunction, RESULT_LENGTH } from "./attributes-function.ts";
import { EVENT, MAX_EVENTS, NAMES, SCAN_DEPTH } from "./scanner.ts";
import {
  assemble,
  block,
  branch,
  branchIf,
  bytes,
  FunctionBuilder,
  globalVariable,
  I32,
  i32,
  I64,
  i64,
  loadByte,
  loadVector,
  loop,
  select,
  standsAt,
  storeI32,
  textBytes,
  V128,
  when,
  type Code,
  type Variable,
} from "../wasm/assembler.ts";
import { internFunction } from "../wasm/intern-function.ts";
import { TABLE_LENGTH } from "../wasm/text-table.ts";

/**
 * The scanner's pass over 64 bytes at a time: every question (is it a quote, a bracket, inside of a string?) is answered
 * for all of them at once, as a mask of 64 bits, after Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019),
 * section 3. Where nothing can be of interest inside of a span, the brackets are only counted.
 */

/** Given on from here: of a program the package has the bytes and what stands beside them, and not the assembler. */
export { ATTRIBUTES, RESULT_LENGTH } from "./attributes-function.ts";

/** Where in the memory the attributes are told that were read last, behind the events; then the table of known texts, and the text. */
export const RESULT_OFFSET: number = 12 * MAX_EVENTS;
const TABLE_OFFSET = RESULT_OFFSET + 64 * Math.ceil(RESULT_LENGTH / 64);
export const TEXT_OFFSET: number = TABLE_OFFSET + TABLE_LENGTH;

const GLOBALS = [
  ["eventCount", "i32"],
  ["depth", "i32"],
  ["lines", "i32"],
  /** Where a `{` at the margin was reported, and is not to be reported again. */
  ["decided", "i32"],
  /** All ones inside of a string. */
  ["inString", "i64"],
  /** 1 where the next byte is escaped. */
  ["escaped", "i64"],
] as const;

const scan = new FunctionBuilder("i32", "i32");
/** The state that is kept from one call to the next, in local variables: those can lie in registers. */
const state: readonly Variable[] = GLOBALS.map(([, type]) => scan.local(type));
const [eventCount, depth, lines, decided, inString, escaped] = state as [Variable, Variable, Variable, Variable, Variable, Variable];
const load: Code = state.map((variable, index) => variable.set(globalVariable(index).get));
const save: Code = state.map((variable, index) => globalVariable(index).set(variable.get));
const at = scan.parameter(0);
const to = scan.parameter(1);
/** How many bytes of the block count. */
const length = scan.local("i32");
const limit = scan.local("i32");
const quotes = scan.local("i64");
const backslashes = scan.local("i64");
const opens = scan.local("i64");
const closes = scan.local("i64");
const lineFeeds = scan.local("i64");
const breaks = scan.local("i64");
const names = scan.local("i64");
const strings = scan.local("i64");
const escapes = scan.local("i64");
const follows = scan.local("i64");
const sum = scan.local("i64");
const rest = scan.local("i64");
const bit = scan.local("i64");
const index = scan.local("i32");
const byte = scan.local("i32");
const event = scan.local("i32");
/** Where what is open at the level of spans begins; 0 where nothing is, or it was reported. */
const item = scan.local("i32");
/** How many objects were passed by, and where the last of all ended; 0 where there is nothing to report. */
const passed = scan.local("i32");
const passedAt = scan.local("i32");
/** Where the scan stops at the margin; 0 where it does not. */
const margin = scan.local("i32");
const vectors = [0, 1, 2, 3].map(() => scan.local("v128"));

const ALL = i64(-1n);
const NONE = i64(0n);
const not = (mask: Code): Code => I64.xor(mask, ALL);
const both = (a: Code, b: Code): Code => I64.and(a, b);
const isSet = (mask: Code): Code => I64.ne(mask, NONE);
/** The bits below `count`, which is less than 64. */
const below = (count: Code): Code => I64.sub(I64.shl(i64(1n), I64.fromI32(count)), i64(1n));

/** A mask of 64 bits of a comparison of each of the four vectors. */
function mask(compare: (vector: Code, number: number) => Code): Code {
  return vectors
    .map((vector, number) => I64.shl(I64.fromI32(V128.bitmask(compare(vector.get, number))), i64(BigInt(16 * number))))
    .reduce((a, b) => I64.or(a, b));
}

/** Whether a comparison holds anywhere in the block; cheaper than its mask. */
function anywhere(compare: (vector: Code, number: number) => Code): Code {
  return V128.anyTrue(vectors.map((vector, number) => compare(vector.get, number)).reduce((a, b) => V128.or(a, b)));
}

const is =
  (byteValue: number) =>
  (vector: Code): Code =>
    V128.eq(vector, bytes(byteValue));
/** `{` and `[`, as `}` and `]`, differ in one bit. */
const isBracket =
  (byteValue: number) =>
  (vector: Code): Code =>
    V128.eq(V128.or(vector, bytes(0x20)), bytes(byteValue));

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

function write(code: Code, position: Code, count: Code): Code {
  const address: Code = I32.mul(eventCount.get, i32(12));
  return [
    storeI32(address, 0, I32.sub(position, i32(TEXT_OFFSET))),
    storeI32(address, 4, code),
    storeI32(address, 8, count),
    eventCount.set(I32.add(eventCount.get, i32(1))),
  ];
}

function report(code: Code, position: Code, before: Code): Code {
  const level: Code = select(I32.gtS(depth.get, i32(SCAN_DEPTH + 1)), i32(SCAN_DEPTH + 1), depth.get);
  return write(I32.add(code, I32.mul(level, i32(8))), position, I32.add(lines.get, before));
}

/** Reports what was passed by. */
const reportPassed: Code = when(
  passedAt.get,
  write(i32(EVENT.passed + 8 * SCAN_DEPTH), passedAt.get, passed.get),
  passed.set(i32(0)),
  passedAt.set(i32(0)),
);

/** Reports what is open at the level of spans, if it was not reported yet. */
function reportItem(before: Code): Code {
  return when(item.get, write(i32(EVENT.open + 8 * SCAN_DEPTH), item.get, I32.add(lines.get, before)), item.set(i32(0)));
}

/** How many lines end before the byte at `index`. */
const linesBefore: Code = I64.toI32(I64.popcnt(both(lineFeeds.get, below(index.get))));
const position: Code = I32.add(at.get, index.get);

/** A quote behind which, at its place, stands the byte that is rarest in one of the names. */
function mayBeginName(vector: Code, number: number): Code {
  const rare = [
    [8, "_"],
    [11, "."],
  ] as const;
  const found = rare.map(([offset, letter]) => V128.eq(loadVector(at.get, 16 * number + offset), bytes(letter.charCodeAt(0))));
  return V128.and(
    V128.eq(vector, bytes(QUOTE)),
    found.reduce((a, b) => V128.or(a, b)),
  );
}

/** Whether a name begins at `position`. */
function isName(name: string): Code {
  if (name.length >= 16) return standsAt(position, name);
  const compared = I32.and(V128.bitmask(V128.eq(loadVector(position), textBytes(name.padEnd(16)))), i32(2 ** name.length - 1));
  return I32.eq(compared, i32(2 ** name.length - 1));
}

/** Whether the `u` at `position` and what follows escapes a letter, a dot or an underscore. */
const couldHideName: Code = I32.and(
  I32.and(I32.eq(loadByte(position, 1), i32(0x30)), I32.eq(loadByte(position, 2), i32(0x30))),
  I32.or(
    I32.eq(I32.or(loadByte(position, 3), i32(1)), i32(0x37)),
    I32.or(
      I32.and(I32.eq(loadByte(position, 3), i32(0x32)), I32.eq(I32.or(loadByte(position, 4), i32(0x20)), i32(0x65))),
      I32.and(I32.eq(loadByte(position, 3), i32(0x35)), I32.eq(I32.or(loadByte(position, 4), i32(0x20)), i32(0x66))),
    ),
  ),
);

/** Which bytes are escaped: those behind a run of backslashes of odd length. */
const findEscapes: Code = [
  escapes.set(NONE),
  when(
    isSet(I64.or(backslashes.get, escaped.get)),
    backslashes.set(both(backslashes.get, not(escaped.get))),
    follows.set(I64.or(I64.shl(backslashes.get, i64(1n)), escaped.get)),
    // Runs that begin at an odd place; adding them carries to the end of the run.
    sum.set(both(both(backslashes.get, i64(0xaaaaaaaaaaaaaaaan)), not(follows.get))),
    sum.set(I64.add(sum.get, backslashes.get)),
    escapes.set(both(I64.xor(i64(0x5555555555555555n), I64.shl(sum.get, i64(1n))), follows.get)),
    escaped.set(I64.fromI32(I64.ltU(sum.get, backslashes.get))),
  ),
];

/** Ones from every quote that opens a string to before the one that closes it. */
const xorQuotes: Code = [
  strings.set(quotes.get),
  ...[1n, 2n, 4n, 8n, 16n, 32n].map((shift) => strings.set(I64.xor(strings.get, I64.shl(strings.get, i64(shift))))),
  strings.set(I64.xor(strings.get, inString.get)),
];
const findStrings: Code = [quotes.set(both(quotes.get, not(escapes.get))), xorQuotes];

/** Whether a byte of the block is not above a line feed. */
const mayBreak: Code = (() => {
  const lowest = vectors.map((vector) => vector.get).reduce((a, b) => V128.minU(a, b));
  return V128.anyTrue(V128.eq(V128.minU(lowest, bytes(LINE_FEED)), lowest));
})();

const isBehindLineFeed: Code = I32.eq(loadByte(I32.sub(at.get, i32(1))), i32(LINE_FEED));

/** What ends the block early: a line feed in a string, a NUL, a `{` at the margin. `limit` is where. */
const findLimit: Code = [
  limit.set(length.get),
  lineFeeds.set(NONE),
  breaks.set(NONE),
  when(
    I32.or(mayBreak, isBehindLineFeed),
    lineFeeds.set(mask(is(LINE_FEED))),
    breaks.set(I64.or(both(lineFeeds.get, strings.get), mask(is(0)))),
    rest.set(I64.or(I64.shl(lineFeeds.get, i64(1n)), I64.fromI32(isBehindLineFeed))),
    rest.set(both(both(rest.get, mask(is(OPEN))), not(strings.get))),
    when(I32.eq(at.get, decided.get), rest.set(both(rest.get, i64(-2n))), decided.set(i32(0))),
    rest.set(I64.or(rest.get, breaks.get)),
    when(isSet(rest.get), index.set(I64.toI32(I64.ctz(rest.get))), when(I32.ltU(index.get, limit.get), limit.set(index.get))),
  ),
];

/** Leaves of the masks what lies before `limit`. */
const cutMasks: Code = when(
  I32.ltU(limit.get, i32(64)),
  rest.set(below(limit.get)),
  opens.set(both(opens.get, rest.get)),
  closes.set(both(closes.get, rest.get)),
  names.set(both(names.get, rest.get)),
  lineFeeds.set(both(lineFeeds.get, rest.get)),
);

/** Goes through the brackets and names of the block one by one. */
const follow: Code = [
  rest.set(I64.or(I64.or(opens.get, closes.get), names.get)),
  block(
    "followed",
    loop(
      "next",
      branchIf(I64.eqz(rest.get), "followed"),
      index.set(I64.toI32(I64.ctz(rest.get))),
      bit.set(both(rest.get, I64.sub(NONE, rest.get))),
      rest.set(I64.xor(rest.get, bit.get)),
      block(
        "handled",
        block(
          "reported",
          event.set(i32(EVENT.open)),
          when(
            isSet(both(bit.get, opens.get)),
            depth.set(I32.add(depth.get, i32(1))),
            branchIf(I32.ltS(depth.get, i32(SCAN_DEPTH)), "reported"),
            when(I32.eq(depth.get, i32(SCAN_DEPTH)), item.set(position)),
            branch("handled"),
          ),
          event.set(i32(EVENT.close)),
          when(
            isSet(both(bit.get, closes.get)),
            branchIf(I32.eqz(depth.get), "handled"),
            branchIf(I32.ltS(depth.get, i32(SCAN_DEPTH)), "reported"),
            when(
              I32.eq(depth.get, i32(SCAN_DEPTH)),
              branchIf(I32.eqz(item.get), "reported"),
              passed.set(I32.add(passed.get, I32.eq(loadByte(item.get), i32(OPEN)))),
              passedAt.set(position),
              item.set(i32(0)),
            ),
            depth.set(I32.sub(depth.get, i32(1))),
            branch("handled"),
          ),
          branchIf(I32.ltS(depth.get, i32(SCAN_DEPTH)), "handled"),
          branchIf(
            I32.eqz(
              select(
                I32.eq(loadByte(position), i32(QUOTE)),
                NAMES.map(isName).reduce((a, b) => I32.or(a, b)),
                couldHideName,
              ),
            ),
            "handled",
          ),
          event.set(i32(EVENT.name)),
          reportPassed,
          reportItem(linesBefore),
        ),
        reportPassed,
        report(event.get, position, linesBefore),
        depth.set(I32.sub(depth.get, I32.eq(event.get, i32(EVENT.close)))),
      ),
      branch("next"),
    ),
  ),
];

const vectorsAt: Code = vectors.map((vector, number) => vector.set(loadVector(at.get, 16 * number)));
const findOpens: Code = opens.set(both(mask(isBracket(OPEN)), not(strings.get)));
const findCloses: Code = closes.set(both(mask(isBracket(CLOSE)), not(strings.get)));
/** Whether nothing in the block is opened or closed down to the spans' level, whatever comes first. */
const staysInSpan: Code = I32.geS(I32.sub(depth.get, I64.toI32(I64.popcnt(closes.get))), i32(SCAN_DEPTH));
const countDepth: Code = depth.set(I32.sub(I32.add(depth.get, I64.toI32(I64.popcnt(opens.get))), I64.toI32(I64.popcnt(closes.get))));

/**
 * Whether anything in the block asks for a closer look: a control character, or a quote at which a name may begin. Both names
 * have a "c" two or four bytes behind the quote, and an "o" seven behind it; hardly anything else has.
 */
const isOfInterest: Code = (() => {
  const lowest = vectors.map((vector) => vector.get).reduce((a, b) => V128.minU(a, b));
  const control = V128.eq(V128.minU(lowest, bytes(LINE_FEED)), lowest);
  const letters = [2, 18, 34, 50, 52].map((offset) =>
    V128.and(V128.eq(loadVector(at.get, offset), bytes(0x63)), V128.eq(loadVector(at.get, offset + 7), bytes(0x6f))),
  );
  return V128.anyTrue([control, ...letters].reduce((a, b) => V128.or(a, b)));
})();

/** Whether the whole block is part of one string. */
const isInString: Code = I32.and(I64.toI32(inString.get), I64.eqz(quotes.get));
const nextBlock: Code = [at.set(I32.add(at.get, i32(64))), branch("next")];

/** Whether a "u" stands behind a backslash, so that a name could hide in an escape. */
const mayHide: Code = V128.anyTrue(
  vectors
    .map((vector, number) => V128.and(is(BACKSLASH)(vector.get), V128.eq(loadVector(at.get, 16 * number + 1), bytes(0x75))))
    .reduce((a, b) => V128.or(a, b)),
);

/**
 * Passes over whole blocks inside of a span with what they need alone. Most are such ones; at the first other one the pass below
 * goes on, which asks every question.
 */
const passOver: Code = block(
  "passed",
  branchIf(isBehindLineFeed, "passed"),
  loop(
    "next",
    branchIf(I32.gtS(I32.add(at.get, i32(64)), to.get), "passed"),
    branchIf(I64.toI32(escaped.get), "passed"),
    vectorsAt,
    branchIf(isOfInterest, "passed"),
    quotes.set(mask(is(QUOTE))),
    when(
      anywhere(is(BACKSLASH)),
      branchIf(mayHide, "passed"),
      backslashes.set(mask(is(BACKSLASH))),
      findEscapes,
      quotes.set(both(quotes.get, not(escapes.get))),
    ),
    when(isInString, nextBlock),
    xorQuotes,
    findOpens,
    findCloses,
    when(I32.eqz(staysInSpan), escaped.set(NONE), branch("passed")),
    countDepth,
    inString.set(I64.shrS(strings.get, i64(63n))),
    nextBlock,
  ),
);

const body: Code = [
  load,
  eventCount.set(i32(0)),
  block(
    "done",
    loop(
      "block",
      branchIf(I32.gtS(eventCount.get, i32(MAX_EVENTS - 140)), "done"),
      passOver,
      branchIf(I32.geS(at.get, to.get), "done"),
      length.set(I32.sub(to.get, at.get)),
      when(I32.gtS(length.get, i32(64)), length.set(i32(64))),
      vectorsAt,
      quotes.set(mask(is(QUOTE))),
      backslashes.set(NONE),
      when(anywhere(is(BACKSLASH)), backslashes.set(mask(is(BACKSLASH)))),
      when(I32.ltU(length.get, i32(64)), backslashes.set(both(backslashes.get, below(length.get)))),
      findEscapes,
      findStrings,
      findOpens,
      findCloses,
      names.set(NONE),
      when(anywhere(mayBeginName), names.set(both(both(mask(mayBeginName), quotes.get), strings.get))),
      when(isSet(escapes.get), names.set(I64.or(names.get, both(both(escapes.get, mask(is(0x75))), strings.get)))),
      findLimit,
      cutMasks,
      // Nothing is opened or closed down to the spans' level: only the depth changes.
      block("counted", when(I32.and(I64.eqz(names.get), staysInSpan), countDepth, branch("counted")), follow),
      lines.set(I32.add(lines.get, I64.toI32(I64.popcnt(lineFeeds.get)))),
      when(
        I32.eq(limit.get, length.get),
        // The state behind the block, whose last byte may not be that of the masks.
        when(
          I32.ltU(length.get, i32(64)),
          escaped.set(both(I64.shrU(escapes.get, I64.fromI32(length.get)), i64(1n))),
          strings.set(I64.shl(strings.get, I64.fromI32(I32.sub(i32(64), length.get)))),
        ),
        inString.set(I64.shrS(strings.get, i64(63n))),
        at.set(I32.add(at.get, length.get)),
        branch("block"),
      ),
      index.set(limit.get),
      escaped.set(NONE),
      byte.set(loadByte(position)),
      when(
        I32.eq(byte.get, i32(OPEN)),
        decided.set(position),
        inString.set(NONE),
        at.set(position),
        when(I32.gtS(depth.get, i32(0)), margin.set(at.get), branch("done")),
        branch("block"),
      ),
      // A NUL between texts is the reader's to count.
      rest.set(both(I64.shrU(strings.get, I64.fromI32(index.get)), i64(1n))),
      when(I32.or(I64.toI32(rest.get), I32.gtS(depth.get, i32(0))), reportPassed, report(i32(EVENT.broken), position, i32(0))),
      depth.set(i32(0)),
      item.set(i32(0)),
      inString.set(NONE),
      lines.set(I32.add(lines.get, I32.eq(byte.get, i32(LINE_FEED)))),
      at.set(I32.add(position, i32(1))),
      block(
        "behind",
        loop(
          "nul",
          branchIf(I32.geS(at.get, to.get), "behind"),
          branchIf(loadByte(at.get), "behind"),
          at.set(I32.add(at.get, i32(1))),
          branch("nul"),
        ),
      ),
      branch("block"),
    ),
  ),
  reportPassed,
  reportItem(i32(0)),
  when(margin.get, report(i32(EVENT.margin), margin.get, i32(0))),
  save,
  at.get,
];

/** The module's bytes. It exports `scan(from, to)`, its state, `attributes`, `intern` and `memory`. */
export function vectorProgram(): Uint8Array {
  return assemble([{ name: "scan", builder: scan, body }, internFunction(TABLE_OFFSET), attributesFunction(RESULT_OFFSET)], GLOBALS);
}
