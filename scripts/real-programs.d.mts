/** A program that the product is tested against. */
export interface Program {
  /** As people call it. */
  readonly name: string;
  readonly version: string;
  /** Where it is once it is built. */
  readonly path: string;
}

export const PROGRAMS: { readonly collector: Program; readonly jaeger: Program };
