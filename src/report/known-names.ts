import { PLUGIN_PARTS } from "../activation/plugin.ts";
import type { ActivationReport, RowTail } from "./report.ts";

/** What can be asked for by name, as `kind:name` calls it. */
const NAMED_KINDS = ["tool", "skill", "hook", "plugin", "mcp_server", "command"] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

export function isNamedKind(kind: string): kind is NamedKind {
  return (NAMED_KINDS as readonly string[]).includes(kind);
}

const PART_KINDS: Readonly<Record<(typeof PLUGIN_PARTS)[number], NamedKind | null>> = {
  commands: "command",
  agents: null,
  tools: "tool",
  hooks: "hook",
  skills: "skill",
  mcp_servers: "mcp_server",
};

/** Every name that a report knows, by kind. Placeholders of withheld names are none. */
export function knownNames(report: Omit<ActivationReport, "findings">): Readonly<Record<NamedKind, ReadonlySet<string>>> {
  const names: Record<NamedKind, Set<string>> = {
    tool: new Set(),
    skill: new Set(),
    hook: new Set(),
    plugin: new Set(),
    mcp_server: new Set(),
    command: new Set(),
  };
  const add = <R extends RowTail>(rows: readonly R[] | null, kind: NamedKind, of: (row: R) => readonly (string | null)[]): void => {
    for (const row of rows ?? []) {
      if (row.name_redacted === true) continue;
      for (const name of of(row)) if (name !== null && name !== "") names[kind].add(name);
    }
  };
  add(report.hooks, "hook", (row) => [row.hook_name ?? row.command, row.hook_key]);
  add(report.hooks_fired, "hook", (row) => [row.hook_name, row.hook_key, ...(row.candidates ?? [])]);
  add(report.hooks_skipped, "hook", (row) => [row.hook_name, row.hook_key]);
  add(report.hooks_fired, "tool", (row) => [row.target_tool]);
  add(report.hooks_skipped, "tool", (row) => [row.target_tool]);
  add(report.policies, "tool", (row) => [row.target_tool]);
  add(report.skills, "skill", (row) => [row.name]);
  add(report.plugins, "plugin", (row) => [row.name]);
  add(report.mcp_servers, "mcp_server", (row) => [row.server]);
  add(report.mcp_tools, "mcp_server", (row) => [row.server]);
  add(report.mcp_tools, "tool", (row) => [row.tool, row.model_name]);
  add(report.trust_changes, "mcp_server", (row) => [row.server]);
  add(report.trust_changes, "tool", (row) => [row.tool]);
  for (const row of report.surfaces ?? []) for (const tool of row.tools ?? []) names.tool.add(tool);
  for (const row of report.plugins ?? []) {
    for (const part of PLUGIN_PARTS) {
      const kind = PART_KINDS[part];
      if (kind === null) continue;
      for (const list of [row.registered[part], row.missing[part], row.shadowed[part]])
        for (const name of list ?? []) names[kind].add(name);
    }
  }
  return names;
}
