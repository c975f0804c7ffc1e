import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Window } from "../../../src/sources/bytes/window.ts";
import { parseJson } from "../../../src/sources/json/parse.ts";
import { RESULT_LENGTH, RESULT_OFFSET } from "../../../src/sources/json/vector-program.ts";
import { VectorScanner } from "../../../src/sources/json/vector-scanner.ts";
import { decodeSpan } from "../../../src/sources/otlp/json.ts";
import { spanText } from "../../../src/sources/otlp/span-text.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";

const HEAD =
  '{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00f067aa0ba902b7","parentSpanId":"","flags":257,"name":"execute_hook guard","kind":1,"startTimeUnixNano":"1780000000112071842","endTimeUnixNano":"1780000000297165768"';

/** Attributes as the Collector writes them. */
const PLAIN = [
  '{"key":"activation.kind","value":{"stringValue":"hook"}}',
  '{"key":"activation.sequence","value":{"intValue":"869"}}',
  '{"key":"","value":{"stringValue":""}}',
  '{"key":"__proto__","value":{"stringValue":"x"}}',
  '{"key":"activation.kind","value":{"stringValue":"second"}}',
  `{"key":"long","value":{"stringValue":"${"l".repeat(100)}"}}`,
  '{"key":"n","value":{"intValue":"-7"}}',
  '{"key":"n","value":{"intValue":"0"}}',
  '{"key":"n","value":{"intValue":7}}',
  '{"key":"n","value":{"intValue":-123456789012345}}',
  '{"key":"b","value":{"boolValue":true}}',
  '{"key":"b","value":{"boolValue":false}}',
];
const OTHER = [
  '{"key":"b","value":{"boolValue":"true"}}',
  '{"key":"b","value":{"boolValue":1}}',
  '{"key":"b","value":{"boolValue":tru}}',
  '{"key":"b","value":{"boolValue": true}}',
  '{"key":"b","value":{"boolValue":}}',
  '{"key":"d","value":{"doubleValue":0.5}}',
  '{"key":"n","value":{"intValue":9007199254740993}}',
  '{"key":"n","value":{"intValue":1.5}}',
  '{"key":"n","value":{"intValue":-0}}',
  '{"key":"n","value":{"intValue":01}}',
  '{"key":"n","value":{"intValue":1,"stringValue":"x"}}',
  '{"key":"n","value":{"intValue":{}}}',
  '{"key":"n","value":{"intValue":"9007199254740993"}}',
  '{"key":"n","value":{"intValue":"-0"}}',
  '{"key":"n","value":{"intValue":"007"}}',
  '{"key":"n","value":{"intValue":"1e3"}}',
  '{"key":"n","value":{"intValue":""}}',
  '{"key":"a","value":{"arrayValue":{"values":[{"stringValue":"v"}]}}}',
  '{"key":"ü","value":{"stringValue":"数据"}}',
  '{"key":"q\\"","value":{"stringValue":"\\u0061"}}',
  '{"key":"c","value":{"stringValue":"tab\there"}}',
  '{"key":"x","value":{"stringValue":"a","intValue":"2"}}',
  '{"key":"x","value":{"stringValue":"a"},"more":1}',
  '{"key":"x","value":{"stringValue":"a"}}}',
  '{"key":"x","value":{"stringValue":"a"]}',
  '{"key":"x","value":{"stringValue":"a" }}',
  '{"key":"n","value":{"intValue":7\n}}',
  '{"key":"x","value":{"stringValue":"a"}\u007f',
  '{"value":{"stringValue":"v"},"key":"turned"}',
  "null",
];
const list = (items: readonly string[]): string => `"attributes":[${items.join(",")}]`;

/** Members of a span beside its attributes, and some that look like those. */
const MEMBERS = [
  '"status":{}',
  '"status":{"code":2,"message":"broken"}',
  '"droppedAttributesCount":3',
  '"events":[]',
  '"events":[{"name":"e","attributes":[{"key":"inner","value":{"stringValue":"z"}}]}]',
  '"unknown":{"attributes":[{"key":"inner","value":{"stringValue":"z"}}]}',
  '"attributes":[]',
  '"attributes":null',
  '"attributes":[{"key":"other","value":{"stringValue":"y"}}]',
  '"\\u0061ttributes":[{"key":"other","value":{"stringValue":"y"}}]',
  '"name":"a \\"quoted\\" name"',
  '"name":"[{"',
  '"name":"nämlich"',
  '"x":"a"attributes":[',
  '"x\\"attributes":[{"key":"other","value":{"stringValue":"y"}}]',
];

const mostly = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: other, weight: 1 });

/** A span as the Collector writes it, and with something of it written otherwise, put elsewhere, or broken. */
const text = fc
  .record({
    items: fc.array(mostly(fc.constantFrom(...PLAIN), fc.constantFrom(...OTHER)), { maxLength: 6, size: "max" }),
    before: mostly(fc.constant<string[]>([]), fc.subarray(MEMBERS, { maxLength: 2 })),
    behind: fc.oneof(fc.constantFrom(['"status":{}'], []), fc.subarray(MEMBERS, { maxLength: 2 })),
    isLeftOut: mostly(fc.constant(false), fc.boolean()),
    isFirst: mostly(fc.constant(false), fc.boolean()),
    noise: mostly(fc.constant(undefined), fc.tuple(fc.nat(1000), fc.nat(2), fc.constantFrom(" ", "\\", '"', "\n", "}", "]", ","))),
  })
  .map(({ items, before, behind, isLeftOut, isFirst, noise }) => {
    const own = isLeftOut ? [] : [list(items)];
    const ids = [HEAD.slice(1), ...before];
    const members = [...(isFirst ? [...own, ...ids] : [...ids, ...own]), ...behind];
    const whole = `{${members.join(",")}}`;
    if (noise === undefined) return whole;
    const [share, taken, put] = noise;
    const at = Math.floor((whole.length * share) / 1001);
    return whole.slice(0, at) + put + whole.slice(at + taken);
  });

const origin = { source: "", position: "", warn: () => {} };

function recordOf(read: () => SpanRecord | undefined): unknown {
  try {
    const record = read();
    return record === undefined ? "left out" : { ...record, attributes: Object.entries(record.attributes) };
  } catch {
    return "no JSON";
  }
}

describe("the text of a span", () => {
  it("says what parsing all of it says, whether its attributes were read at once or not", async () => {
    const scanner = new VectorScanner();
    let readAtOnce = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.nat(70), async (written, before) => {
        const bytes = Buffer.from(" ".repeat(before) + written);
        const window = await holding(scanner, bytes);
        const span = spanText(window, scanner, before, bytes.length);
        runs++;
        if (span.attributes !== undefined) readAtOnce++;
        const quick = recordOf(() => decodeSpan(parseJson(span.text), "scope", origin, span.attributes));
        expect(quick).toEqual(recordOf(() => decodeSpan(parseJson(written), "scope", origin)));
      }),
      { numRuns: 3000 },
    );
    // Else nothing was compared.
    expect(readAtOnce).toBeGreaterThan(runs / 10);
    expect(readAtOnce).toBeLessThan((9 * runs) / 10);
  });

  it("never shows the texts of another one, also where reading one ends in its middle", async () => {
    const scanner = new VectorScanner();
    const attribute = (key: string, value: object): string => JSON.stringify({ key, value });
    const ends = [{ doubleValue: 0.5 }, { intValue: "007" }, { intValue: "7" }];
    for (let number = 0; number < 3000; number++) {
      // Each comes in all three ways.
      const name = number % 1000;
      const end = ends[number % ends.length]!;
      const items = [
        attribute("first", { stringValue: `first-${name}` }),
        attribute("end", end),
        attribute(`key-${name}`, { stringValue: "last" }),
      ];
      const written = `${HEAD},"attributes":[${items.join(",")}]}`;
      const span = spanText(await holding(scanner, Buffer.from(written)), scanner, 0, written.length);
      expect(span.attributes !== undefined).toBe(end === ends[2]);
      const record = decodeSpan(parseJson(span.text), "scope", origin, span.attributes);
      expect(record?.attributes).toMatchObject({ first: `first-${name}`, [`key-${name}`]: "last" });
    }
  });

  it("is not read beyond its end", async () => {
    const written = `${HEAD},${list(PLAIN)}`;
    const scanner = new VectorScanner();
    const { origin: start } = await holding(scanner, Buffer.from(written));
    for (let to = 0; to < written.length; to++) expect(scanner.attributes(-start, to - start)).toBeUndefined();
    expect(scanner.attributes(-start, written.length - start)?.end).toBe(written.length - start);
  });

  it("can have more attributes than are read at once", async () => {
    const list = Array.from({ length: 500 }, (_, index) => ({ key: `key-${index}`, value: { stringValue: "v" } }));
    const written = `${HEAD},"attributes":${JSON.stringify(list)}}`;
    const scanner = new VectorScanner();
    const span = spanText(await holding(scanner, Buffer.from(written)), scanner, 0, written.length);
    expect(Object.keys(decodeSpan(parseJson(span.text), "scope", origin, span.attributes)!.attributes)).toHaveLength(500);
    // Behind the room for those, in which it tells of them, nothing is written.
    expect(Buffer.from(scanner.events.buffer, RESULT_OFFSET + RESULT_LENGTH, 8)).toEqual(Buffer.alloc(8));
  });
});

async function holding(scanner: VectorScanner, bytes: Buffer): Promise<Window> {
  let rest = bytes;
  const window = new Window(
    {
      read: async (target) => {
        const count = rest.copy(target);
        rest = rest.subarray(count);
        return count;
      },
      close: async () => {},
    },
    { room: scanner, readLength: 1 << 14 },
  );
  while (!window.atEnd) await window.fill(0);
  return window;
}
