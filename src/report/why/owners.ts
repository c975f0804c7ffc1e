import type { PluginPart } from "../../activation/plugin.ts";
import { registeredPart } from "../registered-part.ts";
import { named, reasonOf } from "../wording.ts";
import type { ActivationReport, PluginRow } from "../report.ts";
import type { Link, Part } from "./answer.ts";
import { disabledBy } from "./disables.ts";
import { decidedBy, declaredIn, link, unrecorded } from "./links.ts";
import { NO_WAY, turnOff, turnOn } from "./remedies.ts";

/** What a plugin did with a name: it has it, lost it, would have had it, or has what it claimed under another name. */
export interface Claim {
  readonly row: PluginRow;
  readonly how: "registered" | "shadowed" | "missing" | "renamed";
  /** Of a name that was changed, the other one. */
  readonly other: string | null;
}

/** The plugins that claim one of the names, those that have it first. */
export function claimsOn(report: Pick<ActivationReport, "plugins">, part: PluginPart, names: ReadonlySet<string>): readonly Claim[] {
  const claims: Record<Claim["how"], Claim[]> = { registered: [], renamed: [], shadowed: [], missing: [] };
  for (const row of lastStatements(report.plugins ?? [])) {
    const partOf = registeredPart(row);
    const renamed = (row.renamed ?? []).filter(({ to }) => (partOf(to) ?? part) === part);
    if (has(row.registered[part], names))
      claims.registered.push({ row, how: "registered", other: renamed.find(({ to }) => names.has(to ?? ""))?.from ?? null });
    for (const { from, to } of renamed) if (names.has(from)) claims.renamed.push({ row, how: "renamed", other: to });
    if (has(row.shadowed[part], names)) claims.shadowed.push({ row, how: "shadowed", other: null });
    if (has(row.missing[part], names)) claims.missing.push({ row, how: "missing", other: null });
  }
  return [...claims.registered, ...claims.renamed, ...claims.shadowed, ...claims.missing];
}

const has = (list: readonly string[] | null, names: ReadonlySet<string>): boolean => (list ?? []).some((name) => names.has(name));

function lastStatements(rows: readonly PluginRow[]): Iterable<PluginRow> {
  return new Map(rows.map((row) => [JSON.stringify([row.agent, row.name, row.manifest_path]), row])).values();
}

/** One part for every claim; `unseen` is what to say where the thing itself should have left a record and has not. */
export function claimParts(report: ActivationReport, part: PluginPart, names: ReadonlySet<string>, unseen?: string): readonly Part[] {
  const claims = claimsOn(report, part, names);
  return claims.map((claim): Part => {
    const { row, how } = claim;
    const holds = (how === "registered" || how === "renamed") && row.status !== "disabled";
    const [registration, ...origin] = pluginChain(report, row, claimWords(claim));
    return {
      about: claims.length > 1 ? `the claim of ${pluginWords(row)}` : null,
      verdict: !holds ? "not_active" : unseen === undefined ? "active" : "unclear",
      chain: [registration, ...(unseen === undefined ? [] : [unrecorded("state", unseen)]), ...origin],
      turn_off: holds ? turnOff(row) : NO_WAY,
      turn_on: row.status === "registered" ? NO_WAY : turnOn(row, report),
    };
  });
}

function claimWords({ row, how, other }: Claim): string {
  const plugin = pluginWords(row);
  const otherName = other === null ? "a name that is not recorded" : named(other);
  switch (how) {
    case "registered":
      return other === null ? `${plugin} registered it` : `${plugin} registered it, having claimed ${otherName}`;
    case "renamed":
      return `${plugin} claimed it, and has it as ${otherName}`;
    case "shadowed":
      return `${plugin} claimed it, and lost it to another`;
    case "missing":
      return `${plugin} would have registered it`;
    default:
      return how satisfies never;
  }
}

function pluginWords(row: PluginRow): string {
  return `the plugin ${named(row.name ?? "*")}${row.version === null ? "" : ` ${named(row.version)}`}`;
}

/** The plugin that owns something, from its registration up to what enabled it and its manifest. */
export function ownedBy(report: ActivationReport, plugin: string | null): readonly Link[] {
  if (plugin === null) return [];
  const row = (report.plugins ?? []).findLast((each) => each.name === plugin && each.name_redacted !== true);
  if (row === undefined) {
    return [unrecorded("registered_by", `it belongs to the plugin ${named(plugin)}, of which nothing else is recorded`)];
  }
  return pluginChain(report, row, `it comes from ${pluginWords(row)}`);
}

/** A plugin's own chain: its state, what enabled it, its manifest. */
function pluginChain(report: ActivationReport, row: PluginRow, beginning: string): readonly [Link, ...Link[]] {
  const state = row.status === null ? "in a state that is not recorded" : named(row.status);
  const stage = row.stage === null ? "" : ` at the stage ${named(row.stage)}`;
  return [
    link("registered_by", row, beginning),
    link("state", row, `the plugin is ${state}${stage}: ${reasonOf(row)}`),
    ...disabledBy(report, row),
    ...decidedBy(row),
    ...enabledBy(row),
    manifestOf(row),
  ];
}

export function enabledBy(row: PluginRow): readonly Link[] {
  if (row.enabled_via === null) return [unrecorded("enabled_by", "what enabled the plugin is not recorded")];
  return [link("enabled_by", row, `the plugin is enabled via ${named(row.enabled_via)}`, { field: "enabled_via" })];
}

export function manifestOf(row: PluginRow): Link {
  const path = row.manifest_path;
  if (path === null) return declaredIn(row);
  return link("declared_in", row, `its manifest is ${named(path)}`, {
    field: "manifest_path",
    file: { path, real_path: null, position: null },
  });
}
