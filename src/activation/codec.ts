import { AttributeReader } from "./attribute-reader.ts";
import type { Attributes, Field, Fields, WrittenAttributes } from "./attribute.ts";
import type { Common } from "./common.ts";

/**
 * What a writer must give for a kind; `kind` beside the common properties and its own.
 * @example type HookActivation = Kind<"hook", HookDetails>
 */
export type Kind<K extends string, Details> = Common & Details & { readonly kind: K };

/** An activation as a reader finds it: anything can be missing but the kind, and a closed set can hold a value of a later version. */
export type Read<A extends { readonly kind: string }> = A extends unknown
  ? { readonly kind: A["kind"] } & { readonly [P in Exclude<keyof A, "kind">]?: A[P] | undefined }
  : never;

/** How one kind stands on a span, both ways. `fields` and `toAttributes` name the same attributes: the round-trip test holds them together. */
export interface Codec<K extends string, Details> {
  readonly kind: K;
  /** What the kind states, in a sentence. */
  readonly brief: string;
  /** The span's name. Readers MUST NOT rely on it. */
  spanName(activation: Details & Common): string;
  readonly fields: Fields<Details>;
  /**
   * The attributes of this kind alone; `commonAttributes` gives the others. One literal with constant keys,
   * since this runs on every dispatch: a spread or a loop over the fields costs as much as the span itself.
   */
  toAttributes(activation: Details & Common): WrittenAttributes;
  /** Attributes that repeat a field under a name that other tools know; read as nothing of their own. */
  readonly aliases?: readonly string[];
}

/** Reads the properties that `fields` describe. */
export function readFields<D extends object>(reader: AttributeReader, fields: Fields<D>): Partial<D> {
  const read: Record<string, unknown> = {};
  for (const [property, field] of Object.entries<Field>(fields)) {
    const value = reader.read(field);
    if (value !== undefined) read[property] = value;
  }
  return read as Partial<D>;
}

export type { Attributes };
