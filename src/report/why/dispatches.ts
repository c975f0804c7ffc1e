import { groupBy } from "../group-by.ts";
import type { HookFiredRow, HookSkippedRow } from "../report.ts";
import { count, listed, named, namedOr, reasonOf, times } from "../wording.ts";
import type { Link } from "./answer.ts";
import { link } from "./links.ts";

/** How many dispatches or skips a chain tells one by one. */
const MOST_TOLD = 5;

/** Dispatches that went the same way are told together, the most telling first: a veto, a failure, then what ran. */
export function dispatches(rows: readonly HookFiredRow[]): readonly Link[] {
  const ways = groupBy(rows, (row) => JSON.stringify([row.decision, row.outcome, row.target_tool, row.reason, row.reason_code]));
  const sorted = [...ways.values()].sort((a, b) => weight(b[0] as HookFiredRow) - weight(a[0] as HookFiredRow));
  const links = sorted.slice(0, MOST_TOLD).map((group) => dispatch(group));
  const rest = sorted.slice(MOST_TOLD).flat();
  if (rest[0] !== undefined) links.push(link("ran", rest[0], `it ran ${count(rest.length, "more time")}`));
  return links;
}

const weight = (row: HookFiredRow): number =>
  (row.decision === "vetoed" ? 4 : 0) +
  (row.outcome === "failed" || row.outcome === "timed_out" ? 2 : 0) +
  (row.decision === "asked" ? 1 : 0);

function dispatch(group: readonly HookFiredRow[]): Link {
  const row = group[0] as HookFiredRow;
  const did = row.decision === "vetoed" ? "blocked" : row.decision === "asked" ? "asked somebody about" : "ran on";
  const on =
    row.target_tool === null
      ? namedOr(row.event, "an unknown event")
      : `${named(row.target_tool)} at ${namedOr(row.event, "an unknown event")}`;
  const end = row.outcome === null || row.outcome === "completed" ? "" : ` and ${row.outcome.replaceAll("_", " ")}`;
  const often = group.length === 1 ? "" : `, ${times(group.length)}`;
  const as = row.hook_name === null && row.candidates !== null ? `one of the hooks ${listed(row.candidates)}` : "it";
  return link(row.decision === "vetoed" ? "blocked_by" : "ran", row, `${as} ${did} ${on}${end}${often}: ${reasonOf(row)}`);
}

/** What a hook was considered for and did not run on. */
export function skips(rows: readonly HookSkippedRow[]): readonly Link[] {
  const links = rows.slice(0, MOST_TOLD).map((row) => {
    if (row.reason_code === "not_matched") {
      if (saysBoth(row)) return link("missed", row, `it did not run on ${named(row.target_tool as string)}: ${reasonOf(row)}`);
      const strings = `its matcher ${namedOr(row.matcher, "that is not recorded")} did not select ${namedOr(row.target_tool, "the event")}`;
      return link("missed", row, `${strings}: ${reasonOf(row)}`);
    }
    return link(
      "state",
      row,
      `it was skipped at ${namedOr(row.event, "an unknown event")}${row.target_tool === null ? "" : ` on ${named(row.target_tool)}`}: ${reasonOf(row)}`,
    );
  });
  const rest = rows[MOST_TOLD];
  if (rest !== undefined) links.push(link("missed", rest, `it was skipped ${count(rows.length - MOST_TOLD, "more time")}`));
  return links;
}

/** Whether the reason itself names the matcher and what it missed, so that the link need not. */
function saysBoth({ reason, matcher, target_tool: tool }: HookSkippedRow): boolean {
  return reason !== null && matcher !== null && tool !== null && reason.includes(matcher) && reason.includes(tool);
}
