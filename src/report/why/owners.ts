import { PLUGIN_PARTS, type PluginPart } from "../../activation/plugin.ts";
import { named, reasonOf } from "../wording.ts";
import type { ActivationReport, PluginRow } from "../report.ts";
import type { Link } from "./answer.ts";
import { declaredIn, link, unrecorded } from "./links.ts";

/** What a plugin did with a name: it has it, lost it, would have had it, or has it under another name. */
export interface Claim {
  readonly row: PluginRow;
  readonly how: "registered" | "shadowed" | "missing" | "renamed";
  readonly part: PluginPart;
  /** The other name of one that was renamed. */
  readonly other: string | null;
}

/** The plugins that claim a name, those that have it first. */
export function claimsOn(report: Pick<ActivationReport, "plugins">, part: PluginPart, names: ReadonlySet<string>): readonly Claim[] {
  const claims: Claim[] = [];
  const hows = ["registered", "shadowed", "missing"] as const;
  for (const how of hows) {
    for (const row of report.plugins ?? []) {
      if ((row[how][part] ?? []).some((name) => names.has(name))) claims.push({ row, how, part, other: null });
    }
  }
  for (const row of report.plugins ?? []) {
    for (const { from, to } of row.renamed ?? []) {
      if (!names.has(from) && (to === null || !names.has(to))) continue;
      const other = names.has(from) ? to : from;
      const place = PLUGIN_PARTS.find((each) => to !== null && (row.registered[each] ?? []).includes(to)) ?? part;
      if (place === part) claims.push({ row, how: "renamed", part, other });
    }
  }
  return claims;
}

/** The plugin that owns something, from its registration up to what enabled it and its manifest. */
export function ownedBy(report: Pick<ActivationReport, "plugins">, plugin: string | null): readonly Link[] {
  if (plugin === null) return [];
  const row = (report.plugins ?? []).findLast((each) => each.name === plugin);
  if (row === undefined)
    return [unrecorded("registered_by", `it belongs to the plugin ${named(plugin)}, of which nothing else is recorded`)];
  return pluginChain(row, `it comes from the plugin ${named(plugin)}`);
}

/** A plugin's own chain: its state, what enabled it, its manifest. */
export function pluginChain(row: PluginRow, beginning: string): readonly Link[] {
  const version = row.version === null ? "" : ` ${named(row.version)}`;
  const status = row.status === null ? "its state is not recorded" : row.status.replaceAll("_", " ");
  const stage = row.stage === null ? "" : ` at the stage ${named(row.stage)}`;
  const manifest = row.manifest_path;
  const file = manifest === null ? null : { path: manifest, real_path: null, position: null };
  const links = [
    link("registered_by", row, `${beginning}${version}: ${status}${stage}, ${reasonOf(row)}`, { file }),
    row.enabled_via === null
      ? unrecorded("enabled_by", "what enabled the plugin is not recorded")
      : link("enabled_by", row, `the plugin is enabled via ${named(row.enabled_via)}`, { field: "enabled_via" }),
  ];
  if (manifest !== null) links.push(link("declared_in", row, `its manifest is ${named(manifest)}`, { field: "manifest_path", file }));
  else links.push(declaredIn(row));
  return links;
}
