/**
 * Attribute values and the fields that name them.
 *
 * A field says once how one property of an activation stands on a span: the attribute's name, its type,
 * and, for people, what it means. The codecs read by it, `docs/conventions.md` is generated from it.
 */

/** What a span attribute can hold once it was read: OTLP's `AnyValue` (opentelemetry-proto, common.proto). Bytes are base64 text. */
export type AnyValue = string | number | bigint | boolean | null | readonly AnyValue[] | { readonly [key: string]: AnyValue };

/** Attributes as they were read. Nothing is found in them that was not put there, not even `constructor`: names come from strangers. */
export type Attributes = Readonly<Record<string, AnyValue>>;

/** Attributes as the writer hands them to a span; `undefined` is left out by the OpenTelemetry SDK. */
export type WrittenAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** How an attribute is typed on the wire. */
export type FieldType = "string" | "int" | "boolean" | "string[]";

interface TypeOf {
  readonly string: string;
  readonly int: number;
  readonly boolean: boolean;
  readonly "string[]": readonly string[];
}

/** One property of an activation and the attribute that carries it. */
export interface Field<T = unknown> {
  readonly attribute: string;
  readonly type: FieldType;
  /** The closed set, where there is one. A reader keeps a value outside it as it is. */
  readonly values?: readonly string[];
  /** One sentence for people. */
  readonly brief: string;
  readonly example: T;
}

/** A field for every property of `A`, none forgotten. */
export type Fields<A> = { readonly [K in keyof A]-?: Field<Exclude<A[K], undefined>> };

function field<T extends FieldType>(type: T) {
  return (attribute: string, brief: string, example: TypeOf[T]): Field<TypeOf[T]> => ({ attribute, type, brief, example });
}

export const string: (attribute: string, brief: string, example: string) => Field<string> = field("string");
export const int: (attribute: string, brief: string, example: number) => Field<number> = field("int");
export const boolean: (attribute: string, brief: string, example: boolean) => Field<boolean> = field("boolean");
export const strings: (attribute: string, brief: string, example: readonly string[]) => Field<readonly string[]> = field("string[]");

/** A string of a closed set. */
export function oneOf<const V extends readonly [string, ...string[]]>(attribute: string, values: V, brief: string): Field<V[number]> {
  return { attribute, type: "string", values, brief, example: values[0] };
}
