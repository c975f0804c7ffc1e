import type { AnyValue, Attributes, Field, FieldType } from "./attribute.ts";

/**
 * Takes typed fields out of attributes and remembers what it did not take.
 *
 * Backends change types on the way: ClickHouse and Zipkin make every value a string, Jaeger's older API makes
 * lists strings. A value that says the same in another type is read as if it had the right one. A value that
 * cannot be read so is left among {@link rest}, never dropped.
 */
export class AttributeReader {
  readonly #attributes: Attributes;
  readonly #taken = new Set<string>();

  constructor(attributes: Attributes) {
    this.#attributes = attributes;
  }

  /** The field's value, or undefined where it is absent or not readable as the field's type. */
  read<T>(field: Field<T>): T | undefined {
    const value = this.#attributes[field.attribute];
    if (value === undefined) return undefined;
    const read = READERS[field.type](value);
    if (read !== undefined) this.#taken.add(field.attribute);
    return read as T | undefined;
  }

  /** Marks attributes that say again what a field already says. */
  skip(...names: readonly string[]): void {
    for (const name of names) this.#taken.add(name);
  }

  /** What no field took, as it came. */
  rest(): Attributes {
    const rest: Record<string, AnyValue> = Object.create(null);
    for (const name of Object.keys(this.#attributes)) {
      const value = this.#attributes[name];
      if (value !== undefined && !this.#taken.has(name)) rest[name] = value;
    }
    return rest;
  }
}

/** The value as the field's type; undefined where it is not readable as that. */
export function readAs(type: FieldType, value: AnyValue): string | number | boolean | readonly string[] | undefined {
  return READERS[type](value);
}

const READERS = { string: readString, int: readInt, boolean: readBoolean, "string[]": readStrings } as const;

function readString(value: AnyValue): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean" ? String(value) : undefined;
}

function readInt(value: AnyValue): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "bigint" && !(typeof value === "string" && /^-?\d{1,16}$/.test(value))) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function readBoolean(value: AnyValue): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "True") return true;
  return value === "false" || value === "False" ? false : undefined;
}

function readStrings(value: AnyValue): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const items = value.map(readString);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (!value.startsWith("[")) return value === "" ? [] : value.split(",");
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? readStrings(parsed as readonly AnyValue[]) : undefined;
  } catch {
    return [value];
  }
}
