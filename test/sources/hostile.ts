import fc from "fast-check";
import { expect } from "vitest";
import { expectBare } from "./expect-bare.ts";
import type { DocumentFormat } from "../../src/sources/content/document.ts";
import type { SpanRecord } from "../../src/sources/span.ts";

/** What a format made of a document. */
export interface Decoded {
  readonly spans: readonly SpanRecord[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly position: string | undefined }[];
}

/** Decodes a document as if it stood in a file alone. */
export function decode(format: DocumentFormat, value: unknown, position = ""): Decoded {
  const warnings: { code: string; message: string; position: string | undefined }[] = [];
  const warn = (code: string, message: string, position?: string): void => void warnings.push({ code, message, position });
  const spans = [...format.decode(value, { source: "saved.json", position, warn })].filter((record) => record.type === "span");
  return { spans, warnings };
}

/** Values that break what is not careful: of every type, keys of every object's prototype, deep nesting, numbers beyond 2^53. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", " ", "0", "NaN", "-1", -1, 1.5, 1e300, 2n ** 70n, -(2n ** 63n)),
  // Made anew each time: two documents, or two places of one, must not share what a later change writes into.
  fc.constantFrom("[]", "{}", "[[]]", "[null]", '{"key":"a"}').map((text) => JSON.parse(text) as unknown),
  fc.constantFrom<unknown>("__proto__", "constructor", "toString", "\u0000", "\u{1F600}", "\uD800", "x".repeat(100)),
  fc.jsonValue(),
  fc.constant(0).map(() => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown),
  fc
    .constantFrom("a", "value", "values", "Value", "arrayValue", "kvlistValue", "data", "result", "spans", "attributes")
    .map((key) => nested(key, false)),
  fc.constantFrom("a", "values", "data", "spans").map((key) => nested(key, true)),
);

/** Deeper than a program's stack is: objects under a key that a format may follow down, by turns with lists or not. */
const DEEP = 20_000;

function nested(key: string, withLists: boolean): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < DEEP; level += 1) value = withLists && level % 2 === 0 ? [value] : { [key]: value };
  return value;
}

/** One of the samples, in which some values, keys or items are replaced, repeated or taken away. */
export function mutated(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom("replace", "remove", "repeat", "rename"), hostileValue), {
    minLength: 1,
    maxLength: 6,
  });
  return fc.tuple(fc.constantFrom(...samples), changes).map(([sample, list]) => {
    const root = { document: structuredClone(sample) };
    for (const [at, change, value] of list) apply(root, at, change, value);
    return root.document;
  });
}

function apply(root: object, at: number, change: string, value: unknown): void {
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (holder: Record<string, unknown>, depth: number): void => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      const inner = holder[key];
      if (typeof inner === "object" && inner !== null && depth < 30) visit(inner as Record<string, unknown>, depth + 1);
    }
  };
  visit(root as Record<string, unknown>, 0);
  const place = places[at % places.length];
  if (place === undefined) return;
  const { holder, key } = place;
  if (change === "remove" && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (change === "remove" && key !== "document") Reflect.deleteProperty(holder, key);
  else if (change === "repeat" && Array.isArray(holder)) holder.push(holder[Number(key)]);
  else if (change === "rename")
    Object.defineProperty(holder, "__proto__", { value: holder[key], enumerable: true, configurable: true, writable: true });
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A format MUST NOT throw on any value, and what it gives is a span as the contract has it. */
export function expectSound(format: DocumentFormat, value: unknown): void {
  format.recognises(value);
  const { spans, warnings } = decode(format, value);
  for (const span of spans) {
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    if (span.parentSpanId !== undefined) expect(span.parentSpanId).toMatch(/^[0-9a-f]{16}$/);
    for (const time of [span.startTime, span.endTime]) {
      expect(time.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
      expect(time[1]).toBeLessThan(1_000_000_000);
    }
    expect(typeof span.name).toBe("string");
    expect(typeof span.scope).toBe("string");
    expectBare(span.attributes);
    for (const event of span.events) expectBare(event.attributes);
    expect(Number.isSafeInteger(span.droppedAttributes) && span.droppedAttributes >= 0).toBe(true);
  }
  for (const warning of warnings) expect(warning.code).toMatch(/^[a-z_]+$/);
  expect(({} as Record<string, unknown>)["polluted"]).toBe(undefined);
}
