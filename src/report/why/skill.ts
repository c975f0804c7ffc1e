import { groupBy } from "../group-by.ts";
import { listed, named, reasonOf, times } from "../wording.ts";
import type { ActivationReport, SkillRow } from "../report.ts";
import type { Link, Part } from "./answer.ts";
import { disabledBy } from "./disables.ts";
import { decidedBy, declaredIn, link, unrecorded } from "./links.ts";
import { claimsOn, ownedBy, pluginChain } from "./owners.ts";
import { NO_WAY, turnOff, turnOn } from "./remedies.ts";

/** A skill: one part for every agent and copy. */
export function skill(report: ActivationReport, name: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const rows = (report.skills ?? []).filter((row) => row.name === name && row.name_redacted !== true);
  const copies = groupBy(rows, (row) => JSON.stringify([row.agent, row.path]));
  const parts = [...copies.values()].map((statements) => copy(report, statements, copies.size > 1));
  if (parts.length === 0) parts.push(...claimed(report, name));
  return { names: parts.length === 0 ? [] : [name], parts };
}

function copy(report: ActivationReport, statements: readonly SkillRow[], several: boolean): Part {
  const row = statements.at(-1) as SkillRow;
  const before = statements.slice(0, -1).toReversed();
  const path = row.path === null ? "a file that is not recorded" : named(row.path);
  const agent = row.agent === null ? "" : `, for the agent ${named(row.agent)}`;
  const file = row.path === null ? null : { path: row.path, real_path: row.source?.real_path ?? null, position: null };
  const state =
    row.status === null ? "was considered; what came of it is not recorded" : row.status === "loaded" ? "is loaded" : `was ${row.status}`;
  return {
    about: several ? `the copy in ${path}${agent}` : null,
    verdict: row.status === "loaded" ? "active" : row.status === null ? "unclear" : "not_active",
    chain: [
      link("state", row, `${named(row.name ?? "*")} ${state}: ${reasonOf(row)}`, { file }),
      ...visibility(row),
      ...(row.shadowed_by === null
        ? []
        : [link("replaced_by", row, `the copy in ${named(row.shadowed_by)} has its name`, { field: "shadowed_by" })]),
      ...((row.shadows ?? []).length === 0
        ? []
        : [link("replaced_by", row, `it hides ${listed(row.shadows ?? [])}`, { field: "shadows" })]),
      ...use(row),
      ...(row.routing_reason === null
        ? []
        : [link("decided_by", row, `the router chose ${named(row.sandbox ?? "a sandbox")}: ${row.routing_reason}`)]),
      ...before.map((each) =>
        link("changed", each, `before that it was ${named(each.status ?? "in an unknown state")}: ${reasonOf(each)}`),
      ),
      ...disabledBy(report, row),
      ...decidedBy(row),
      ...ownedBy(report, row.plugin),
      declaredIn(row),
    ],
    turn_off: turnOff(row),
    turn_on: row.status === "loaded" ? NO_WAY : turnOn(row, report),
  };
}

function visibility(row: SkillRow): readonly Link[] {
  if (row.status !== "loaded" || row.listed !== false) return [];
  return [link("state", row, "the model does not see it", { field: "listed" })];
}

function use(row: SkillRow): readonly Link[] {
  if (row.uses === 0) return [];
  const how = row.triggers.length === 0 ? "" : ` (${listed(row.triggers)})`;
  return [link("used", row, `it was used ${times(row.uses)}${how}`)];
}

function claimed(report: ActivationReport, name: string): readonly Part[] {
  return claimsOn(report, "skills", new Set([name])).map(({ row, how }): Part => {
    const words = how === "missing" ? "would have brought it" : how === "shadowed" ? "claimed its name and lost it" : "registered it";
    const chain = [
      unrecorded("state", "that it was considered is not recorded"),
      ...pluginChain(row, `the plugin ${named(row.name ?? "*")} ${words}`),
    ];
    return {
      about: null,
      verdict: how === "registered" ? "unclear" : "not_active",
      chain,
      turn_off: turnOff(row),
      turn_on: turnOn(row, report),
    };
  });
}
