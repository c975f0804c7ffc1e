import { HOOK_EVENTS } from "../activation/hook.ts";
import type { Asked, Brought } from "./asked.ts";
import { knownRowName } from "./known-name.ts";
import type { Matchers } from "./matchers.ts";
import { Reach } from "./reach.ts";
import type { HookFiredRow, HookRow, HookSkippedRow, PluginRow, RowTail } from "./report.ts";
import type { Sections } from "./sections/sections.ts";

/** What the selected rows come from: their registrations, plugins, servers, disables and proofs of origin. */
export function selectCauses(about: Set<object>, sections: Sections, asked: Asked, matchers: Matchers): void {
  const owners = new Set<string>();
  const ownerless = { hooks: new Set<string>(), skills: new Set<string>(), mcp_servers: new Set<string>() };
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
    const own = knownRowName(row, row.hook_name);
    for (const name of [own, row.hook_key]) if (name !== null) hooks.add(name);
    if (row.plugin === null && own !== null) ownerless.hooks.add(own);
  };
  note(sections.hooks_fired, noteHook);
  note(sections.hooks_skipped, noteHook);
  note(sections.hooks, noteHook);
  note(sections.skills, (row) => {
    const own = knownRowName(row, row.name);
    if (own === null) return;
    items.add(`skill:${own}`);
    if (row.plugin === null) ownerless.skills.add(own);
  });
  note(sections.mcp_tools, (row) => {
    if (row.name_redacted !== true) items.add(`mcp_tool:${row.server}/${row.tool}`);
    if (row.server !== null) servers.add(row.server);
    if (row.plugin === null && row.server !== null) ownerless.mcp_servers.add(row.server);
  });
  note(sections.mcp_servers, (row) => {
    if (row.name_redacted === true) return;
    items.add(`mcp_server:${row.server}`);
    if (row.plugin === null && row.server !== null) ownerless.mcp_servers.add(row.server);
  });
  for (const row of sections.hooks ?? [])
    if (has(hooks, knownRowName(row, row.hook_name)) || has(hooks, row.hook_key) || selects(row, asked.called, matchers)) about.add(row);
  note(sections.hooks, (row) => items.add(`hook:${knownRowName(row, row.hook_name) ?? row.hook_key}`));
  for (const row of sections.plugins ?? []) if (has(owners, knownRowName(row, row.name)) || brings(row, ownerless)) about.add(row);
  note(sections.plugins, (row) => items.add(`plugin:${knownRowName(row, row.name)}`));
  for (const row of sections.mcp_servers ?? []) if (has(servers, row.server)) about.add(row);
  for (const row of sections.provenance ?? []) if (items.has(row.item)) about.add(row);
  const reachable = new Reach(namesOf(about, sections));
  for (const row of sections.disables ?? []) if (disables.has(`${row.kind}.${row.name}`) || reachable.has(row)) about.add(row);
}

/** Whether a plugin says that it registered something which does not name its plugin. */
function brings({ registered }: PluginRow, ownerless: Brought): boolean {
  return (["hooks", "skills", "mcp_servers"] as const).some((part) => (registered[part] ?? []).some((name) => ownerless[part].has(name)));
}

/** Whether a hook is one of a tool's: at the events that are about no tool, a matcher selects something else. */
function selects(row: HookRow, called: ReadonlySet<string>, matchers: Matchers): boolean {
  if (called.size === 0 || TOOLLESS_EVENTS.has(row.event ?? "")) return false;
  return matchers.selectsAny(row.matcher ?? undefined, row.matcher_syntax ?? undefined, called);
}

const TOOLLESS_EVENTS: ReadonlySet<string> = new Set(HOOK_EVENTS.filter((event) => event !== "PreToolUse" && event !== "PostToolUse"));

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
  note(sections.hooks, (row) => addOwned("hook", knownRowName(row, row.hook_name), row.plugin));
  note(sections.skills, (row) => addOwned("skill", knownRowName(row, row.name), row.plugin));
  note(sections.plugins, (row) => add("plugin", knownRowName(row, row.name)));
  note(sections.mcp_servers, (row) => add("mcp_server", knownRowName(row, row.server)));
  note(sections.mcp_tools, (row) => {
    if (row.name_redacted !== true) {
      add("mcp_tool", row.tool);
      add("mcp_tool", `${row.server}/${row.tool}`);
    }
    add("mcp_server", row.server);
  });
  return names;
}

function has(names: ReadonlySet<string>, name: string | null): boolean {
  return name !== null && names.has(name);
}
