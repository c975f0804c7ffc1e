import type { Diagnosis } from "../../views/page/diagnosis-page.ts";

/** Where to look. */
export interface Place {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** The version of Node.js, "20.6.1". */
  readonly nodeVersion: string;
}

export function ok(check: string, message: string): Diagnosis {
  return { check, verdict: "ok", message, mend: null };
}

export function note(check: string, message: string, mend: string | null): Diagnosis {
  return { check, verdict: "note", message, mend };
}

export function problem(check: string, message: string, mend: string): Diagnosis {
  return { check, verdict: "problem", message, mend };
}
