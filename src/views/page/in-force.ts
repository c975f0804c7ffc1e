import type { HookRow, McpServerRow, McpToolRow, PluginRow, SkillRow } from "../../report/report.ts";
import type { Item } from "./page.ts";

/** Rows of one section, split by whether they hold at the end. */
export interface Rows<Row> {
  readonly now: readonly Row[];
  readonly before: readonly Row[];
}

/**
 * The rows that hold at the end, apart from the others. A report has a new row of an item whenever its statement
 * changes; the earlier ones are history, and a page must not show them as the state of things.
 */
export function inForce<Row extends SkillRow | PluginRow | McpServerRow | McpToolRow | HookRow>(rows: readonly Row[]): Rows<Row> {
  const last = new Map<string, Row>();
  for (const row of rows) last.set(JSON.stringify(itemOf(row)), row);
  const now = new Set(last.values());
  return { now: rows.filter((row) => now.has(row)), before: rows.filter((row) => !now.has(row)) };
}

/** What makes two rows speak of the same item, as the report has it. */
function itemOf(row: SkillRow | PluginRow | McpServerRow | McpToolRow | HookRow): readonly unknown[] {
  const file = row.source?.path;
  if ("registered" in row) return [row.agent, row.name, row.manifest_path ?? file];
  if ("uses" in row) return [row.agent, row.name, row.path];
  if ("model_name" in row) return [row.agent, row.server, row.tool ?? row.model_name];
  if ("server" in row) return [row.agent, row.server, file];
  return [row.agent, row.hook_name, row.hook_key, row.event, row.matcher, row.command, row.registered_via, row.plugin, file];
}

/** A statement that no longer holds: it is told as such, and there is nothing of it to turn off. */
export function past(item: Item): Item {
  return {
    ...item,
    mark: `was ${item.mark}`,
    tone: "quiet",
    details: item.details.filter(({ label }) => label !== "turn off" && label !== "now"),
  };
}
