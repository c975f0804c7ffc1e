import { groupBy } from "../group-by.ts";
import { listed, named, namedOr, reasonOf, times } from "../wording.ts";
import type { ActivationReport, SkillRow } from "../report.ts";
import type { Link, Part } from "./answer.ts";
import { disabledBy, unheeded } from "./disables.ts";
import { decidedBy, declaredIn, earlier, link } from "./links.ts";
import { claimParts, ownedBy } from "./owners.ts";
import { waysOf } from "./remedies.ts";

/** A skill, by its name, `name@plugin` or its file: one part for every agent and copy. */
export function skill(report: ActivationReport, name: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const is = (row: SkillRow): boolean => row.name === name || row.path === name || `${row.name}@${row.plugin}` === name;
  const rows = (report.skills ?? []).filter((row) => row.name_redacted !== true && is(row));
  const copies = groupBy(rows, (row) => JSON.stringify([row.agent, row.path]));
  const parts = [...copies.values()].map((statements) => copy(report, statements, copies.size > 1));
  if (parts.length === 0) parts.push(...claimParts(report, "skills", new Set([name]), "that it was considered is not recorded"));
  const names = rows.flatMap((row) => (row.name === null ? [] : [row.name]));
  return { names: parts.length === 0 ? [] : [...new Set(names.length === 0 ? [name] : names)], parts };
}

function copy(report: ActivationReport, statements: readonly SkillRow[], several: boolean): Part {
  const row = statements.at(-1) as SkillRow;
  const path = row.path === null ? "a file that is not recorded" : named(row.path);
  const agent = row.agent === null ? "" : `, for the agent ${named(row.agent)}`;
  const on = row.status === "loaded";
  return {
    about: several ? `the copy in ${path}${agent}` : null,
    verdict: on ? "active" : row.status === null ? "unclear" : "not_active",
    chain: [
      link("state", row, `${named(row.name ?? "*")} ${stateOf(row)}: ${reasonOf(row)}`),
      ...(on && row.listed === false ? [link("state", row, "the model does not see it", { field: "listed" })] : []),
      ...copiesOf(row),
      ...use(row),
      ...(row.routing_reason === null
        ? []
        : [link("decided_by", row, `the router chose the sandbox ${namedOr(row.sandbox, "that is not recorded")}: ${row.routing_reason}`)]),
      ...earlier(statements, stateOf),
      ...disabledBy(report, row),
      ...unheeded(report, "skill", [row.name ?? "", `${row.name ?? ""}@${row.plugin ?? ""}`]),
      ...decidedBy(row),
      ...ownedBy(report, row.plugin),
      declaredIn(row),
    ],
    ...waysOf(row, on, report),
  };
}

function stateOf(row: SkillRow): string {
  if (row.status === null) return "was considered; what came of it is not recorded";
  return row.status === "loaded" ? "is loaded" : `was ${named(row.status)}`;
}

function copiesOf(row: SkillRow): readonly Link[] {
  const shadows = row.shadows ?? [];
  return [
    ...(row.shadowed_by === null
      ? []
      : [link("replaced_by", row, `the copy in ${named(row.shadowed_by)} has its name`, { field: "shadowed_by" })]),
    ...(shadows.length === 0 ? [] : [link("replaces", row, `it hides ${listed(shadows)}`, { field: "shadows" })]),
  ];
}

function use(row: SkillRow): readonly Link[] {
  if (row.uses === 0) return [];
  const how = row.triggers.length === 0 ? "" : ` (${listed(row.triggers)})`;
  return [link("used", row, `it was used ${times(row.uses)}${how}`)];
}
