import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScalarScanner } from "../../../src/sources/json/scalar-scanner.ts";
import { LOOKAHEAD } from "../../../src/sources/bytes/window.ts";
import { EVENT, NAMES, SCAN_DEPTH, type JsonScanner } from "../../../src/sources/json/scanner.ts";
import { createScanner, giveBack, VectorScanner } from "../../../src/sources/json/vector-scanner.ts";

/** Everything that has a meaning to a scanner, and something that has none. */
const PIECES = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\n",
  "\0",
  " ",
  "a",
  "ü",
  "\\u0061",
  "\\u002e",
  "\\u005F",
  "\\u003c",
  "\\\\u0061",
  '\\"',
  "x".repeat(30),
  "\n{",
  '{"a":[{"b":[{"c":[{',
  "}]}]}]}",
  ...NAMES,
  '"activation.kin',
  '"execute_toolbox"',
];

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 120, size: "max" }).map((pieces) => Buffer.from(pieces.join("")));

/** What a scanner reports of a text that it gets `step` bytes at a time; at every other margin it is told that a new text begins. */
function scan(scanner: JsonScanner, bytes: Buffer, step: number): string[] {
  scanner.reserve(bytes.length + LOOKAHEAD);
  scanner.bytes.fill(0x20);
  scanner.bytes.set(bytes);
  const events: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const stop = scanner.scan(at, Math.min(at + step, bytes.length));
    for (let index = 0; index < 3 * scanner.eventCount; index += 3) {
      const [offset, code, lines] = scanner.events.subarray(index, index + 3);
      events.push(`${offset} ${code! & 7} ${code! >> 3} ${lines}`);
      if ((code! & 7) === EVENT.margin && offset! % 2 === 0) scanner.reset();
    }
    if (stop === at && scanner.eventCount === 0) throw new Error(`no progress at ${at}`);
    at = stop;
  }
  return events;
}

describe.each([
  ["ScalarScanner", () => new ScalarScanner()],
  ["VectorScanner", () => new VectorScanner()],
])("%s", (_name, make) => {
  it("reports what opens and closes down to the spans, with depth and line", () => {
    expect(scan(make(), Buffer.from('{"a":\n[{"b":"}"}]}'), 1000)).toEqual([
      "0 0 1 0",
      "6 0 2 1",
      "7 0 3 1",
      "15 1 3 1",
      "16 1 2 1",
      "17 1 1 1",
    ]);
  });

  it("does not report what opens inside of a span, but the names there", () => {
    const open = '{"1":[{"2":[{"3":[{';
    const offsets = scan(make(), Buffer.from(`${open}"k":[{"key":"activation.kind"}],"v":"execute_tool"}`), 1000).slice(7);
    expect(offsets).toEqual([`${open.length + 12} 2 8 0`, `${open.length + 36} 2 7 0`, `${open.length + 50} 1 7 0`]);
  });

  it("counts the objects of the spans' level in which no name stands, and reports the others", () => {
    const open = '{"1":[{"2":[{"3":[';
    const item = open.length;
    const events = scan(make(), Buffer.from(`${open}{"a":{}},[],{"b":[1]},{"c":"execute_tool"},{}]}]}`), 1000).slice(6);
    expect(events).toEqual([
      `${item + 20} 5 7 2`,
      `${item + 22} 0 7 0`,
      `${item + 27} 2 7 0`,
      `${item + 41} 1 7 0`,
      `${item + 44} 5 7 1`,
      `${item + 45} 1 6 0`,
      `${item + 46} 1 5 0`,
      `${item + 47} 1 4 0`,
      `${item + 48} 1 3 0`,
    ]);
  });

  it("reports the object in which its text ends so far, so that its beginning is kept", () => {
    const open = '{"1":[{"2":[{"3":[';
    const scanner = make();
    expect(scan(scanner, Buffer.from(`${open}{},{"a":`), 1000).slice(6)).toEqual([`${open.length + 1} 5 7 1`, `${open.length + 3} 0 7 0`]);
  });

  it.each(['"a \\"activation.kind\\" b"', '"activation.kinds"', '"\\\\u0061"', '"\\u003c"', '"my activation.kind"'])(
    "finds no name in %s",
    (value) => {
      const events = scan(make(), Buffer.from(`[[[[[[[[${value}]]]]]]]]`), 1000);
      expect(events.filter((event) => event.split(" ")[1] === String(EVENT.name))).toEqual([]);
    },
  );

  it.each(['"activation\\u002ekind"', '"activation.\\u006bind"', '"execute\\u005ftool"', '"\\\\\\u0065xecute_tool"'])(
    "suspects one in %s",
    (value) => {
      const events = scan(make(), Buffer.from(`[[[[[[[[${value}]]]]]]]]`), 1000);
      expect(events.filter((event) => event.split(" ")[1] === String(EVENT.name))).toHaveLength(1);
    },
  );

  it("ends a text at a line feed in a string", () => {
    expect(scan(make(), Buffer.from('{"a":"b\n{}'), 1000)).toEqual(["0 0 1 0", "7 3 1 0", "8 0 1 1", "9 1 1 1"]);
  });

  it("reports the same, whatever the steps are in which it gets the text", () => {
    const scanner = make();
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 200 }), (bytes, step) => {
        const whole = scan(fresh(scanner), bytes, Number.MAX_SAFE_INTEGER);
        expect(outline(scan(fresh(scanner), bytes, step), bytes)).toEqual(outline(whole, bytes));
      }),
      { numRuns: 300 },
    );
  });
});

it("both scanners report the same of any bytes", () => {
  const scalar = new ScalarScanner();
  const vector = new VectorScanner();
  const any = fc.oneof(
    text,
    fc.uint8Array({ maxLength: 400, size: "max" }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(any, fc.integer({ min: 1, max: 300 }), (bytes, step) => {
      expect(scan(fresh(vector), bytes, step)).toEqual(scan(fresh(scalar), bytes, step));
    }),
    { numRuns: 2000 },
  );
});

/** The inside of spans, of which whole blocks are passed over, and here and there what stops that. */
const SPAN_PIECES = [
  '"key":"value ',
  "some words of a prompt",
  '","n":{"m":[1]},',
  '"},{"',
  '\\"',
  "\\\\",
  "\\n",
  "co......o",
  "x",
  '"',
  "{",
  "}",
  "[]",
];
const STOPS = [
  ...NAMES,
  "\\u0061",
  "\\",
  "\\\\u0061",
  '\\"activation.kind\\"',
  "\n",
  "\0",
  "\t",
  "}]}]}]}",
  '{"a":[{"b":[{"c":[{',
  "ü",
  "\n{",
];

it("both scanners report the same inside of spans, wherever a block begins", () => {
  const scalar = new ScalarScanner();
  const vector = new VectorScanner();
  const piece = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...SPAN_PIECES) }, { weight: 1, arbitrary: fc.constantFrom(...STOPS) });
  const inside = fc
    .tuple(fc.nat(70), fc.array(piece, { minLength: 10, maxLength: 150, size: "max" }))
    .map(([before, pieces]) => Buffer.from(`${" ".repeat(before)}{"a":[{"b":[{"c":[{"d":[{${pieces.join("")}`));
  fc.assert(
    fc.property(inside, fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(1 << 20)), (bytes, step) => {
      expect(scan(fresh(vector), bytes, step)).toEqual(scan(fresh(scalar), bytes, step));
    }),
    { numRuns: 3000 },
  );
});

it("both scanners see a brace at the margin inside of a span, wherever a block begins", () => {
  for (let before = 0; before < 64; before++) {
    const bytes = Buffer.from(`{"a":[{"b":[{"c":[{"d":[${" ".repeat(64 + before)}\n{"e":1}${" ".repeat(200)}`);
    expect(scan(new VectorScanner(), bytes, 1000)).toEqual(scan(new ScalarScanner(), bytes, 1000));
  }
});

it("a scanner that was given back is as new, whatever it was used for", () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 300 }), (before, bytes, step) => {
      const scanner = createScanner();
      scan(scanner, before, step);
      giveBack(scanner);
      const again = createScanner();
      expect(again).toBe(scanner);
      expect(scan(again, bytes, step)).toEqual(scan(new VectorScanner(), bytes, step));
    }),
    { numRuns: 300 },
  );
});

it("a scanner that was given back at a margin reports the next one there", () => {
  const scanner = createScanner();
  scanner.bytes.fill(0x20, 0, 200);
  scanner.bytes.set(Buffer.from("{\n{"));
  expect(scanner.scan(0, 3)).toBe(2);
  giveBack(scanner);
  expect(createScanner()).toBe(scanner);
  scanner.scan(0, 2);
  scanner.scan(2, 3);
  expect(scanner.events[3 * scanner.eventCount - 2]! & 7).toBe(EVENT.margin);
});

it("the vector scanner is the one that is used here", () => {
  expect(createScanner()).toBeInstanceOf(VectorScanner);
});

function fresh(scanner: JsonScanner): JsonScanner {
  scanner.reset();
  return scanner;
}

/**
 * What remains the same whatever the steps are: lines are counted over all that a scanner ever got, and an object of the
 * spans' level without a name is passed by, unless a step ended in it.
 */
function outline(events: readonly string[], bytes: Buffer): { readonly events: readonly string[]; readonly items: number } {
  const kept: string[] = [];
  let items = 0;
  let item: string | undefined;
  for (const event of events) {
    const [offset, kind, depth, count] = event.split(" ").map(Number);
    const line = `${offset} ${kind} ${depth}`;
    if (kind === EVENT.passed) items += count!;
    else if (depth === SCAN_DEPTH && kind === EVENT.open) item = line;
    else if (depth === SCAN_DEPTH && kind === EVENT.close && item !== undefined) {
      if (bytes[Number(item.split(" ")[0])] === 0x7b) items++;
      item = undefined;
    } else {
      if (item !== undefined && kind === EVENT.name) kept.push(item);
      item = undefined;
      kept.push(line);
    }
  }
  return { events: kept, items };
}
