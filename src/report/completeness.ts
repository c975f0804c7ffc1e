import type { ReadActivation } from "../activation/activation.ts";
import type { Fact, FactOf } from "./fact.ts";
import type { MissingOfKind } from "./facts.ts";
import type { CompletenessStatus, EmitterCompleteness } from "./report.ts";
import type { Timeline } from "./timeline.ts";

/** What one emitter of the session wrote, against what was read of it. */
export interface EmitterAccount extends EmitterCompleteness {
  readonly missingCount: number;
  readonly missingOfKind: MissingOfKind | null;
  readonly converter: boolean;
  /** It wrote more than its end counts: that was not its end. */
  readonly goesOn: boolean;
  /** Its end, else the last fact read of it. */
  readonly lastFact: Fact;
}

interface Tally {
  readonly sequences: Set<number>;
  end: FactOf<"session"> | undefined;
  converter: boolean;
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
    tally = { sequences: new Set(), end: undefined, converter: false, last: fact, vetoed: 0, failed: 0, skipped: 0, disables: 0 };
    tallies.set(emitter, tally);
  }
  tally.last = fact;
  const { activation: a } = fact;
  if (a.sequence !== undefined && a.sequence > 0) tally.sequences.add(a.sequence);
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
  const first = filtered ? leastOf(tally.sequences) : 1;
  const { ranges, count } = gaps(tally.sequences, first, end?.records ?? 0);
  return {
    emitter,
    session,
    expected: end?.records ?? null,
    seen: tally.sequences.size,
    missing: ranges,
    missingCount: count,
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
    goesOn: end?.records !== undefined && [...tally.sequences].some((sequence) => sequence > (end.records as number)),
    lastFact: tally.end ?? tally.last,
  };
}

function leastOf(numbers: ReadonlySet<number>): number {
  let least = Infinity;
  for (const number of numbers) if (number < least) least = number;
  return least;
}

function lacking(stated: number | undefined, seen: number): number | null {
  return stated === undefined ? null : Math.max(0, stated - seen);
}

/** The numbers from the first to the last one known that were not seen, as ranges. */
function gaps(
  sequences: ReadonlySet<number>,
  first: number,
  stated: number,
): { readonly ranges: readonly string[]; readonly count: number } {
  const ranges: string[] = [];
  let count = 0;
  let expected = first;
  const skip = (until: number): void => {
    if (until <= expected) return;
    count += until - expected;
    ranges.push(until - expected === 1 ? String(expected) : `${expected}-${until - 1}`);
  };
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    skip(sequence);
    expected = sequence + 1;
  }
  skip(stated + 1);
  return { ranges, count };
}

/** What is known of how the input was read. */
export interface ReadingState {
  /** A record was lost, or an answer was partial. */
  readonly lostRecords: boolean;
  /** What the query did not ask for was left out. */
  readonly filtered: boolean;
}

export function completenessStatus(accounts: readonly EmitterAccount[], timeline: Timeline, reading: ReadingState): CompletenessStatus {
  if (reading.lostRecords || accounts.some((emitter) => emitter.missingCount > 0)) return "incomplete";
  if (reading.filtered || accounts.length === 0) return "unknown";
  if (accounts.some((emitter) => emitter.expected === null || emitter.converter || emitter.goesOn)) return "unknown";
  // What has no emitter, or no sequence number, can be missing without leaving a gap.
  const numbered = (timeline.facts as readonly Fact<ReadActivation>[]).every(
    ({ activation: a }) => (a.kind as string) === "tool_call" || (a.emitter !== undefined && a.sequence !== undefined),
  );
  return numbered ? "complete" : "unknown";
}
