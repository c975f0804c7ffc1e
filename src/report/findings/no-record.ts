import type { Facts } from "../facts.ts";
import { knownNames, type NamedKind } from "../known-names.ts";
import { nearNames } from "../../activation/near-names.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject, type SubjectKind } from "../subject.ts";
import { count, listed, named } from "../wording.ts";

/** Nothing says anything of what was asked: unknown, not absent. */
export function* noRecord(facts: Facts): Iterable<Conclusion> {
  const { report, selected } = facts;
  const { question } = report;
  if (question.run !== null && !report.runs.some((run) => run.id === question.run)) {
    yield conclude(
      facts,
      "run",
      question.run,
      "the run",
      report.runs.map((run) => run.id),
    );
  }
  if (selected === null || selected.size > 0) return;
  const known = knownNames(report);
  for (const { kind, words, name, near } of asked(facts)) yield conclude(facts, kind, name, words, known[near]);
}

interface Asked {
  readonly kind: SubjectKind;
  readonly words: string;
  readonly name: string;
  readonly near: NamedKind;
}

function asked({ report: { question } }: Facts): readonly Asked[] {
  const items: Asked[] = [];
  const add = (name: string | null, kind: SubjectKind, words: string, near: NamedKind): void => {
    if (name !== null) items.push({ kind, words, name, near });
  };
  const tool = question.mcp?.includes("/") === true;
  add(question.tool, "tool", "the tool", "tool");
  add(question.skill, "skill", "the skill", "skill");
  add(question.hook, "hook", "the hook", "hook");
  add(question.plugin, "plugin", "the plugin", "plugin");
  add(question.mcp, tool ? "mcp_tool" : "mcp_server", tool ? "the MCP tool" : "the MCP server", tool ? "tool" : "mcp_server");
  add(question.command, "command", "the command", "command");
  return items;
}

function conclude({ report, inventoried }: Facts, kind: SubjectKind, name: string, words: string, known: Iterable<string>): Conclusion {
  const read = report.sources.map((source) => `${named(source.name)} (${count(source.activation_spans, "activation span")})`);
  const where =
    read.length === 0 ? "what was read" : read.slice(0, 4).join(", ") + (read.length > 4 ? ` and ${read.length - 4} more sources` : "");
  const near = nearNames(name, known);
  const hint = near.length === 0 ? "" : `; names that are recorded and near it: ${listed(near)}`;
  const doubt = report.completeness.status === "incomplete" ? "; records of this session are missing" : "";
  return {
    code: "no_record",
    subject: subject(kind, name),
    message:
      REGISTRATIONS[kind]?.every((registered) => inventoried.has(registered)) === true
        ? `${words} ${named(name)} was never registered: all that there is was listed, and none has that name${hint}`
        : `nothing in ${where} says anything of ${words} ${named(name)}: that is unknown, not absent${hint}${doubt}`,
    facts: [],
  };
}

/** The kinds whose inventories together list everything that a name of that kind can stand for. */
const REGISTRATIONS: Partial<Record<SubjectKind, readonly string[]>> = {
  tool: ["mcp_tool", "plugin"],
  mcp_tool: ["mcp_tool"],
  hook: ["hook_registration"],
  command: ["plugin"],
  skill: ["skill"],
  plugin: ["plugin"],
  mcp_server: ["mcp_server"],
};
