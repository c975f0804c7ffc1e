import type { ActivationReport, McpToolRow } from "../report.ts";

/** The names under which a row of a tool can be asked for, whether or not they are its alone. */
function namesOf(row: McpToolRow): readonly string[] {
  const names = [row.model_name, row.tool];
  if (row.server !== null && row.tool !== null) names.push(`${row.server}/${row.tool}`);
  return names.filter((name) => name !== null);
}

/** The rows of the tools that a name can mean; by the last `__` part of the model's name only where that is one tool. */
export function toolsNamed(report: Pick<ActivationReport, "mcp_tools">, name: string): readonly McpToolRow[] {
  const rows = (report.mcp_tools ?? []).filter((row) => row.name_redacted !== true);
  const exact = rows.filter((row) => namesOf(row).includes(name));
  if (exact.length > 0) return exact;
  const byPart = rows.filter((row) => row.model_name?.endsWith(`__${name}`) === true);
  return new Set(byPart.map((row) => row.model_name)).size === 1 ? byPart : [];
}

/** The names under which hooks, policies and calls may speak of these tools, and of what was asked. */
export function callNames(rows: readonly McpToolRow[], asked: string): ReadonlySet<string> {
  // A name that was cut is shared with another tool: what is said of it need not be said of this one.
  const names = rows.map((row) => row.model_name ?? row.tool).filter((name) => name !== null);
  return new Set(rows.length === 0 ? [asked] : names);
}

export function allNames(rows: readonly McpToolRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => namesOf(row)))];
}
