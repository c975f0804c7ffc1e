import { compilePattern } from "../activation/pattern.ts";
import type { Asked } from "./asked.ts";
import { selectorOf } from "./matching.ts";
import type { DisableRow, HookFiredRow, HookRow, HookSkippedRow, RowTail } from "./report.ts";
import type { Sections } from "./sections/sections.ts";

/** What the selected rows come from: their registrations, plugins, servers, disables and proofs of origin. */
export function selectCauses(about: Set<object>, sections: Sections, asked: Asked): void {
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
  const reachable = namesOf(about, sections);
  for (const row of sections.disables ?? []) if (disables.has(`${row.kind}.${row.name}`) || reachesAny(row, reachable)) about.add(row);
}

function selects(row: HookRow, called: ReadonlySet<string>): boolean {
  const selector = called.size === 0 ? undefined : selectorOf(row.matcher ?? undefined, row.matcher_syntax ?? undefined);
  return selector !== undefined && [...called].some((tool) => selector(tool) === true);
}

/** The names by which a disable can reach the selected items, by the disable's kind: their own, their plugins' and servers'. */
function namesOf(about: ReadonlySet<object>, sections: Sections): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const add = (kind: string, name: string | null): void => {
    if (name === null) return;
    const known = names.get(kind);
    if (known === undefined) names.set(kind, new Set([name]));
    else known.add(name);
  };
  const note = <Row extends RowTail>(rows: readonly Row[] | null, say: (row: Row) => void): void => {
    for (const row of rows ?? []) {
      if (!about.has(row)) continue;
      add("plugin", row.plugin);
      say(row);
    }
  };
  const addOwned = (kind: string, name: string | null, plugin: string | null): void => {
    add(kind, name);
    if (name !== null && plugin !== null) add(kind, `${name}@${plugin}`);
  };
  note(sections.hooks, (row) => addOwned("hook", row.hook_name, row.plugin));
  note(sections.skills, (row) => addOwned("skill", row.name, row.plugin));
  note(sections.plugins, (row) => add("plugin", row.name));
  note(sections.mcp_servers, (row) => add("mcp_server", row.server));
  note(sections.mcp_tools, (row) => {
    add("mcp_tool", row.tool);
    add("mcp_tool", `${row.server}/${row.tool}`);
    add("mcp_server", row.server);
  });
  return names;
}

/** Whether a disable reaches one of the names, by their kind. */
export function reachesAny({ kind, name }: DisableRow, names: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reachable = kind === null ? undefined : names.get(kind);
  if (reachable === undefined || name === null) return false;
  if (!name.includes("*")) return reachable.has(name);
  const pattern = compilePattern(name);
  return [...reachable].some((each) => pattern.matches(each));
}

function has(names: ReadonlySet<string>, name: string | null): boolean {
  return name !== null && names.has(name);
}
