import type { ReadActivation } from "../activation/activation.ts";
import type { Fact, FactOf } from "./fact.ts";
import type { MissingOfKind } from "./facts.ts";
import type { CompletenessStatus, EmitterCompleteness } from "./report.ts";
import { sequenceOf, Sequences } from "./sequences.ts";
import type { Timeline } from "./timeline.ts";

/** What one emitter of the session wrote, against what was read of it. */
export interface EmitterAccount extends EmitterCompleteness {
  /** How many records are missing at least: one whose number cannot be read may have any of those that are not seen. */
  readonly missingCount: number;
  /** The numbers that no record has, as ranges: those of `missing`, also where all of them may be unreadable ones. */
  readonly unseen: readonly string[];
  readonly sequences: Sequences;
  readonly missingOfKind: MissingOfKind | null;
  readonly converter: boolean;
  /** It can tell of extensions: it names its agent, or states more than that a session began and what is off in it. */
  readonly speaks: boolean;
  /** It wrote more than its end counts: that was not its end. */
  readonly goesOn: boolean;
  /** Its end, else the last fact read of it. */
  readonly lastFact: Fact;
}

interface Tally {
  readonly sequences: Sequences;
  end: FactOf<"session"> | undefined;
  converter: boolean;
  speaks: boolean;
  last: Fact;
  vetoed: number;
  failed: number;
  skipped: number;
  disables: number;
}

/**
 * The account of every emitter, in the order in which they appear.
 * @param filtered whether the read left out what was not asked for: what comes before the first record is then not missing
 */
export function emitterAccounts(timeline: Timeline, session: string | null, filtered: boolean): EmitterAccount[] {
  const tallies = new Map<string, Tally>();
  for (const fact of timeline.facts as readonly Fact<ReadActivation>[]) {
    const { emitter } = fact.activation;
    if (emitter !== undefined) count(tallies, emitter, fact);
  }
  return Array.from(tallies, ([emitter, tally]) => account(emitter, session, tally, filtered));
}

function count(tallies: Map<string, Tally>, emitter: string, fact: Fact<ReadActivation>): void {
  let tally = tallies.get(emitter);
  if (tally === undefined) {
    tally = {
      sequences: new Sequences(),
      end: undefined,
      converter: false,
      speaks: false,
      last: fact,
      vetoed: 0,
      failed: 0,
      skipped: 0,
      disables: 0,
    };
    tallies.set(emitter, tally);
  }
  tally.last = fact;
  const { activation: a } = fact;
  tally.sequences.add(fact);
  tally.speaks ||= a.agent !== undefined || (a.kind !== "disable" && (a.kind !== "session" || a.inventory !== undefined));
  if (a.kind === "session") {
    if (a.phase === "ended") tally.end = fact as FactOf<"session">;
    if (a.convertedFrom !== undefined) tally.converter = true;
  } else if (a.kind === "hook") {
    if (a.decision === "vetoed") tally.vetoed += 1;
    if (a.outcome === "failed" || a.outcome === "timed_out") tally.failed += 1;
  } else if (a.kind === "skill") {
    if (a.status === "skipped") tally.skipped += 1;
  } else if (a.kind === "disable") {
    tally.disables += 1;
  }
}

function account(emitter: string, session: string | null, tally: Tally, filtered: boolean): EmitterAccount {
  const end = tally.end?.activation;
  const { sequences } = tally;
  const first = filtered ? sequences.least : 1;
  const { ranges, count } = sequences.gaps(first, end?.records ?? 0);
  const missingCount = Math.max(0, count - sequences.unreadable.count);
  return {
    emitter,
    session,
    expected: end?.records ?? null,
    seen: sequences.size,
    missing: missingCount > 0 ? ranges : [],
    missingCount,
    unseen: ranges,
    sequences,
    missingOfKind:
      end === undefined || first > 1
        ? null
        : {
            hooks_vetoed: lacking(end.totalHooksVetoed, tally.vetoed),
            hooks_failed: lacking(end.totalHooksFailed, tally.failed),
            skills_skipped: lacking(end.totalSkillsSkipped, tally.skipped),
            disables: lacking(end.totalDisables, tally.disables),
          },
    converter: tally.converter,
    speaks: tally.speaks,
    goesOn: end?.records !== undefined && sequences.greatest > end.records,
    lastFact: tally.end ?? tally.last,
  };
}

function lacking(stated: number | undefined, seen: number): number | null {
  return stated === undefined ? null : Math.max(0, stated - seen);
}

/** What is known of how the input was read. */
export interface ReadingState {
  /** A record was lost, or an answer was partial. */
  readonly lostRecords: boolean;
  /** What the query did not ask for was left out. */
  readonly filtered: boolean;
  /** A source could not be read at all: it can hold the rest. */
  readonly unreadSources: boolean;
}

/** Whether the session was begun by somebody, and no agent recorded anything in it. */
export function isUnspoken(accounts: readonly EmitterAccount[]): boolean {
  return accounts.length > 0 && accounts.every(({ speaks }) => !speaks);
}

export function completenessStatus(accounts: readonly EmitterAccount[], timeline: Timeline, reading: ReadingState): CompletenessStatus {
  if (reading.lostRecords || accounts.some((emitter) => emitter.missingCount > 0)) return "incomplete";
  if (reading.filtered || reading.unreadSources || accounts.length === 0) return "unknown";
  if (accounts.some((emitter) => emitter.expected === null || emitter.converter || emitter.goesOn)) return "unknown";
  // Who only started a program (`explain run`) sees none of its extensions.
  if (isUnspoken(accounts)) return "unknown";
  // Of two writers that share an emitter, what is missing of one hides behind the other's record of that number.
  if (accounts.some(({ sequences }) => sequences.repeated.count > 0)) return "unknown";
  // What has no emitter, or no sequence number, can be missing without leaving a gap.
  const numbered = (timeline.facts as readonly Fact<ReadActivation>[]).every(
    ({ activation: a }) => (a.kind as string) === "tool_call" || (a.emitter !== undefined && sequenceOf(a) !== undefined),
  );
  return numbered ? "complete" : "unknown";
}
