import type { z } from "zod";

/** How many problems of one file are told; a hostile file can have any number. */
const MOST_PROBLEMS = 50;

/** Every problem that zod found, each as `where: what`. */
export function problemsOf(error: z.ZodError): readonly string[] {
  const problems = error.issues.map((issue) => (issue.path.length === 0 ? issue.message : `${pathOf(issue.path)}: ${issue.message}`));
  if (problems.length <= MOST_PROBLEMS) return problems;
  return [...problems.slice(0, MOST_PROBLEMS), `and ${problems.length - MOST_PROBLEMS} more`];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map((part, at) => (typeof part === "number" ? `[${part}]` : at === 0 ? String(part) : `.${String(part)}`)).join("");
}
