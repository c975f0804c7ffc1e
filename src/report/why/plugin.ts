import { PLUGIN_PARTS } from "../../activation/plugin.ts";
import { groupBy } from "../group-by.ts";
import { listed, named, reasonOf } from "../wording.ts";
import type { ActivationReport, PluginRow } from "../report.ts";
import type { Link, Part } from "./answer.ts";
import { disabledBy } from "./disables.ts";
import { decidedBy, declaredIn, link, unrecorded } from "./links.ts";
import { NO_WAY, turnOff, turnOn } from "./remedies.ts";

/** A plugin: its state, what it brought, lost or would have brought, and what enabled it. */
export function plugin(report: ActivationReport, name: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const rows = (report.plugins ?? []).filter((row) => row.name === name && row.name_redacted !== true);
  const byAgent = groupBy(rows, (row) => row.agent ?? "");
  const parts = [...byAgent.values()].map((statements) => registration(report, statements, byAgent.size > 1));
  return { names: parts.length === 0 ? [] : [name], parts };
}

function registration(report: ActivationReport, statements: readonly PluginRow[], several: boolean): Part {
  const row = statements.at(-1) as PluginRow;
  const before = statements.slice(0, -1).toReversed();
  const manifest = row.manifest_path === null ? null : { path: row.manifest_path, real_path: null, position: null };
  const stage = row.stage === null ? "" : ` at the stage ${named(row.stage)}`;
  const state =
    row.status === null
      ? "is known; its state is not recorded"
      : row.status === "registered"
        ? "is registered"
        : `${row.status === "failed" ? "" : "was "}${row.status}`;
  return {
    about: several && row.agent !== null ? `for the agent ${named(row.agent)}` : null,
    verdict: row.status === "registered" ? "active" : row.status === null ? "unclear" : "not_active",
    chain: [
      link("state", row, `the plugin ${named(row.name ?? "*")} ${state}${stage}: ${reasonOf(row)}`, { file: manifest }),
      ...before.map((each) =>
        link("changed", each, `before that it was ${named(each.status ?? "in an unknown state")}: ${reasonOf(each)}`),
      ),
      ...partsOf(row),
      ...disabledBy(report, row),
      ...decidedBy(row),
      row.enabled_via === null
        ? unrecorded("enabled_by", "what enabled it is not recorded")
        : link("enabled_by", row, `it is enabled via ${named(row.enabled_via)}`, { field: "enabled_via" }),
      manifest === null
        ? declaredIn(row)
        : link("declared_in", row, `its manifest is ${named(manifest.path)}`, { field: "manifest_path", file: manifest }),
    ],
    turn_off: turnOff(row),
    turn_on: row.status === "registered" ? NO_WAY : turnOn(row, report),
  };
}

function partsOf(row: PluginRow): readonly Link[] {
  const says = { registered: "it registered", missing: "missing because of it", shadowed: "it claimed and lost" } as const;
  const links: Link[] = [];
  for (const how of ["registered", "missing", "shadowed"] as const) {
    const parts = PLUGIN_PARTS.flatMap((part) => {
      const names = row[how][part] ?? [];
      return names.length === 0 ? [] : [`${part === "mcp_servers" ? "MCP servers" : part} ${listed(names)}`];
    });
    if (parts.length > 0) links.push(link("used", row, `${says[how]}: ${parts.join("; ")}`, { field: how }));
  }
  for (const { from, to } of row.renamed ?? []) {
    links.push(
      link("changed", row, `it claimed ${named(from)} and has it as ${to === null ? "a name that is not recorded" : named(to)}`, {
        field: "renamed",
      }),
    );
  }
  return links;
}
