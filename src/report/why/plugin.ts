import { PLUGIN_PARTS } from "../../activation/plugin.ts";
import { groupBy } from "../group-by.ts";
import { listed, named, reasonOf } from "../wording.ts";
import type { ActivationReport, PluginRow } from "../report.ts";
import type { Link, Part } from "./answer.ts";
import { disabledBy, unheeded } from "./disables.ts";
import { decidedBy, earlier, link } from "./links.ts";
import { enabledBy, manifestOf } from "./owners.ts";
import { waysOf } from "./remedies.ts";

/** A plugin: its state, what it brought, lost or would have brought, and what enabled it. */
export function plugin(report: ActivationReport, name: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const rows = (report.plugins ?? []).filter((row) => row.name === name && row.name_redacted !== true);
  const byAgent = groupBy(rows, (row) => row.agent ?? "");
  const parts = [...byAgent.values()].map((statements) => registration(report, statements, byAgent.size > 1));
  return { names: parts.length === 0 ? [] : [name], parts };
}

function registration(report: ActivationReport, statements: readonly PluginRow[], several: boolean): Part {
  const row = statements.at(-1) as PluginRow;
  const on = row.status === "registered";
  return {
    about: several && row.agent !== null ? `for the agent ${named(row.agent)}` : null,
    verdict: on ? "active" : row.status === null ? "unclear" : "not_active",
    chain: [
      link("state", row, `the plugin ${named(row.name ?? "*")} ${stateOf(row)}: ${reasonOf(row)}`),
      ...earlier(statements, stateOf),
      ...partsOf(row),
      ...disabledBy(report, row),
      ...unheeded(report, "plugin", [row.name ?? ""]),
      ...decidedBy(row),
      ...enabledBy(row),
      manifestOf(row),
    ],
    ...waysOf(row, on, report),
  };
}

const STATES: ReadonlyMap<string, string> = new Map([
  ["registered", "is registered"],
  ["refused", "was refused"],
  ["failed", "failed"],
  ["disabled", "is disabled"],
]);

function stateOf(row: PluginRow): string {
  const state = row.status === null ? "is in a state that is not recorded" : (STATES.get(row.status) ?? `is ${named(row.status)}`);
  return row.stage === null ? state : `${state} at the stage ${named(row.stage)}`;
}

function partsOf(row: PluginRow): readonly Link[] {
  const says = { registered: "it registered", missing: "missing because of it", shadowed: "it claimed and lost" } as const;
  const links: Link[] = [];
  for (const how of ["registered", "missing", "shadowed"] as const) {
    const parts = PLUGIN_PARTS.flatMap((part) => {
      const names = row[how][part] ?? [];
      return names.length === 0 ? [] : [`${part === "mcp_servers" ? "MCP servers" : part} ${listed(names)}`];
    });
    if (parts.length > 0) links.push(link("brought", row, `${says[how]}: ${parts.join("; ")}`, { field: how }));
  }
  for (const { from, to } of row.renamed ?? []) {
    const other = to === null ? "a name that is not recorded" : named(to);
    links.push(link("brought", row, `it claimed ${named(from)}, and has it as ${other}`, { field: "renamed" }));
  }
  return links;
}
