import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ACTIVATION_KINDS,
  CODECS,
  fromAttributes,
  toAttributes,
  type Activation,
  type ActivationKind,
} from "../../src/activation/activation.ts";
import type { AnyValue, Attributes, Field } from "../../src/activation/attribute.ts";
import { COMMON_FIELDS } from "../../src/activation/common.ts";
import { TOOL_CALL_FIELDS, toolCallAttributes, toolCallFromAttributes, type ToolCall } from "../../src/activation/tool-call.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });

function valueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.values !== undefined) return fc.constantFrom(...field.values);
  switch (field.type) {
    case "string":
      return text;
    case "int":
      return fc.integer({ min: 0, max: 2 ** 40 });
    case "boolean":
      return fc.boolean();
    case "string[]":
      return fc.array(text, { maxLength: 4 });
  }
}

/** Any part of the fields that can stand beside a kind, every one of them among the cases. */
function factsOf(kind: ActivationKind): fc.Arbitrary<Activation> {
  const fields: [string, Field][] = [...Object.entries(COMMON_FIELDS), ...Object.entries<Field>(CODECS[kind].fields)];
  return fc
    .record(Object.fromEntries(fields.map(([property, field]) => [property, valueOf(field)])), { requiredKeys: [] })
    .map((facts) => ({ ...facts, kind }) as Activation);
}

function written(activation: Activation): Record<string, AnyValue> {
  const attributes: Record<string, AnyValue> = Object.create(null);
  for (const part of toAttributes(activation))
    for (const [name, value] of Object.entries(part)) if (value !== undefined) attributes[name] = value as AnyValue;
  return attributes;
}

/** What Jaeger's older API makes of attributes: lists become JSON text. */
const asJaeger = (attributes: Attributes): Attributes =>
  mapValues(attributes, (value) => (Array.isArray(value) ? JSON.stringify(value) : value));

/** What ClickHouse makes of attributes: everything becomes text. */
const asClickHouse = (attributes: Attributes): Attributes =>
  mapValues(attributes, (value) => (typeof value === "string" ? value : JSON.stringify(value)));

/** What OTLP/JSON with 64-bit integers makes of them. */
const asBigInt = (attributes: Attributes): Attributes =>
  mapValues(attributes, (value) => (typeof value === "number" ? BigInt(value) : value));

function mapValues(attributes: Attributes, change: (value: AnyValue) => AnyValue): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, change(value)]));
}

const SHAPES = { OTLP: (a: Attributes) => a, "64-bit integers": asBigInt, Jaeger: asJaeger, ClickHouse: asClickHouse };

describe.each(ACTIVATION_KINDS)("%s", (kind) => {
  test.each(Object.entries(SHAPES))("is read back as it was written, as %s gives it", (_, shape) => {
    fc.assert(
      fc.property(factsOf(kind), (activation) => {
        expect(fromAttributes(shape(written(activation)))).toEqual({ activation, extra: {} });
      }),
      { numRuns: 60 },
    );
  });

  test("writes every field that it reads, and no other", () => {
    const fields: Field[] = [...Object.values(COMMON_FIELDS), ...Object.values<Field>(CODECS[kind].fields)];
    const names = toAttributes({ kind } as Activation).flatMap((part) => Object.keys(part));
    expect(new Set(names)).toEqual(
      new Set([...fields.map((field) => field.attribute), "activation.kind", ...(CODECS[kind].aliases ?? [])]),
    );
  });

  test("names no attribute that is also a namespace", () => {
    const names = toAttributes({ kind } as Activation).flatMap((part) => Object.keys(part));
    expect(names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))).toEqual([]);
  });
});

describe("a tool call", () => {
  const call = fc
    .record(Object.fromEntries(Object.entries<Field>(TOOL_CALL_FIELDS).map(([property, field]) => [property, valueOf(field)])), {
      requiredKeys: [],
    })
    .map((facts): ToolCall => ({ ...facts, kind: "tool_call" }));

  test("is read back as it was written", () => {
    fc.assert(
      fc.property(call, (written) => {
        const attributes = Object.fromEntries(
          Object.entries(toolCallAttributes(written)).filter(([, value]) => value !== undefined),
        ) as Attributes;
        expect(toolCallFromAttributes(attributes)).toEqual(written);
      }),
    );
  });
});
