import { knownNames, type NamedKind } from "../known-names.ts";
import { nearNames } from "../../activation/near-names.ts";
import { count, named } from "../wording.ts";
import { SECTIONS, type ActivationReport, type Finding, type Question } from "../report.ts";
import type { Answer, AskedKind, Part, Searched, Subject, Verdict } from "./answer.ts";
import { command } from "./command.ts";
import { hook } from "./hook.ts";
import { unrecorded } from "./links.ts";
import { plugin } from "./plugin.ts";
import { mentions } from "./mentions.ts";
import { NO_WAY } from "./remedies.ts";
import { server } from "./server.ts";
import { skill } from "./skill.ts";
import { tool } from "./tool.ts";

export type { Answer, AskedKind, FilePlace, Link, Part, Relation, Searched, Subject, Verdict, Way } from "./answer.ts";
export { ASKED_KINDS, RELATIONS, VERDICTS } from "./answer.ts";

/**
 * Why something is active, or why it is not, from the JSON of a report alone. Nothing is invented: where the trace does
 * not say how a chain goes on, the link says that. Give it the whole report: in a filtered one the names that are near
 * what was asked are gone.
 *
 * @example
 * why(report, { kind: "tool", name: "create_issue" })
 */
export function why(report: ActivationReport, subject: Subject, { called = false }: WhyOptions = {}): Answer {
  const { names, parts } = known(report, subject, called);
  const verdict = verdictOf(parts);
  return {
    subject,
    verdict,
    sentence: sentenceOf(subject, verdict, parts, report),
    names,
    parts,
    findings: findingsOn(report, subject, names),
    searched: searchedIn(report),
    near: verdict === "no_record" ? nearNames(lastName(subject), knownNames(report)[nearKind(subject)]) : [],
  };
}

export interface WhyOptions {
  /** Calls of it are in the input. A report has no rows of calls, so that it cannot tell this by itself. */
  readonly called?: boolean;
}

interface Known {
  readonly names: readonly string[];
  readonly parts: readonly Part[];
}

/** What has rows of its own, else what others say of it, else that it was called. */
function known(report: ActivationReport, subject: Subject, called: boolean): Known {
  const own = explain(report, subject);
  if (own.parts.length > 0) return own;
  const names = [subject.name];
  const parts = mentions(report, subject);
  if (parts.length > 0) return { names, parts };
  if (!called) return own;
  const chain = [unrecorded("registered_by", `calls of ${named(subject.name)} are recorded; what offers it, and why, is not`)];
  return { names, parts: [{ about: null, verdict: "unclear", chain, turn_off: NO_WAY, turn_on: NO_WAY }] };
}

/** What a report was asked, one subject a filter. */
export function subjectsOf(question: Question): readonly Subject[] {
  const kinds: readonly AskedKind[] = ["tool", "skill", "hook", "plugin", "mcp", "command"];
  return kinds.flatMap((kind) => {
    const name = question[kind];
    return name === null ? [] : [{ kind, name }];
  });
}

function explain(
  report: ActivationReport,
  { kind, name }: Subject,
): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  switch (kind) {
    case "tool":
      return tool(report, name);
    case "skill":
      return skill(report, name);
    case "hook":
      return hook(report, name);
    case "plugin":
      return plugin(report, name);
    case "mcp": {
      const ofServer = server(report, name);
      return ofServer.parts.length > 0 ? ofServer : tool(report, name);
    }
    case "command":
      return command(report, name);
    default:
      throw new RangeError(`cannot explain a ${JSON.stringify(kind satisfies never)}`);
  }
}

/** The parts that answer the question; of a tool of which only calls tell, these. */
function decisive(parts: readonly Part[]): readonly Part[] {
  const own = parts.filter((part) => part.of_calls !== true);
  return own.length > 0 ? own : parts;
}

function verdictOf(parts: readonly Part[]): Verdict {
  const verdicts = new Set(decisive(parts).map((part) => part.verdict));
  if (verdicts.size > 1) return "mixed";
  const [only] = verdicts;
  return only ?? "no_record";
}

const KIND_WORDS: Readonly<Record<AskedKind, string>> = {
  tool: "the tool",
  skill: "the skill",
  hook: "the hook",
  plugin: "the plugin",
  mcp: "the MCP server",
  command: "the command",
};

function sentenceOf({ kind, name }: Subject, verdict: Verdict, parts: readonly Part[], report: ActivationReport): string {
  const what = `${KIND_WORDS[kind]} ${named(name)}`;
  const cases = decisive(parts);
  const [first] = cases;
  if (first === undefined || verdict === "no_record") {
    const doubt = report.completeness.status === "incomplete" ? "; records of this session are missing" : "";
    return `nothing is recorded of ${what}: that is unknown, not absent${doubt}`;
  }
  const blocked = parts.filter((part) => !cases.includes(part) && part.verdict === "not_active").length;
  const also = blocked === 0 ? "" : `; ${count(blocked, "hook or policy blocks", "hooks or policies block")} calls of it`;
  if (cases.length === 1) return `${first.chain[0]?.sentence ?? what}${also}`;
  const active = cases.filter((part) => part.verdict === "active").length;
  if (verdict === "unclear") return `whether ${what} is active is recorded in none of ${cases.length} cases${also}`;
  return `${what} is active in ${active === 0 ? "none" : active === cases.length ? "all" : active} of ${cases.length} cases${also}`;
}

/** The findings whose subject is one of the names, whatever kind of thing they call it. */
function findingsOn(report: ActivationReport, { kind, name }: Subject, names: readonly string[]): readonly Finding[] {
  const kinds: Readonly<Record<AskedKind, readonly string[]>> = {
    tool: ["tool", "mcp_tool"],
    skill: ["skill"],
    hook: ["hook"],
    plugin: ["plugin", "extension"],
    mcp: ["mcp_server", "mcp_tool"],
    command: ["command", "skill"],
  };
  const wanted = new Set([name, ...names].flatMap((each) => kinds[kind].map((prefix) => `${prefix}:${each}`)));
  const ofServer = kind === "mcp" ? `mcp_tool:${name}/` : null;
  return report.findings.filter(({ subject }) => wanted.has(subject) || (ofServer !== null && subject.startsWith(ofServer)));
}

function searchedIn(report: ActivationReport): Searched {
  return {
    session: report.session?.id ?? null,
    sources: report.sources.map(({ name, activation_spans }) => ({ name, activation_spans })),
    sections: SECTIONS.map((section) => ({ section, rows: report[section]?.length ?? null })),
    completeness: report.completeness.status,
  };
}

const lastName = ({ kind, name }: Subject): string => (kind === "mcp" ? name.slice(name.indexOf("/") + 1) : name.replace(/^\//, ""));

function nearKind({ kind, name }: Subject): NamedKind {
  if (kind === "mcp") return name.includes("/") ? "tool" : "mcp_server";
  return kind;
}
