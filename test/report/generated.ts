import fc from "fast-check";
import { ACTIVATION_KINDS, CODECS } from "../../src/activation/activation.ts";
import type { AnyValue, Field } from "../../src/activation/attribute.ts";
import { COMMON_FIELDS } from "../../src/activation/common.ts";
import { TOOL_CALL_FIELDS } from "../../src/activation/tool-call.ts";
import type { SpanRecord } from "../../src/sources/span.ts";

/** Few names, so that facts meet; some of them hostile. */
const name = fc.constantFrom(
  "a",
  "b",
  "guard",
  "kit",
  "mcp__a__b",
  "a/b",
  "*",
  "",
  "__proto__",
  "constructor",
  "x\u001b[2J\u202e",
  "\ud800",
);

/** Any value of the field's type, or now and then one of another type, as a backend or a stranger would write it. */
function valueOf(field: Field): fc.Arbitrary<AnyValue> {
  const right: Record<Field["type"], fc.Arbitrary<AnyValue>> = {
    string: field.values === undefined ? name : fc.oneof(fc.constantFrom(...field.values), name),
    int: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n })),
    boolean: fc.boolean(),
    "string[]": fc.array(name, { maxLength: 3 }),
  };
  const strange = fc.oneof(
    name,
    fc.double(),
    fc.constant(null),
    fc.constant({ ["__proto__"]: 1 }),
    fc.array(fc.integer(), { maxLength: 2 }),
  );
  return fc.oneof({ weight: 9, arbitrary: right[field.type] }, { weight: 1, arbitrary: strange });
}

function attributesOf(fields: readonly Field[], fixed: Record<string, AnyValue>): fc.Arbitrary<Record<string, AnyValue>> {
  const model: Record<string, fc.Arbitrary<AnyValue>> = {};
  for (const field of fields) model[field.attribute] = valueOf(field);
  return fc.record(model, { requiredKeys: [] }).map((some) => Object.assign(Object.create(null) as Record<string, AnyValue>, some, fixed));
}

const activation = fc.constantFrom(...ACTIVATION_KINDS, "later_kind" as const).chain((kind) => {
  const own = kind === "later_kind" ? [] : Object.values<Field>(CODECS[kind].fields);
  return attributesOf([...Object.values<Field>(COMMON_FIELDS), ...own], { "activation.kind": kind });
});
const toolCall = attributesOf(Object.values<Field>(TOOL_CALL_FIELDS), { "gen_ai.operation.name": "execute_tool" });
const id = fc.constantFrom("0000000000000001", "0000000000000002", "0000000000000003");
const time = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0, 80, 999_999_999));

const span: fc.Arbitrary<SpanRecord> = fc.record({
  type: fc.constant("span" as const),
  traceId: fc.constantFrom("0".repeat(31) + "1", "0".repeat(31) + "2"),
  spanId: fc.oneof(
    id,
    fc.uuid().map((uuid) => uuid.replaceAll("-", "").slice(16)),
  ),
  parentSpanId: fc.option(id, { nil: undefined }),
  name: fc.constant("span"),
  startTime: time,
  endTime: time,
  attributes: fc.oneof({ weight: 6, arbitrary: activation }, { weight: 2, arbitrary: toolCall }, fc.constant({})),
  status: fc.constantFrom({ code: "unset" as const, message: undefined }, { code: "error" as const, message: "broke" }),
  events: fc.constant([]),
  droppedAttributes: fc.constantFrom(0, 0, 2),
  scope: fc.constant(""),
  source: fc.constantFrom("one.jsonl", "two.jsonl"),
  position: fc.constant("line 1"),
});

/** Spans of any content: every kind, every field, missing and strange values. */
export const spansOf: fc.Arbitrary<SpanRecord[]> = fc.array(span, { maxLength: 30, size: "max" });
