import type { ToolCallFact } from "./facts.ts";
import type { McpToolRow, Question } from "./report.ts";
import type { Sections } from "./sections/sections.ts";
import { lastPart } from "./tool-calls.ts";
import { callNames, toolsNamed } from "./why/tool-names.ts";

/** What was asked for, as sets of the names by which rows speak of it. */
export interface Asked {
  readonly hooks: ReadonlySet<string>;
  readonly skills: ReadonlySet<string>;
  readonly plugins: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
  readonly tools: ReadonlySet<McpToolRow>;
  /** The names under which hooks, policies and calls speak of the tools. */
  readonly called: ReadonlySet<string>;
  /** What the plugin says it registered: rows of these names need not name their plugin. */
  readonly brought: Brought;
  /** The names under which disables speak of what was asked, by their kind. */
  readonly targets: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Names by what a plugin brings. */
export type Brought = Readonly<Record<"hooks" | "skills" | "mcp_servers", ReadonlySet<string>>>;

/** What the plugins of these names registered, and no other plugin did. */
function broughtBy(plugins: ReadonlySet<string>, { plugins: rows }: Sections): Brought {
  const own = (part: keyof Brought): ReadonlySet<string> => {
    const names = new Set<string>();
    if (plugins.size === 0) return names;
    const claimed = (asked: boolean): readonly string[] =>
      (rows ?? []).filter((row) => plugins.has(row.name ?? "") === asked).flatMap((row) => row.registered[part] ?? []);
    const others = new Set(claimed(false));
    for (const name of claimed(true)) if (!others.has(name)) names.add(name);
    return names;
  };
  return { hooks: own("hooks"), skills: own("skills"), mcp_servers: own("mcp_servers") };
}

/** What a question asks for by name, under every name that rows have for it. */
export function askedOf(sections: Sections, calls: readonly ToolCallFact[], question: Question): Asked {
  const servers = new Set<string>();
  const tools = new Set<McpToolRow>();
  const called = new Set<string>();
  const add = (rows: readonly McpToolRow[], name: string): void => {
    for (const row of rows) tools.add(row);
    for (const each of callNames(rows, name)) called.add(each);
    if (rows.length === 0) for (const each of onlyByLastPart(sections, calls, name)) called.add(each);
  };
  if (question.tool !== null) add(toolsNamed(sections, question.tool), question.tool);
  if (question.mcp !== null) {
    const ofServer = (sections.mcp_tools ?? []).filter((row) => row.server === question.mcp);
    const known = ofServer.length > 0 || (sections.mcp_servers ?? []).some((row) => row.server === question.mcp);
    servers.add(question.mcp);
    if (ofServer.length > 0) add(ofServer, question.mcp);
    else if (!known) add(toolsNamed(sections, question.mcp), question.mcp);
  }
  const hooks = one(question.hook);
  const skills = one(question.skill);
  const plugins = one(question.plugin);
  return {
    hooks,
    skills,
    plugins,
    commands: one(question.command?.replace(/^\//, "") ?? null),
    servers,
    tools,
    called,
    brought: broughtBy(plugins, sections),
    targets: new Map([
      ["hook", hooks],
      ["skill", skills],
      ["plugin", plugins],
      ["mcp_server", servers],
      ["mcp_tool", new Set([...called, ...servers])],
    ]),
  };
}

const one = (name: string | null): ReadonlySet<string> => new Set(name === null ? [] : [name]);

/** A tool that has no row of its own is found by the last part of the name that others call it by, where one has it. */
function onlyByLastPart(sections: Sections, calls: readonly ToolCallFact[], name: string): readonly string[] {
  const names = new Set<string>();
  const look = (target: string | null): void => {
    if (target !== null && target !== name && lastPart(target) === name) names.add(target);
  };
  for (const row of sections.hooks_fired ?? []) look(row.target_tool);
  for (const row of sections.hooks_skipped ?? []) look(row.target_tool);
  for (const row of sections.policies ?? []) look(row.target_tool);
  for (const call of calls) look(call.tool);
  return names.size === 1 ? [...names] : [];
}
