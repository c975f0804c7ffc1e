import { askedOf, type Asked } from "./asked.ts";
import { selectCauses } from "./causes.ts";
import type { ToolCallFact, Unanswered } from "./facts.ts";
import { knownRowName } from "./known-name.ts";
import { Matchers } from "./matchers.ts";
import { Reach } from "./reach.ts";
import type {
  HookFiredRow,
  HookRow,
  HookSkippedRow,
  McpToolRow,
  PluginParts,
  PluginRow,
  Question,
  RowTail,
  TrustChangeRow,
} from "./report.ts";
import type { Sections } from "./sections/sections.ts";

/**
 * The rows about what was asked by name, and about what caused them: a tool's plugin, its hooks, its policy rows, its
 * disables. Of several questions, what any of them selects. null where nothing was asked by name.
 */
export function selectRows(
  sections: Sections,
  calls: readonly ToolCallFact[],
  question: Question,
  matchers: Matchers = new Matchers([]),
): ReadonlySet<object> | null {
  const { tool, skill, hook, plugin, mcp, command } = question;
  if (tool === null && skill === null && hook === null && plugin === null && mcp === null && command === null) return null;
  const asked = askedOf(sections, calls, question);
  const about = new Set<object>();
  selectAbout(about, sections, calls, asked);
  if (about.size > 0) selectCauses(about, sections, asked, matchers);
  return about;
}

/** What of a question selects no row. */
export function unansweredOf(
  sections: Sections,
  calls: readonly ToolCallFact[],
  question: Question,
  selected: ReadonlySet<object> | null,
  matchers?: Matchers,
): readonly Unanswered[] {
  const asked = NAMED.flatMap((kind) => {
    const name = question[kind];
    return name === null ? [] : [{ kind, name }];
  });
  // The rows that several questions select together do not tell which of them selects none.
  if (asked.length < 2 || selected?.size === 0) return selected?.size === 0 ? asked : [];
  return asked.filter(({ kind, name }) => selectRows(sections, calls, { ...NOTHING, [kind]: name }, matchers)?.size === 0);
}

const NAMED = ["tool", "skill", "hook", "plugin", "mcp", "command"] as const satisfies readonly (keyof Question)[];
const NOTHING: Question = { tool: null, skill: null, hook: null, plugin: null, mcp: null, command: null, run: null };

function selectAbout(about: Set<object>, sections: Sections, calls: readonly ToolCallFact[], asked: Asked): void {
  const claimed = claimedNames(asked);
  const trusted = trustedTools(asked.tools);
  const targets = new Reach(asked.targets);
  const select = <Row extends RowTail>(rows: readonly Row[] | null, is: (row: Row) => boolean): void => {
    for (const row of rows ?? []) if ((row.plugin !== null && asked.plugins.has(row.plugin)) || is(row)) about.add(row);
  };
  select(
    sections.hooks_fired,
    (row) => isAskedHook(row, asked) || has(asked.called, row.target_tool) || anyOf(row.candidates, asked.hooks),
  );
  select(sections.hooks_skipped, (row) => isAskedHook(row, asked) || has(asked.called, row.target_tool));
  select(sections.hooks, (row) => isAskedHook(row, asked));
  select(
    sections.skills,
    (row) =>
      isNamed(knownRowName(row, row.name), row.plugin, asked.skills) ||
      has(asked.skills, row.path) ||
      has(asked.commands, knownRowName(row, row.name)) ||
      isBrought(row, knownRowName(row, row.name), asked.brought.skills),
  );
  select(sections.plugins, (row) => has(asked.plugins, knownRowName(row, row.name)) || claims(row, asked, claimed));
  select(sections.mcp_servers, (row) => {
    const server = knownRowName(row, row.server);
    return has(asked.servers, server) || isBrought(row, server, asked.brought.mcp_servers);
  });
  select(sections.mcp_tools, (row) => asked.tools.has(row) || isBrought(row, row.server, asked.brought.mcp_servers));
  select(sections.trust_changes, (row) => has(asked.servers, row.server) || isTrustOf(row, trusted));
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
  select(sections.disables, (row) => targets.has(row));
  for (const call of calls) if (has(asked.called, call.tool) || has(asked.servers, call.server)) about.add(call);
}

function isAskedHook(row: HookFiredRow | HookSkippedRow | HookRow, { hooks, brought }: Asked): boolean {
  return isHook(row, hooks) || isBrought(row, knownRowName(row, row.hook_name), brought.hooks);
}

/** A row that names no plugin is of the one that says it registered what has that name. */
function isBrought(row: RowTail, name: string | null, brought: ReadonlySet<string>): boolean {
  return row.plugin === null && has(brought, name);
}

function isHook(row: HookFiredRow | HookSkippedRow | HookRow, hooks: ReadonlySet<string>): boolean {
  if (isNamed(knownRowName(row, row.hook_name), row.plugin, hooks) || has(hooks, row.hook_key)) return true;
  // A hook without a name is called by its command, as the findings call it.
  return knownRowName(row, row.hook_name) === null && "command" in row && has(hooks, row.command);
}

function isNamed(name: string | null, plugin: string | null, asked: ReadonlySet<string>): boolean {
  return name !== null && asked.size > 0 && (asked.has(name) || (plugin !== null && asked.has(`${name}@${plugin}`)));
}

/** The names under which a plugin can claim the tools. */
function claimedNames({ called, tools }: Asked): ReadonlySet<string> {
  const names = new Set(called);
  for (const { tool } of tools) if (tool !== null) names.add(tool);
  return names;
}

/** A plugin that has, would have had, or lost to another what was asked for. */
function claims(row: PluginRow, asked: Asked, tools: ReadonlySet<string>): boolean {
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

/** The names of the tools that were asked for, by their server. */
function trustedTools(tools: ReadonlySet<McpToolRow>): ReadonlyMap<string | null, ReadonlySet<string>> {
  const byServer = new Map<string | null, Set<string>>();
  for (const { server, tool, model_name } of tools) {
    const names = byServer.get(server) ?? new Set<string>();
    byServer.set(server, names);
    for (const name of [tool, model_name]) if (name !== null) names.add(name);
  }
  return byServer;
}

/** Trust in a server is trust in its tools. */
function isTrustOf({ server, tool }: TrustChangeRow, tools: ReadonlyMap<string | null, ReadonlySet<string>>): boolean {
  const names = tools.get(server);
  return names !== undefined && (tool === null || names.has(tool));
}

function has(names: ReadonlySet<string>, name: string | null): boolean {
  return name !== null && names.has(name);
}

function anyOf(list: readonly string[] | null, names: ReadonlySet<string>): boolean {
  return names.size > 0 && list !== null && list.some((name) => names.has(name));
}
