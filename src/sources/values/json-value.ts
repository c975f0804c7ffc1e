import { bareObject } from "./bare-object.ts";
import type { AnyValue } from "../span.ts";

/** Looking into a parsed JSON value that comes from a stranger. */

export type JsonObject = { readonly [key: string]: unknown };

/** How deep a value of an attribute may nest, in whatever format; what lies deeper is null. */
export const MAX_DEPTH = 32;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is a list, else an empty one. */
export function listFrom(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value where it is text, else undefined. */
export function textFrom(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value where it is an object, else an empty one. */
export function objectFrom(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The name of a scope; empty where it has none. */
export function nameOf(scope: unknown): string {
  return textFrom(objectFrom(scope)["name"]) ?? "";
}

/** Any JSON value as an attribute's value; in its objects nothing is found that was not put there. */
export function anyValueFrom(value: unknown, depth = 0): AnyValue {
  if (isScalar(value)) return value;
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => anyValueFrom(item, depth + 1));
  const entries = bareObject<AnyValue>();
  for (const [key, item] of Object.entries(value)) entries[key] = anyValueFrom(item, depth + 1);
  return entries;
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
}
