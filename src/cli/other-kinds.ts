import type { ActivationReport } from "../report/report.ts";
import { shellWord } from "../report/shell-word.ts";
import { type Answer, ASKED_KINDS, type AskedKind, why } from "../report/why/index.ts";
import type { Terminal } from "./terminal.ts";

const WORDS: Readonly<Record<AskedKind, string>> = {
  tool: "a tool",
  skill: "a skill",
  hook: "a hook",
  plugin: "a plugin",
  mcp: "an MCP server",
  command: "a command",
};

/**
 * Tells, of a thing of which nothing is recorded, what else has its name: who asks for the tool `ship` and means the
 * command would take "no record" for the answer.
 *
 * @param whole the report without the question, which leaves out what was not asked for
 */
export function tellOtherKinds(whole: () => ActivationReport, answers: readonly Answer[], terminal: Terminal): void {
  const silent = answers.filter(({ verdict }) => verdict === "no_record");
  if (silent.length === 0) return;
  const report = whole();
  for (const { subject } of silent) {
    for (const kind of ASKED_KINDS) {
      if (kind === subject.kind || why(report, { kind, name: subject.name }).verdict === "no_record") continue;
      terminal.note(`explain: ${WORDS[kind]} of that name is recorded: --${kind} ${shellWord(subject.name)}`);
    }
  }
}
