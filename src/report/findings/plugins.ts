import { PLUGIN_PARTS } from "../../activation/plugin.ts";
import type { Facts } from "../facts.ts";
import type { PluginRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { pluginWho } from "../subject.ts";
import { listed, named, reasonOf, ruleOf } from "../wording.ts";

/** A plugin failed or was refused: where, why, and what is missing because of it. */
export function* failedPlugins(facts: Facts): Iterable<Conclusion> {
  for (const row of facts.report.plugins ?? []) {
    if (row.status !== "failed" && row.status !== "refused") continue;
    const who = pluginWho(row);
    const what = row.status === "refused" ? "was refused" : "failed";
    const stage = row.stage === null ? "" : ` at the stage ${named(row.stage)}`;
    const manifest = row.manifest_path === null ? "" : ` (${named(row.manifest_path)})`;
    yield {
      code: "plugin_failed",
      subject: who.subject,
      message: `the plugin ${who.words}${manifest} ${what}${stage}: ${reasonOf(row)}${ruleOf(row)}${missingOf(row)}`,
      facts: [row],
    };
  }
}

function missingOf(row: PluginRow): string {
  const parts = PLUGIN_PARTS.flatMap((part) => {
    const names = row.missing[part] ?? [];
    return names.length === 0 ? [] : [`${part === "mcp_servers" ? "MCP servers" : part} ${listed(names)}`];
  });
  if (parts.length > 0) return `; missing because of it: ${parts.join("; ")}`;
  return PLUGIN_PARTS.some((part) => row.missing[part] !== null) ? "" : "; what is missing because of it is not recorded";
}
