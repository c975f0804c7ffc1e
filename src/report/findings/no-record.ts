import type { Facts, WithheldKind } from "../facts.ts";
import { knownNames } from "../known-names.ts";
import { nearNames } from "../../activation/near-names.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject, type SubjectKind } from "../subject.ts";
import type { AskedKind } from "../why/answer.ts";
import { count, listed, named } from "../wording.ts";

/** Nothing says anything of what was asked: unknown, not absent. */
export function* noRecord(facts: Facts): Iterable<Conclusion> {
  const { report, unanswered } = facts;
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
  const known = knownNames(report);
  for (const { kind, name } of unanswered) {
    if (kind === "session") yield conclude(facts, kind, name, "the session", []);
    else if (kind !== "mcp") yield conclude(facts, kind, name, `the ${kind}`, known[kind]);
    else if (name.includes("/")) yield conclude(facts, "mcp_tool", name, "the MCP tool", known.tool);
    else yield conclude(facts, "mcp_server", name, "the MCP server", known.mcp_server);
  }
}

/** What the finding on a question has as its subject, where nothing answers that. */
export function subjectAsked({ kind, name }: { readonly kind: AskedKind; readonly name: string }): string {
  return subject(kind === "mcp" ? (name.includes("/") ? "mcp_tool" : "mcp_server") : kind, name);
}

function conclude(facts: Facts, kind: SubjectKind, name: string, words: string, known: Iterable<string>): Conclusion {
  const { report, inventoried } = facts;
  const read = report.sources.map((source) => `${named(source.name)} (${count(source.activation_spans, "activation span")})`);
  const where =
    read.length === 0 ? "what was read" : read.slice(0, 4).join(", ") + (read.length > 4 ? ` and ${read.length - 4} more sources` : "");
  const near = nearNames(name, known);
  const hint = near.length === 0 ? "" : `; names that are recorded and near it: ${listed(near)}`;
  const withheld = withheldOf(facts, kind);
  const doubt = report.completeness.status === "incomplete" ? "; records of this session are missing" : "";
  return {
    code: "no_record",
    subject: subject(kind, name),
    message:
      withheld === "" && REGISTRATIONS[kind]?.every((registered) => inventoried.has(registered)) === true
        ? `${words} ${named(name)} was never registered: all that there is was listed, and none has that name${hint}`
        : `nothing in ${where} says anything of ${words} ${named(name)}: that is unknown, not absent${hint}${withheld}${doubt}`,
    facts: [],
  };
}

/** That a placeholder can stand for what was asked; nothing where no name of that kind was withheld. */
function withheldOf({ withheldNames }: Facts, kind: SubjectKind): string {
  const records = withheldNames.get((kind === "tool" ? "mcp_tool" : kind) as WithheldKind) ?? 0;
  if (records === 0) return "";
  return `; in ${count(records, "record")} an exporter withheld the name, which can be this one`;
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
