import type { Facts } from "../facts.ts";
import { groupBy } from "../group-by.ts";
import type { SkillRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { skillWho } from "../subject.ts";
import { listed, named, reasonOf, ruleOf } from "../wording.ts";

/** Codes that say that another copy took the name. */
const LOST: ReadonlySet<string | null> = new Set(["shadowed", "duplicate", "name_claimed"]);

/** A skill that another copy hides, that is there twice, that was skipped, or that the model cannot see. */
export function* skills(facts: Facts): Iterable<Conclusion> {
  const rows = facts.report.skills ?? [];
  const byName = groupBy(rows, (row) => (row.name === null || row.name_redacted === true ? null : nameKey(row)));
  const hidden = new Set<string>();
  const winners = new Map([...byName].map(([name, copies]) => [name, new Winners(copies)]));
  for (const row of rows) {
    if (row.status === "skipped") {
      const lost = row.shadowed_by !== null || LOST.has(row.reason_code);
      if (lost) hidden.add(copyKey(row, row.path));
      yield lost ? shadowed(row, winners.get(nameKey(row))?.over(row)) : skipped(row);
    } else if (row.status === "loaded" && row.listed === false && facts.isLast(row)) {
      yield unlisted(row);
    }
  }
  for (const row of rows) {
    if (row.status !== "loaded") continue;
    // A loser that left no record of its own is known from the winner alone.
    const unseen = (row.shadows ?? []).filter((path) => !hidden.has(copyKey(row, path)));
    if (unseen.length > 0) yield shadowing(row, unseen);
  }
  for (const copies of byName.values()) yield* ambiguous(copies, facts);
}

/** The loaded copies of one name, to be found by what they hide. */
class Winners {
  readonly #copies: readonly SkillRow[];
  /** The places of the first copy of each path, and of the first that hides it. */
  readonly #of = new Map<string | null, number>();
  readonly #hiding = new Map<string, number>();

  constructor(copies: readonly SkillRow[]) {
    this.#copies = copies.filter((copy) => copy.status === "loaded");
    for (const [index, { path, shadows }] of this.#copies.entries()) {
      if (!this.#of.has(path)) this.#of.set(path, index);
      for (const loser of shadows ?? []) if (!this.#hiding.has(loser)) this.#hiding.set(loser, index);
    }
  }

  /** The first copy that is said to hide the row, by either of them. */
  over(row: SkillRow): SkillRow | undefined {
    const [named, hiding] = [this.#of.get(row.shadowed_by), this.#hiding.get(row.path ?? "")];
    return this.#copies[Math.min(named ?? Infinity, hiding ?? Infinity)];
  }
}

function shadowed(row: SkillRow, winner: SkillRow | undefined): Conclusion {
  const who = skillWho(row);
  const by = row.shadowed_by ?? winner?.path ?? null;
  const other = by === null ? "another copy, which is not recorded" : named(by);
  return {
    code: "skill_shadowed",
    subject: who.subject,
    message: `${who.words} in ${pathOf(row)} is hidden by ${other}: ${reasonOf(row)}${ruleOf(row)}`,
    facts: winner === undefined ? [row] : [row, winner],
    explains: [row],
  };
}

function shadowing(row: SkillRow, losers: readonly string[]): Conclusion {
  const who = skillWho(row);
  return {
    code: "skill_shadowed",
    subject: who.subject,
    message: `${who.words} is loaded from ${pathOf(row)} and hides ${listed(losers)}: ${reasonOf(row)}`,
    facts: [row],
  };
}

function skipped(row: SkillRow): Conclusion {
  const who = skillWho(row);
  return {
    code: "skill_skipped",
    subject: who.subject,
    message: `${who.words} in ${pathOf(row)} was skipped: ${reasonOf(row)}${ruleOf(row)}`,
    facts: [row],
  };
}

function unlisted(row: SkillRow): Conclusion {
  const who = skillWho(row);
  return {
    code: "skill_hidden",
    subject: who.subject,
    message: `${who.words} is loaded from ${pathOf(row)}, but the model does not see it: ${reasonOf(row)}${ruleOf(row)}`,
    facts: [row],
  };
}

/** Copies of one name that are active together, where nothing says which of them is used. */
function* ambiguous(copies: readonly SkillRow[], facts: Facts): Iterable<Conclusion> {
  const beaten = new Set(copies.flatMap((row) => row.shadows ?? []));
  const active = copies.filter(
    (row) => row.status === "loaded" && row.shadowed_by === null && facts.isLast(row) && !beaten.has(row.path ?? ""),
  );
  const files = new Map<string, SkillRow>();
  for (const row of active) if (row.path !== null) files.set(row.source?.real_path ?? row.path, row);
  const rows = [...files.values()];
  const runs = new Set(rows.map((row) => row.run));
  const first = rows[0];
  // Copies of different runs need not have been active together.
  if (first === undefined || rows.length < 2 || (runs.size > 1 && !runs.has(null))) return;
  const who = skillWho(first);
  const digests = new Set(rows.map((row) => row.digest));
  const same = digests.size === 1 && !digests.has(null) ? ", with the same content" : "";
  yield {
    code: "skill_ambiguous",
    subject: who.subject,
    message: `${who.words} is active in ${rows.length} copies${same}, and which one is used is not recorded: ${listed(rows.map((row) => row.path ?? ""))}`,
    facts: rows,
  };
}

const nameKey = (row: SkillRow): string => JSON.stringify([row.agent, row.name]);
const copyKey = (row: SkillRow, path: string | null): string => JSON.stringify([row.agent, row.name, path]);
const pathOf = (row: SkillRow): string => (row.path === null ? "a file that is not recorded" : named(row.path));
