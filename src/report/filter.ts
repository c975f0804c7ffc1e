import type { ToolCallFact, Unanswered } from "./facts.ts";
import { matchesPattern } from "../activation/pattern.ts";
import { selectorOf } from "./matching.ts";
import type { DisableRow, HookFiredRow, HookRow, HookSkippedRow, McpToolRow, PluginParts, PluginRow, Question, RowTail } from "./report.ts";
import type { Sections } from "./sections/sections.ts";
import { lastPart } from "./tool-calls.ts";
import { callNames, toolsNamed } from "./why/tool-names.ts";

/** What was asked for, as sets of the names by which rows speak of it. */
interface Asked {
  readonly hooks: ReadonlySet<string>;
  readonly skills: ReadonlySet<string>;
  readonly plugins: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
  readonly tools: ReadonlySet<McpToolRow>;
  /** The names under which hooks, policies and calls speak of the tools. */
  readonly called: ReadonlySet<string>;
}

/**
 * The rows about what was asked by name, and about what caused them: a tool's plugin, its hooks, its policy rows, its
 * disables. Of several questions, what any of them selects. null where nothing was asked by name.
 */
export function selectRows(sections: Sections, calls: readonly ToolCallFact[], question: Question): ReadonlySet<object> | null {
  const { tool, skill, hook, plugin, mcp, command } = question;
  if (tool === null && skill === null && hook === null && plugin === null && mcp === null && command === null) return null;
  const asked = askedOf(sections, calls, question);
  const about = new Set<object>();
  selectAbout(about, sections, calls, asked);
  if (about.size > 0) selectCauses(about, sections, asked);
  return about;
}

/** What of a question selects no row. */
export function unansweredOf(
  sections: Sections,
  calls: readonly ToolCallFact[],
  question: Question,
  selected: ReadonlySet<object> | null,
): readonly Unanswered[] {
  const asked = NAMED.flatMap((kind) => {
    const name = question[kind];
    return name === null ? [] : [{ kind, name }];
  });
  // The rows that several questions select together do not tell which of them selects none.
  if (asked.length < 2 || selected?.size === 0) return selected?.size === 0 ? asked : [];
  return asked.filter(({ kind, name }) => selectRows(sections, calls, { ...NOTHING, [kind]: name })?.size === 0);
}

const NAMED = ["tool", "skill", "hook", "plugin", "mcp", "command"] as const satisfies readonly (keyof Question)[];
const NOTHING: Question = { tool: null, skill: null, hook: null, plugin: null, mcp: null, command: null, run: null };

function askedOf(sections: Sections, calls: readonly ToolCallFact[], question: Question): Asked {
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
  return {
    hooks: one(question.hook),
    skills: one(question.skill),
    plugins: one(question.plugin),
    commands: one(question.command?.replace(/^\//, "") ?? null),
    servers,
    tools,
    called,
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

function selectAbout(about: Set<object>, sections: Sections, calls: readonly ToolCallFact[], asked: Asked): void {
  const select = <Row extends RowTail>(rows: readonly Row[] | null, is: (row: Row) => boolean): void => {
    for (const row of rows ?? []) if ((row.plugin !== null && asked.plugins.has(row.plugin)) || is(row)) about.add(row);
  };
  select(
    sections.hooks_fired,
    (row) => isHook(row, asked.hooks) || has(asked.called, row.target_tool) || anyOf(row.candidates, asked.hooks),
  );
  select(sections.hooks_skipped, (row) => isHook(row, asked.hooks) || has(asked.called, row.target_tool));
  select(sections.hooks, (row) => isHook(row, asked.hooks));
  select(
    sections.skills,
    (row) => isNamed(row.name, row.plugin, asked.skills) || has(asked.skills, row.path) || has(asked.commands, row.name),
  );
  select(sections.plugins, (row) => has(asked.plugins, row.name) || claims(row, asked));
  select(sections.mcp_servers, (row) => has(asked.servers, row.server));
  select(sections.mcp_tools, (row) => asked.tools.has(row));
  select(sections.trust_changes, (row) => has(asked.servers, row.server) || isTrustOf(row.server, row.tool, asked.tools));
  select(
    sections.policies,
    (row) => has(asked.called, row.target_tool) || (row.action?.startsWith("tool:") === true && asked.called.has(row.action.slice(5))),
  );
  select(
    sections.surfaces,
    (row) =>
      anyOf(row.tools, asked.called) ||
      anyOf(row.extensions, asked.plugins) ||
      row.diagnostics.some((d) => has(asked.plugins, d.extension)),
  );
  select(sections.disables, (row) => isDisableOf(row, asked));
  for (const call of calls) if (has(asked.called, call.tool) || has(asked.servers, call.server)) about.add(call);
}

function isHook(row: HookFiredRow | HookSkippedRow | HookRow, hooks: ReadonlySet<string>): boolean {
  if (isNamed(row.hook_name, row.plugin, hooks) || has(hooks, row.hook_key)) return true;
  // A hook without a name is called by its command, as the findings call it.
  return row.hook_name === null && "command" in row && has(hooks, row.command);
}

function isNamed(name: string | null, plugin: string | null, asked: ReadonlySet<string>): boolean {
  return name !== null && asked.size > 0 && (asked.has(name) || (plugin !== null && asked.has(`${name}@${plugin}`)));
}

/** A plugin that has, would have had, or lost to another what was asked for. */
function claims(row: PluginRow, asked: Asked): boolean {
  const tools = new Set(asked.called);
  for (const tool of asked.tools) if (tool.tool !== null) tools.add(tool.tool);
  const claimed = ({ commands, hooks, skills, tools: own, mcp_servers }: PluginParts): boolean =>
    anyOf(commands, asked.commands) ||
    // Agents call a plugin's command by both names.
    (commands ?? []).some((command) => asked.commands.has(`${row.name}:${command}`)) ||
    anyOf(hooks, asked.hooks) ||
    anyOf(skills, asked.skills) ||
    anyOf(own, tools) ||
    anyOf(mcp_servers, asked.servers);
  if (claimed(row.registered) || claimed(row.missing) || claimed(row.shadowed)) return true;
  return (row.renamed ?? []).some(({ from, to }) => [asked.commands, tools].some((names) => names.has(from) || has(names, to)));
}

/** Trust in a server is trust in its tools. */
function isTrustOf(server: string | null, tool: string | null, tools: ReadonlySet<McpToolRow>): boolean {
  for (const row of tools) if (row.server === server && (tool === null || row.tool === tool || row.model_name === tool)) return true;
  return false;
}

/** A disable that was asked about by its target's name, also where it reached nothing. */
function isDisableOf(row: DisableRow, asked: Asked): boolean {
  const names: Readonly<Record<string, ReadonlySet<string>>> = {
    hook: asked.hooks,
    skill: asked.skills,
    plugin: asked.plugins,
    mcp_server: asked.servers,
    mcp_tool: new Set([...asked.called, ...asked.servers]),
  };
  const kind = row.kind !== null && Object.hasOwn(names, row.kind) ? names[row.kind] : undefined;
  return kind !== undefined && row.name !== null && [...kind].some((name) => matchesPattern(row.name as string, name));
}

/** What the selected rows come from: their registrations, plugins, servers, disables and proofs of origin. */
function selectCauses(about: Set<object>, sections: Sections, asked: Asked): void {
  const owners = new Set<string>();
  const servers = new Set<string>();
  const hooks = new Set<string>();
  const items = new Set<string>();
  const disables = new Set<string>();
  const note = <Row extends RowTail>(rows: readonly Row[] | null, say: (row: Row) => void): void => {
    for (const row of rows ?? []) {
      if (!about.has(row)) continue;
      if (row.plugin !== null) owners.add(row.plugin);
      if (row.disabled_by !== null) disables.add(row.disabled_by);
      say(row);
    }
  };
  const noteHook = (row: HookFiredRow | HookSkippedRow | HookRow): void => {
    for (const name of [row.hook_name, row.hook_key]) if (name !== null) hooks.add(name);
  };
  note(sections.hooks_fired, noteHook);
  note(sections.hooks_skipped, noteHook);
  note(sections.hooks, noteHook);
  note(sections.skills, (row) => items.add(`skill:${row.name}`));
  note(sections.mcp_tools, (row) => {
    items.add(`mcp_tool:${row.server}/${row.tool}`);
    if (row.server !== null) servers.add(row.server);
  });
  note(sections.mcp_servers, (row) => items.add(`mcp_server:${row.server}`));
  for (const row of sections.hooks ?? [])
    if (has(hooks, row.hook_name) || has(hooks, row.hook_key) || selects(row, asked.called)) about.add(row);
  note(sections.hooks, (row) => items.add(`hook:${row.hook_name ?? row.hook_key}`));
  for (const row of sections.plugins ?? []) if (has(owners, row.name)) about.add(row);
  note(sections.plugins, (row) => items.add(`plugin:${row.name}`));
  for (const row of sections.mcp_servers ?? []) if (has(servers, row.server)) about.add(row);
  for (const row of sections.provenance ?? []) if (items.has(row.item)) about.add(row);
  for (const row of sections.disables ?? [])
    if (disables.has(`${row.kind}.${row.name}`) || reachesAny(row, about, sections)) about.add(row);
}

function selects(row: HookRow, called: ReadonlySet<string>): boolean {
  const selector = called.size === 0 ? undefined : selectorOf(row.matcher ?? undefined, row.matcher_syntax ?? undefined);
  return selector !== undefined && [...called].some((tool) => selector(tool) === true);
}

/** Whether a disable reaches a selected item: by its own names, its plugin, or its server. */
function reachesAny({ kind, name }: DisableRow, about: ReadonlySet<object>, sections: Sections): boolean {
  if (kind === null || name === null) return false;
  const reaches = (row: RowTail, own: string | null, ownKind: string, more: string | null = null): boolean =>
    about.has(row) &&
    ((kind === ownKind && [own, more].some((each) => each !== null && matchesPattern(name, each))) ||
      (kind === "plugin" && row.plugin !== null && matchesPattern(name, row.plugin)));
  const at = (own: string | null, plugin: string | null): string | null => (own === null || plugin === null ? null : `${own}@${plugin}`);
  return (
    (sections.hooks ?? []).some((row) => reaches(row, row.hook_name, "hook", at(row.hook_name, row.plugin))) ||
    (sections.skills ?? []).some((row) => reaches(row, row.name, "skill", at(row.name, row.plugin))) ||
    (sections.plugins ?? []).some((row) => reaches(row, row.name, "plugin")) ||
    (sections.mcp_servers ?? []).some((row) => reaches(row, row.server, "mcp_server")) ||
    (sections.mcp_tools ?? []).some(
      (row) => reaches(row, row.tool, "mcp_tool", `${row.server}/${row.tool}`) || reaches(row, row.server, "mcp_server"),
    )
  );
}

function has(names: ReadonlySet<string>, name: string | null): boolean {
  return name !== null && names.has(name);
}

function anyOf(list: readonly string[] | null, names: ReadonlySet<string>): boolean {
  return names.size > 0 && list !== null && list.some((name) => names.has(name));
}
