import { expect } from "vitest";
import type { Capabilities } from "../../src/sources/http/capabilities.ts";
import type { SpanRecord } from "../../src/sources/span.ts";

/** Holds what came out of a real backend against what is declared that it keeps: lists, numbers and booleans, nanoseconds. */
export function expectKept(spans: readonly SpanRecord[], { lists, types, nanoseconds }: Capabilities): void {
  const values = spans.flatMap(({ attributes }) => Object.values(attributes));
  expect({
    lists: values.some(Array.isArray),
    types: values.some((value) => typeof value === "number" || typeof value === "boolean"),
    nanoseconds: spans.some(({ startTime }) => startTime[1] % 1000 !== 0),
  }).toEqual({ lists: lists.able, types: types.able, nanoseconds: nanoseconds.able });
}
