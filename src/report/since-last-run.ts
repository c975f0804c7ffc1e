import type { Steps } from "../activation/linear-regex.ts";
import { compareTime, type ActivationRecord, type HrTime } from "../activation/record.ts";
import { changes } from "./changes.ts";
import { Context } from "./context.ts";
import type { ToolCallFact } from "./facts.ts";
import type { ReportOptions } from "./options.ts";
import type { SinceLastRun } from "./report.ts";
import { runWindow } from "./run-window.ts";
import type { Run } from "./runs.ts";
import { buildSections, type Sections } from "./sections/sections.ts";
import { bySession, identity, type Sessions } from "./sessions.ts";
import { isKnown } from "./time.ts";
import { timelineOf, type Timeline } from "./timeline.ts";

/** The run that is reported on, and where an earlier one can be. */
interface Current {
  readonly id: string | undefined;
  readonly timeline: Timeline;
  readonly runs: readonly Run[];
  readonly sessions: Sessions;
  /** undefined where the session names no run: then it is compared as a whole. */
  readonly run: string | undefined;
  readonly sections: Sections;
  readonly toolCalls: readonly ToolCallFact[];
  /** What is left for the matchers of both runs. */
  readonly steps: Steps;
}

interface Baseline {
  readonly session: string;
  readonly run: string | undefined;
  readonly timeline: Timeline;
}

/**
 * What changed since the run before: the one before it in its session, else the newest run of the newest earlier session of
 * the same agent and workspace, in the input or else in the journal.
 */
export function sinceLastRun(current: Current, options: ReportOptions): SinceLastRun {
  const baseline = inSession(current) ?? inEarlierSession(current, current.sessions) ?? inJournal(current, options);
  if (baseline === undefined) return { baseline: null, changes: null };
  const before = baseline.run === undefined ? baseline.timeline : runWindow(baseline.timeline, baseline.run);
  // What of it cannot be built was named when its own report was asked for.
  const sections = buildSections(
    new Context(before, { root: identity(baseline.timeline.facts.map((fact) => fact.record)).agent, steps: current.steps }),
    { complete: false, inventoried: new Set() },
    [],
  );
  return {
    baseline: { session: baseline.session, run: baseline.run ?? null },
    changes: changes(sections, current.sections, current.toolCalls),
  };
}

function inSession({ id, runs, run, timeline }: Current): Baseline | undefined {
  const before = runs[runs.findIndex((each) => each.id === run) - 1];
  return before === undefined || id === undefined ? undefined : { session: id, run: before.id, timeline };
}

function inJournal(current: Current, { baseline }: ReportOptions): Baseline | undefined {
  return baseline === undefined ? undefined : inEarlierSession(current, bySession(baseline.records()));
}

function inEarlierSession({ id, timeline }: Current, sessions: Sessions): Baseline | undefined {
  const own = timeline.facts.map((fact) => fact.record);
  const { agent, workspace } = identity(own);
  const began = firstTime(own);
  if (began === undefined || agent === null || workspace === null) return undefined;
  let newest: { readonly session: string; readonly records: readonly ActivationRecord[]; readonly first: HrTime } | undefined;
  for (const [session, records] of sessions.records) {
    const first = session === id ? undefined : firstTime(records);
    if (first === undefined || compareTime(first, began) >= 0 || (newest !== undefined && compareTime(first, newest.first) <= 0)) continue;
    const other = identity(records);
    if (other.agent === agent && other.workspace === workspace) newest = { session, records, first };
  }
  if (newest === undefined) return undefined;
  const earlier = timelineOf(newest.records);
  return { session: newest.session, run: earlier.runs.at(-1)?.id, timeline: earlier.timeline };
}

function firstTime(records: readonly ActivationRecord[]): HrTime | undefined {
  let first: HrTime | undefined;
  for (const { startTime } of records)
    if (isKnown(startTime) && (first === undefined || compareTime(startTime, first) < 0)) first = startTime;
  return first;
}
