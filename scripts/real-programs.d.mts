/** A program that the product is tested against. */
export interface Program {
  /** As people call it. */
  readonly name: string;
  readonly version: string;
}

export const PROGRAMS: {
  readonly collector: Program;
  readonly jaeger: Program;
  readonly jaegerV1: Program;
  readonly clickhouse: Program;
};

/** Where the program's file is once it is made. */
export function pathOf(program: Program): string;
