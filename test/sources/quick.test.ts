import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyValue, SpanRecord } from "../../src/sources/span.ts";
import { attributes } from "../helpers/spans.ts";
import { DAMAGE, damaged } from "./damage.ts";
import { jsonDocument } from "./otlp/write-json.ts";
import { framed, protoMessage } from "./otlp/write-proto.ts";
import { readBytes, type StreamReading } from "./read.ts";

/** Names that a span can have, be it as a key, a value, or only in what somebody said. */
const TEXTS = fc.oneof(
  fc.constantFrom(
    "execute_tool",
    "activation.kind",
    'say "activation.kind"',
    '\\"execute_tool\\"',
    '{"key":"activation.kind"}',
    "activation.kind\\",
    "\\",
    '"',
  ),
  fc.string({ maxLength: 20, unit: "grapheme" }),
);
const KEYS = fc.oneof(
  fc.constantFrom(
    "activation.kind",
    "gen_ai.operation.name",
    "activation.kinds",
    "execute_tool",
    "spans",
    "scope",
    "resourceSpans",
    "__proto__",
  ),
  fc.string({ maxLength: 8 }),
);
const VALUES: fc.Arbitrary<AnyValue> = fc.letrec<{ value: AnyValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    TEXTS,
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true }).filter((number) => !Number.isSafeInteger(number)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(KEYS, tie("value"), { maxKeys: 3 }).map(attributes),
  ),
})).value;

const hex = (digits: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: 1n, max: 16n ** BigInt(digits) - 1n }).map((number) => number.toString(16).padStart(digits, "0"));
const time = fc.tuple(fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }), fc.integer({ min: 0, max: 999_999_999 }));

const SPAN: fc.Arbitrary<SpanRecord> = fc.record({
  type: fc.constant("span" as const),
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: fc.option(hex(16), { nil: undefined }),
  name: TEXTS,
  startTime: time,
  endTime: time,
  attributes: fc
    .tuple(
      fc.dictionary(KEYS, VALUES, { maxKeys: 5 }),
      fc.constantFrom({}, {}, { "activation.kind": "hook" }, { "gen_ai.operation.name": "execute_tool" }),
    )
    .map(([some, more]) => attributes({ ...some, ...more })),
  status: fc.record({ code: fc.constantFrom("unset" as const, "ok" as const, "error" as const), message: fc.constant("broken") }),
  events: fc.array(fc.record({ name: TEXTS, attributes: fc.dictionary(KEYS, VALUES, { maxKeys: 2 }).map(attributes) }), { maxLength: 2 }),
  droppedAttributes: fc.nat(5),
  scope: fc.constantFrom("", "extension-activation", "demo", 'a "scope"'),
  source: fc.constant("traces"),
  position: fc.constant(""),
});
const SPANS = fc.array(SPAN, { maxLength: 8 });

/** Writes JSON as nobody does and everybody may: keys in any order, white space and escapes anywhere, fields that nobody knows. */
function write(value: unknown, random: () => number, margin: boolean): string {
  const space = (): string => (random() < 0.7 ? "" : [" ", "\t", "\r\n  ", "\n", margin ? "\n" : " "][Math.floor(random() * 5)]!);
  const string = (text: string): string =>
    `"${[
      ...JSON.stringify(text)
        .slice(1, -1)
        .matchAll(/\\u....|\\.|[^\\]/gsu),
    ]
      .map(([character]) =>
        character.length === 1 && random() < 0.05 ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
      )
      .join("")}"`;
  const any = (value: unknown): string => {
    if (typeof value === "string") return string(value);
    if (Array.isArray(value)) return `[${space()}${value.map((item) => any(item) + space()).join(`,${space()}`)}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const entries = Object.entries(value);
    if (random() < 0.2) entries.push(["unknown", { deep: [{ spans: [{ "activation.kind": 1 }], scope: [] }] }]);
    entries.sort(() => random() - 0.5);
    return `{${space()}${entries.map(([key, item]) => `${string(key)}${space()}:${space()}${any(item)}${space()}`).join(`,${space()}`)}}`;
  };
  return any(value);
}

const SEED = fc.integer({ min: 1, max: 2 ** 31 - 1 });

/** Numbers from 0 to 1, the same ones for the same seed (xorshift32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function summaryOf({ records, warnings, summary }: StreamReading): object {
  const inOrder = records.map((record) => ({ ...record, attributes: Object.entries(record.attributes) }));
  return { records: inOrder.sort((a, b) => (a.spanId! < b.spanId! ? -1 : 1)), warnings, spans: summary.spans };
}

/** What a reader looks at before it decides what a file is; behind it, the text comes in the steps that it is given in. */
const BEFORE = Buffer.alloc(1 << 16, " ");

/** Reads in both ways. Where nothing can be read, the error's message stands in place of what was. */
async function bothWays(
  text: Buffer | string,
  chunk: number,
): Promise<readonly [quick: StreamReading | string, plain: StreamReading | string]> {
  const content = Buffer.concat([BEFORE, Buffer.from(text as string)]);
  return [await read(content, chunk, true), await read(content, chunk, false)];
}

async function read(content: Buffer, chunk: number, cuts: boolean): Promise<StreamReading | string> {
  return await readBytes(content, { cuts }, chunk).catch((error: unknown) => (error as Error).message);
}

describe("the quick way, which cuts out the spans that matter, gives what parsing everything gives", () => {
  it("of JSON written in any legal way", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(SPANS, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.integer({ min: 16, max: 5000 }),
        SEED,
        async (documents, margin, chunk, seed) => {
          const random = randomFrom(seed);
          const text = documents.map((spans) => write(jsonDocument(spans), random, margin)).join("\n");
          const [quick, plain] = await bothWays(text, chunk);
          if (typeof quick === "string" || typeof plain === "string") expect(quick).toBe(plain);
          else expect(summaryOf(quick)).toEqual(summaryOf(plain));
        },
      ),
      { numRuns: 80, interruptAfterTimeLimit: 15_000 },
    );
  });

  it("of protobuf with its fields in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(SPANS, { minLength: 1, maxLength: 3 }), SEED, async (messages, seed) => {
        const random = randomFrom(seed);
        const order = (fields: Buffer[]): Buffer[] =>
          fields
            .map((field) => ({ field, key: random() }))
            .sort((a, b) => a.key - b.key)
            .map(({ field }) => field);
        const content = framed(...messages.map((spans) => protoMessage(spans, random() < 0.5 ? undefined : order)));
        const [quick, plain] = [await read(content, 1000, true), await read(content, 1000, false)];
        if (typeof quick === "string" || typeof plain === "string") expect(quick).toBe(plain);
        else expect(summaryOf(quick)).toEqual(summaryOf(plain));
      }),
      { numRuns: 60, interruptAfterTimeLimit: 10_000 },
    );
  });

  it("and of JSON with bytes changed, cut out or repeated at least that much", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(SPANS, { minLength: 1, maxLength: 4 }),
        DAMAGE,
        fc.integer({ min: 16, max: 3000 }),
        async (documents, damage, chunk) => {
          const content = damaged(Buffer.from(documents.map((spans) => JSON.stringify(jsonDocument(spans))).join("\n")), damage);
          const [quick, plain] = await bothWays(content, chunk);
          if (typeof plain === "string") return;
          if (typeof quick === "string") throw new Error(quick);
          const ids = quick.records.map(({ traceId, spanId }) => `${traceId} ${spanId}`);
          expect(ids).toEqual(expect.arrayContaining(plain.records.map(({ traceId, spanId }) => `${traceId} ${spanId}`)));
        },
      ),
      { numRuns: 100, interruptAfterTimeLimit: 10_000 },
    );
  });
});
