import type { HookFiredRow, HookRow, HookSkippedRow, McpServerRow, McpToolRow, PluginRow, SkillRow } from "./report.ts";
import { listed, named, namedOr } from "./wording.ts";

/** The kinds of a `kind:name`. */
const SUBJECT_KINDS = [
  "hook",
  "skill",
  "plugin",
  "command",
  "tool",
  "agent",
  "mcp_server",
  "mcp_tool",
  "policy",
  "extension",
  "session",
  "run",
  "emitter",
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Who a finding is about: its `subject`, and how a sentence calls it. */
export interface Who {
  readonly subject: string;
  readonly words: string;
}

/** A placeholder that an exporter put in a name's place is never taken for a name. */
const withheld = (kind: SubjectKind, words: string): Who => ({ subject: `${kind}:*`, words });

export function subject(kind: SubjectKind, name: string | null): string {
  return `${kind}:${name ?? "*"}`;
}

/** A hook by its name, else by its command, else by its key, else by the members of its group. */
export function hookWho(row: HookFiredRow | HookSkippedRow | HookRow): Who {
  if (row.name_redacted === true) return withheld("hook", "a hook whose name was withheld");
  const name = hookName(row);
  if (name !== null) return { subject: subject("hook", name), words: named(name) };
  const candidates = "candidates" in row ? (row.candidates ?? []) : [];
  if (candidates.length === 0) return { subject: subject("hook", null), words: "a hook without a name" };
  if (candidates.length === 1) return { subject: subject("hook", candidates[0] as string), words: named(candidates[0] as string) };
  return { subject: subject("hook", candidates.join("|")), words: `one of the hooks ${listed(candidates)}` };
}

/** What a hook is known by; null where nothing names it. */
function hookName(row: HookFiredRow | HookSkippedRow | HookRow): string | null {
  if (row.name_redacted === true) return null;
  return row.hook_name ?? ("command" in row ? row.command : null) ?? row.hook_key;
}

export function skillWho(row: SkillRow): Who {
  if (row.name_redacted === true) return withheld("skill", "a skill whose name was withheld");
  return { subject: subject("skill", row.name), words: row.name === null ? "a skill without a name" : named(row.name) };
}

export function pluginWho(row: PluginRow): Who {
  if (row.name_redacted === true) return withheld("plugin", "a plugin whose name was withheld");
  return { subject: subject("plugin", row.name), words: row.name === null ? "a plugin without a name" : named(row.name) };
}

export function serverWho(row: McpServerRow): Who {
  if (row.name_redacted === true) return withheld("mcp_server", "an MCP server whose name was withheld");
  return { subject: subject("mcp_server", row.server), words: row.server === null ? "an MCP server without a name" : named(row.server) };
}

/** `mcp_tool:server/tool`; a tool of no server is one of the agent's own, `tool:name`. */
export function toolWho(row: McpToolRow): Who {
  if (row.name_redacted === true) return withheld(row.server === null ? "tool" : "mcp_tool", "whose name was withheld");
  if (row.server === null) {
    const own = row.model_name ?? row.tool;
    return { subject: subject("tool", own), words: namedOr(own, "without a name") };
  }
  const full = `${row.server}/${row.tool ?? row.model_name ?? "*"}`;
  return { subject: subject("mcp_tool", full), words: named(full) };
}
