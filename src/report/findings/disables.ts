import type { Facts } from "../facts.ts";
import { groupBy } from "../group-by.ts";
import { isNamedKind, knownNames } from "../known-names.ts";
import { nearNames } from "../../activation/near-names.ts";
import type { DisableRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { listed, moment, named, reasonOf, ruleOf } from "../wording.ts";

/** A session disable that was refused, matched nothing, lapsed, or was never honoured. */
export function* disables(facts: Facts): Iterable<Conclusion> {
  const rows = facts.report.disables ?? [];
  // Every process that follows a disable counts its own surfaces: it matched nothing only where it did in all of them.
  const matched = new Set(rows.filter((row) => (row.matched ?? 0) > 0).map(subjectOf));
  const unmatched: DisableRow[] = [];
  const unheeded = new Map<string, Unheeded>();
  for (const row of rows) {
    if (row.accepted === false) {
      yield refused(row);
      continue;
    }
    if (row.state !== "disabled") continue;
    const { verdict, against } = facts.honouring(row);
    switch (verdict) {
      case "lapsed":
      case "not_honoured": {
        // The same thing asked for twice, by a flag and by the environment that carries it on, went unheeded once.
        const key = `${verdict} ${subjectOf(row)}`;
        const known = unheeded.get(key);
        if (known === undefined) unheeded.set(key, { rows: [row], verdict, against });
        else known.rows.push(row);
        break;
      }
      case "unknown":
        if (row.matched === 0 && !matched.has(subjectOf(row))) unmatched.push(row);
        break;
      case "honoured":
        break;
    }
  }
  for (const { rows: same, verdict, against } of unheeded.values()) yield notFollowed(same, verdict, against);
  if (unmatched.length === 0) return;
  const known = knownNames(facts.report);
  let told = 0;
  for (const same of groupBy(unmatched, subjectOf).values()) {
    told += 1;
    yield matchedNothing(same, told <= MOST_NEAR ? known : null);
  }
}

const KIND_WORDS: ReadonlyMap<string | null, string> = new Map([
  ["hook", "the hook"],
  ["skill", "the skill"],
  ["plugin", "the plugin"],
  ["mcp_server", "the MCP server"],
  ["mcp_tool", "the MCP tool"],
]);

/** A disable names its target as it was written; whether it stands for one thing or many is not for the reader to say. */
const subjectOf = (row: DisableRow): string => `${/^[a-z_]+$/.test(row.kind ?? "") ? row.kind : "extension"}:${row.name ?? "*"}`;
const wordsOf = (row: DisableRow): string => `${KIND_WORDS.get(row.kind) ?? named(row.kind ?? "something")} ${named(row.name ?? "*")}`;
const originOf = (row: DisableRow): string => (row.origin === null ? "" : ` (by ${named(row.origin.replaceAll("_", " "))})`);

function refused(row: DisableRow): Conclusion {
  const verb = row.state === "enabled" ? "enabling" : "disabling";
  const message = `${verb} ${wordsOf(row)}${originOf(row)} was refused, so nothing changed: ${reasonOf(row)}${ruleOf(row)}`;
  return { code: "disable_refused", subject: subjectOf(row), message, facts: [row] };
}

/** For how many disables the nearest names are looked for: every name there is is compared with each. */
const MOST_NEAR = 16;

/** @param known the names to look for near ones in; null where they are not looked for */
function matchedNothing(same: readonly DisableRow[], known: ReturnType<typeof knownNames> | null): Conclusion {
  const row = same[0] as DisableRow;
  const near = known === null ? [] : knownNear(row, known);
  const found =
    near.length === 0 ? "no name in these traces is near it" : `the nearest ${near.length === 1 ? "name is" : "names are"} ${listed(near)}`;
  return {
    code: "disable_matched_nothing",
    subject: subjectOf(row),
    message: `disabling ${wordsOf(row)}${originOf(row)} matched nothing${known === null ? "" : `; ${found}`}`,
    facts: same,
  };
}

/** The nearest names of the disable's own kind. */
function knownNear(row: DisableRow, known: ReturnType<typeof knownNames>): readonly string[] {
  const asked = row.name ?? "";
  const tool = row.kind === "mcp_tool" ? asked.slice(asked.indexOf("/") + 1) : asked;
  const own = row.kind === null || row.kind === "mcp_tool" ? "tool" : row.kind;
  return isNamedKind(own) ? nearNames(tool, known[own]) : [];
}

interface Unheeded {
  readonly rows: DisableRow[];
  readonly verdict: "lapsed" | "not_honoured";
  readonly against: object | null;
}

function notFollowed(rows: readonly DisableRow[], verdict: Unheeded["verdict"], against: object | null): Conclusion {
  const row = rows[0] as DisableRow;
  const at = against !== null && "at" in against && typeof against.at === "string" ? ` at ${moment(against.at)}` : "";
  const ways = {
    lapsed: `was off at first, and became active again${at} without being enabled`,
    not_honoured: `was active or used all the same${at}, and not seen off before that`,
  };
  return {
    code: verdict === "lapsed" ? "disable_lapsed" : "disable_not_honoured",
    subject: subjectOf(row),
    message: `${wordsOf(row)} was disabled for the session${originOf(row)}; it ${ways[verdict]}`,
    facts: against === null ? rows : [...rows, against],
  };
}
