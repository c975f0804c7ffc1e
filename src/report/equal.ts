import type { AnyValue } from "../activation/attribute.ts";

type Comparable = AnyValue | undefined;

/** What lies deeper counts as different: values come from strangers, the stack is ours. */
const DEEPEST = 32;

/** Whether two attribute values say the same; properties that are undefined count as absent, their order does not matter. */
export function equal(a: Comparable, b: Comparable, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  if (depth > DEEPEST || Array.isArray(a) !== Array.isArray(b)) return false;
  return equalProperties(a, b, undefined, depth + 1);
}

type Properties = Readonly<Record<string, Comparable>>;

/** {@link equal} for the properties of two objects, those in `aside` left out. */
export function equalProperties(a: object, b: object, aside?: ReadonlySet<string>, depth = 0): boolean {
  return holds(a as Properties, b as Properties, aside, depth) && holds(b as Properties, a as Properties, aside, depth);
}

function holds(a: Properties, b: Properties, aside: ReadonlySet<string> | undefined, depth: number): boolean {
  for (const key of Object.keys(a)) {
    if (aside?.has(key) === true) continue;
    const there = Object.hasOwn(b, key) ? b[key] : undefined;
    if (!equal(a[key], there, depth)) return false;
  }
  return true;
}
