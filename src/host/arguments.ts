/** The arguments of a tool call, as a model or a hook gives them: JSON values. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** How deep arguments may nest; what is deeper is refused, never followed. */
export const DEEPEST_ARGUMENT = 64;

/** How many values arguments may hold: objects that are shared inside would be copied once for every way that leads to them. */
export const MOST_VALUES = 100_000;

/**
 * A copy that nobody can change: what a guard has seen is what the tool gets, whatever the caller does meanwhile.
 * @throws TypeError where a value is no JSON, nests deeper than {@link DEEPEST_ARGUMENT}, or there are more than {@link MOST_VALUES}
 */
export function frozenArguments(values: Readonly<Record<string, unknown>>): ToolArguments {
  if (FROZEN.has(values)) return values;
  if (typeof values !== "object" || values === null || Array.isArray(values)) throw new TypeError("arguments have to be an object");
  const copy = frozenCopy(values, 0, { count: 0 }) as ToolArguments;
  FROZEN.add(copy);
  return copy;
}

const FROZEN = new WeakSet<object>();

/** How many values have been copied so far. */
interface Copied {
  count: number;
}

function frozenCopy(value: unknown, depth: number, copied: Copied): unknown {
  if (++copied.count > MOST_VALUES) throw new TypeError(`arguments hold more than ${MOST_VALUES} values`);
  if (depth > DEEPEST_ARGUMENT) throw new TypeError(`arguments nest deeper than ${DEEPEST_ARGUMENT}`);
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
    case "undefined":
      return value;
    case "object":
      if (value === null) return null;
      // A date or a map has no fields of its own: copied, it would be an empty object.
      if (!Array.isArray(value) && Object.prototype.toString.call(value) !== "[object Object]") {
        throw new TypeError(`arguments hold ${Object.prototype.toString.call(value)}, which is no JSON value`);
      }
      return Object.freeze(Array.isArray(value) ? copyArray(value, depth, copied) : copyObject(value, depth, copied));
    case "bigint":
    case "function":
    case "symbol":
      throw new TypeError(`arguments hold a ${typeof value}, which is no JSON value`);
  }
}

/** Item by item: an array can say itself what its `map` is, and what that makes. */
function copyArray(value: readonly unknown[], depth: number, copied: Copied): unknown[] {
  const copy: unknown[] = [];
  for (let at = 0; at < value.length; at++) copy.push(frozenCopy(value[at], depth + 1, copied));
  return copy;
}

function copyObject(value: object, depth: number, copied: Copied): object {
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const frozen = frozenCopy(item, depth + 1, copied);
    // Assigned, this one name would set the prototype.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: frozen, enumerable: true });
    else copy[key] = frozen;
  }
  return copy;
}

/** The same for what a tool gave, which need be no JSON: then it is a clone, or, where there can be none, the thing itself. */
export function frozenResult(result: unknown): unknown {
  try {
    return frozenCopy(result, 0, { count: 0 });
  } catch {
    try {
      return structuredClone(result);
    } catch {
      return result;
    }
  }
}

/** The names of the arguments that were added, removed or changed; never their values. */
export function changedArguments(before: ToolArguments, after: ToolArguments): readonly string[] {
  if (before === after) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names).filter((name) => !same(own(before, name), own(after, name)));
}

function own(values: ToolArguments, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Both are frozen copies: JSON values, and not too deep. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same((a as ToolArguments)[key], (b as ToolArguments)[key]))
  );
}
