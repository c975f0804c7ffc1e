import { bareObject } from "./bare-object.ts";
import { anyValueFrom, isObject, MAX_DEPTH, type JsonObject } from "./json-value.ts";
import type { AnyValue, SpanAttributes } from "../span.ts";

/**
 * Attributes out of an object whose dotted names may be nested: `{"activation": {"kind": "hook"}}` is `activation.kind`, as
 * stores of JSON keep it. What is null is left out.
 */
export function flatAttributes(object: JsonObject): SpanAttributes {
  const attributes = bareObject<AnyValue>();
  flattenInto(attributes, object, "", 0);
  return attributes;
}

function flattenInto(attributes: Record<string, AnyValue>, object: JsonObject, prefix: string, depth: number): void {
  for (const [key, value] of Object.entries(object)) {
    if (isObject(value) && depth < MAX_DEPTH) flattenInto(attributes, value, `${prefix}${key}.`, depth + 1);
    else if (value !== null) attributes[prefix + key] = anyValueFrom(value);
  }
}
