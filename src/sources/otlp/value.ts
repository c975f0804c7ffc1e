import { bareObject } from "../values/bare-object.ts";
import { anyValueFrom, isObject, listFrom, MAX_DEPTH, textFrom } from "../values/json-value.ts";
import type { AnyValue, SpanAttributes } from "../span.ts";
import { integerFrom } from "../values/integer.ts";

/**
 * `AnyValue` and `KeyValue` of OTLP/JSON (opentelemetry-proto 1.x, common.proto; the protobuf JSON mapping),
 * and the spellings found beside it: snake_case, and Go's own dump of the generated structs, `{"Value":{"StringValue":"x"}}`.
 */

/**
 * A list of `KeyValue`; where a key comes twice, the last one holds. An object of attributes, which writers of their own
 * make of it, is read as well.
 */
export function attributesFromOtlp(list: unknown, depth = 0): SpanAttributes {
  const attributes = bareObject<AnyValue>();
  if (isObject(list)) for (const [key, value] of Object.entries(list)) attributes[key] = valueFromOtlp(value, depth);
  for (const pair of listFrom(list)) {
    if (!isObject(pair)) continue;
    const key = pair["key"] ?? pair["Key"];
    if (typeof key === "string") attributes[key] = valueFromOtlp(pair["value"] ?? pair["Value"], depth);
  }
  return attributes;
}

/** One `AnyValue`, or a plain value in its place; null where it is empty, of no known type, or nested too deep. */
export function valueFromOtlp(value: unknown, depth = 0): AnyValue {
  if (!isObject(value)) return anyValueFrom(value, depth);
  if (depth >= MAX_DEPTH) return null;
  const text = value["stringValue"];
  if (typeof text === "string") return text;
  for (const key in value) {
    const reader = READERS[key];
    if (reader !== undefined && Object.hasOwn(value, key)) return reader(value[key], depth);
  }
  return null;
}

type ValueReader = (value: unknown, depth: number) => AnyValue;

const READERS: Record<string, ValueReader | undefined> = Object.assign(Object.create(null), {
  ...spelled("string", scalar),
  ...spelled("bool", scalar),
  ...spelled("int", integer),
  ...spelled("double", double),
  ...spelled("bytes", (value) => textFrom(value) ?? null),
  ...spelled("array", (value, depth) => valuesIn(value).map((item) => valueFromOtlp(item, depth + 1))),
  ...spelled("kvlist", (value, depth) => attributesFromOtlp(valuesIn(value), depth + 1)),
  Value: (value: unknown, depth: number) => valueFromOtlp(value, depth + 1),
});

/** One reader under the three spellings of a member of the `oneof`. */
function spelled(type: string, reader: ValueReader): Record<string, ValueReader> {
  return {
    [`${type}Value`]: reader,
    [`${type}_value`]: reader,
    [`${type[0]?.toUpperCase()}${type.slice(1)}Value`]: reader,
  };
}

function valuesIn(value: unknown): readonly unknown[] {
  if (!isObject(value)) return listFrom(value);
  return listFrom(value["values"] ?? value["Values"]);
}

function scalar(value: unknown): AnyValue {
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number" || typeof value === "bigint" ? value : null;
}

/** A number where it is exact, else a bigint; text that is no integer stays what it is. */
function integer(value: unknown): AnyValue {
  if (typeof value === "number") return value;
  const exact = integerFrom(value);
  if (exact === undefined) return textFrom(value) ?? null;
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

/** The JSON mapping writes `"NaN"`, `"Infinity"` and `"-Infinity"` as text. */
function double(value: unknown): AnyValue {
  if (typeof value !== "string") return typeof value === "bigint" ? Number(value) : scalar(value);
  const number = Number(value);
  return value === "NaN" || (value.trim() !== "" && !Number.isNaN(number)) ? number : value;
}
