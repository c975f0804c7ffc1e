import type { AnyValue, Attributes } from "../activation/attribute.ts";
import type { JsonValue } from "./report.ts";

/** What lies deeper is named, not shown: a hostile nesting must not exhaust the stack of whoever prints the report. */
const DEEPEST = 32;

/** One for all rows that have nothing: an object without a prototype takes more room than it seems to. */
const NOTHING: { readonly [attribute: string]: JsonValue } = Object.freeze(Object.create(null) as Record<string, JsonValue>);

/** Attributes as JSON has them: integers beyond 2^53, NaN and the infinities become strings. */
export function jsonAttributes(attributes: Attributes | undefined): { readonly [attribute: string]: JsonValue } {
  if (attributes === undefined) return NOTHING;
  const json: Record<string, JsonValue> = Object.create(null);
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value !== undefined) json[name] = jsonValue(value, 0);
  }
  return json;
}

function jsonValue(value: AnyValue, depth: number): JsonValue {
  if (typeof value === "number") {
    if (Number.isInteger(value)) return Number.isSafeInteger(value) ? value : String(BigInt(value));
    return Number.isFinite(value) ? value : String(value);
  }
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return typeof value === "object" && value !== null ? nested(value, depth + 1) : value;
}

function nested(value: readonly AnyValue[] | { readonly [key: string]: AnyValue }, depth: number): JsonValue {
  if (depth > DEEPEST) return `(nested deeper than ${DEEPEST} levels)`;
  if (Array.isArray(value)) return (value as readonly AnyValue[]).map((item) => jsonValue(item, depth));
  const json: Record<string, JsonValue> = Object.create(null);
  for (const [key, item] of Object.entries(value)) json[key] = jsonValue(item, depth);
  return json;
}
