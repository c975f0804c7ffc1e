import { z } from "zod";

/** Fields that many parts of the report's schema have. One object each: the JSON Schema then refers to it. */
export const text: z.ZodNullable<z.ZodString> = z.string().nullable();
export const flag: z.ZodNullable<z.ZodBoolean> = z.boolean().nullable();
export const integer: z.ZodNullable<z.ZodInt> = z.int().nullable();
export const names: z.ZodNullable<z.ZodArray<z.ZodString>> = z.array(z.string()).nullable();
export const time: z.ZodNullable<z.ZodString> = z.string().nullable().describe("RFC 3339 in UTC, nine digits");
export const count: z.ZodInt = z.int().nonnegative();

type DeepReadonly<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;

/** `true` where a schema's output and an interface have the same fields of the same types; a field too many is an error. */
export type Equal<A, B> = [DeepReadonly<A>, DeepReadonly<B>] extends [DeepReadonly<B>, DeepReadonly<A>] ? true : never;
