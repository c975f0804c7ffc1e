import type { ActivationReport, SkillRow } from "../../report/report.ts";
import { grouped } from "./group.ts";
import { inForce, past } from "./in-force.ts";
import { type Limits, NAMES, items } from "./limit.ts";
import { type Detail, type Item, type Section, type Text, code, name, say } from "./page.ts";
import { detail, details, named, ofAgent, reason } from "./row.ts";
import { unrecorded } from "./unrecorded.ts";
import { count, digits, join, names } from "./words.ts";

/** Why was it loaded: the skills, those that were skipped or are hidden first. */
export function loaded(report: ActivationReport, limits: Limits): Section {
  const title = "Why was it loaded?";
  const rows = report.skills;
  if (rows === null || rows.length === 0) return unrecorded(report, title, "skills", "no skill was considered");
  const { now, before } = inForce(rows);
  const skipped = now.filter((row) => row.status === "skipped");
  // Of some skills nothing is recorded but their use, and of a status of later versions nobody knows what it means.
  const untold = now.filter((row) => row.status !== "loaded" && row.status !== "skipped");
  const hidden = now.filter((row) => row.status === "loaded" && row.listed === false);
  const seen = now.filter((row) => row.status === "loaded" && row.listed !== false);
  const main = report.session?.agent ?? null;
  return {
    title,
    lead: join(
      [
        `${count(seen.length + hidden.length, "skill")} loaded`,
        hidden.length === 0 ? "" : `${digits(hidden.length)} of them hidden from the model`,
        skipped.length === 0 ? "" : `${digits(skipped.length)} skipped`,
        untold.length === 0 ? "" : `${digits(untold.length)} whose loading is not recorded`,
      ],
      ", ",
    ),
    blocks: [
      items(
        [
          ...skipped.map((row) => () => one(row, { mark: row.status ?? "unknown", tone: "warn" }, main, limits)),
          ...untold.map((row) => () => one(row, { mark: row.status ?? (row.uses > 0 ? "used" : "unknown"), tone: "warn" }, main, limits)),
          ...similar(hidden, { mark: "hidden", tone: "warn" }, main, limits),
          ...similar(seen, { mark: "loaded", tone: "good" }, main, limits),
          ...before.map((row) => () => past(one(row, { mark: row.status ?? "unknown", tone: "quiet" }, main, limits))),
        ],
        limits,
      ),
    ],
  };
}

type Mark = Pick<Item, "mark" | "tone">;

/** Those of one reason as one statement, where there are many. */
function similar(rows: readonly SkillRow[], mark: Mark, main: string | null, limits: Limits): readonly (() => Item)[] {
  if (limits.all) return rows.map((row) => () => one(row, mark, main, limits));
  return grouped(rows, (row) => [row.agent, row.reason, row.reason_code, row.plugin, row.uses > 0 && row.name]).map((group) => {
    const [row] = group;
    return () => (group.length === 1 ? one(row, mark, main, limits) : together(group, mark, main));
  });
}

function together(group: readonly [SkillRow, ...SkillRow[]], mark: Mark, main: string | null): Item {
  const [row] = group;
  const listed = names(
    group.map(({ name }) => name ?? "?"),
    NAMES,
  );
  const off = row.disable === null ? "" : say`${code(row.disable)} and so on`;
  return {
    ...mark,
    text: say`${listed}${ofAgent(row, main)}: ${reason(row)}`,
    details: present([detail("plugin", row.plugin ?? ""), detail("turn off", off)]),
  };
}

function one(row: SkillRow, mark: Mark, main: string | null, limits: Limits): Item {
  return {
    ...mark,
    text: say`${named(row.name, "a skill without a name")}${ofAgent(row, main)}: ${reason(row)}${uses(row)}`,
    details: [
      ...present([
        detail("file", row.path ?? ""),
        detail("routed", routing(row, limits)),
        detail("shadowed by", row.shadowed_by ?? ""),
        detail("shadows", names(row.shadows ?? [], NAMES)),
        detail("warns", join([...(row.warnings ?? [])], "; ")),
      ]),
      ...details(row.source?.path === row.path ? { ...row, source: null } : row, limits, row.status !== "skipped"),
    ],
  };
}

function uses(row: SkillRow): Text {
  if (row.uses === 0) return "";
  return say`; used ${count(row.uses, "time")}${row.triggers.length === 0 ? "" : say` (${row.triggers.join(", ")})`}`;
}

/**
 * The plan of isolation and the router's choice can differ: both are shown then. Of a skill that asked for none and got none,
 * as nearly every skill, nothing was decided that a reader would ask about.
 */
function routing(row: SkillRow, limits: Limits): Text {
  if (row.isolation === "none" && row.sandbox === "none" && !limits.all) return "";
  const isolation =
    row.isolation !== null && row.sandbox !== null && row.isolation !== row.sandbox
      ? say`${name(row.isolation)} planned, ${name(row.sandbox)} chosen`
      : (row.sandbox ?? row.isolation ?? "");
  return join([row.routing_reason ?? "", isolation === "none" ? "" : isolation], "; ");
}

function present(rows: readonly (Detail | undefined)[]): readonly Detail[] {
  return rows.filter((row) => row !== undefined);
}
