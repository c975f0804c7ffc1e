import { Budget } from "../budget.ts";
import type { Facts } from "../facts.ts";
import { groupBy } from "../group-by.ts";
import type { HookRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { hookWho } from "../subject.ts";
import { listedOr, named, namedOr, times } from "../wording.ts";

/** A variable that stands for another directory in each plugin: the same words are then another command. */
const OWN_DIRECTORY = /\$\{?\w*(?:plugin|extension)\w*/i;

/** One hook of one file by two routes, or one command from two sources, within a run. */
export function* doubleHooks(facts: Facts): Iterable<Conclusion> {
  const twice = new Set<HookRow>();
  const active = (facts.report.hooks ?? []).filter((row) => row.state === "active" && row.name_redacted !== true);
  const sameFile = (row: HookRow): Key =>
    fileOf(row) === null ? null : [fileOf(row), row.hook_name, row.agent, row.event, row.matcher, row.command];
  for (const rows of together(active, sameFile)) {
    const routes = new Set(rows.map((row) => JSON.stringify([row.registered_via, row.source?.path ?? null])));
    if (routes.size < 2) continue;
    for (const row of rows) twice.add(row);
    yield registeredTwice(rows);
  }
  const sameWords = (row: HookRow): Key => (row.command === null ? null : [row.agent, row.event, row.command]);
  for (const rows of together(active, sameWords).flatMap((group) => answeringTogether(group, facts))) {
    const sources = new Map(rows.map((row) => [JSON.stringify([fileOf(row), row.plugin]), row]));
    const distinct = [...sources.values()];
    if (distinct.length < 2 || distinct.every((row) => twice.has(row)) || OWN_DIRECTORY.test(rows[0]?.command ?? "")) continue;
    yield sameCommand(rows, distinct);
  }
}

type Key = readonly (string | null)[] | null;

/** The file in which it is declared, whatever links lead to it. */
function fileOf(row: HookRow): string | null {
  return row.source?.real_path ?? row.source?.path ?? null;
}

/** How many rows all runs together may look at: what holds in every run is looked at in each. */
const MOST_ROWS = 1_000_000;

/**
 * Rows of one key that hold within one run. What was registered before any run holds in all of them.
 * @throws RangeError where that is more than can be looked at
 */
function together(rows: readonly HookRow[], key: (row: HookRow) => Key): readonly (readonly HookRow[])[] {
  const rowsOfRuns = new Budget(MOST_ROWS);
  const byKey = groupBy(rows, (row) => {
    const parts = key(row);
    return parts === null ? null : JSON.stringify(parts);
  });
  return [...byKey.values()]
    .flatMap((group) => {
      const always = group.filter((row) => row.run === null);
      const byRun = groupBy(group, (row) => row.run);
      if (!rowsOfRuns.pays(always.length * byRun.size)) throw new RangeError("too many hooks hold in too many runs");
      return byRun.size === 0 ? [group] : [...byRun.values()].map((own) => [...always, ...own]);
    })
    .filter((group) => group.length > 1);
}

/** Those of one matcher, and those that were dispatched for one call though their matchers differ. */
function answeringTogether(rows: readonly HookRow[], facts: Facts): readonly (readonly HookRow[])[] {
  const sameMatcher = groupBy(rows, (row) => JSON.stringify(row.matcher));
  if (sameMatcher.size === 1) return [rows];
  const byCall = new Map<string, Set<HookRow>>();
  for (const row of rows) {
    for (const dispatch of facts.dispatchesOf(row)) {
      // One that may have come from another registration says nothing of this one.
      if (dispatch.tool_call_id === null || facts.registrationsOf(dispatch).length !== 1) continue;
      const known = byCall.get(dispatch.tool_call_id);
      if (known === undefined) byCall.set(dispatch.tool_call_id, new Set([row]));
      else known.add(row);
    }
  }
  const groups = new Map<string, readonly HookRow[]>();
  for (const set of byCall.values()) {
    const group = [...set];
    if (new Set(group.map((row) => row.matcher)).size > 1) groups.set(group.map((row) => facts.orderOf(row)).join(" "), group);
  }
  return [...sameMatcher.values(), ...groups.values()];
}

function registeredTwice(rows: readonly HookRow[]): Conclusion {
  const first = rows[0] as HookRow;
  const who = hookWho(first);
  const routes = listedOr([...new Set(rows.map((row) => row.registered_via ?? row.source?.path ?? null))], "an unknown route");
  const ran = rows.every((row) => row.runs === 0)
    ? "no run of them is recorded"
    : `they ran ${rows.map((row) => (row.runs === 0 ? "never" : times(row.runs))).join(" and ")}`;
  return {
    code: "hook_registered_twice",
    subject: who.subject,
    message: `${who.words} in ${named(fileOf(first) ?? "")} is registered ${times(rows.length)} for ${namedOr(first.event, "an unknown event")}, by ${routes}; ${ran}`,
    facts: rows,
  };
}

function sameCommand(rows: readonly HookRow[], distinct: readonly HookRow[]): Conclusion {
  const first = rows[0] as HookRow;
  const sources = listedOr(
    distinct.map((row) => fileOf(row) ?? row.plugin),
    "an unknown source",
  );
  return {
    code: "same_command_two_sources",
    subject: hookWho(first).subject,
    message: `the command ${named(first.command ?? "")} is registered for ${namedOr(first.event, "an unknown event")} by ${sources}; each of them runs it`,
    facts: rows,
  };
}
