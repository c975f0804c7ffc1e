import type { ActivationReport, Question } from "../../report/report.ts";

/** What can be asked for by name, in the order of the command's options. */
const ASKED: readonly Kind[] = ["tool", "skill", "hook", "plugin", "mcp", "command"];
type Kind = Exclude<keyof Question, "run">;

/** Whether something was asked for by name. */
export function asked({ question }: ActivationReport): boolean {
  return ASKED.some((kind) => question[kind] !== null);
}
