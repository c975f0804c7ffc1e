import type { ActivationRecord } from "../activation/record.ts";
import { completenessStatus, emitterAccounts, type EmitterAccount, type ReadingState } from "./completeness.ts";
import { Context } from "./context.ts";
import type { Duplicates } from "./duplicates.ts";
import { FactTable, toolCallFacts } from "./fact-table.ts";
import { selectRows, unansweredOf } from "./filter.ts";
import { findings } from "./findings/index.ts";
import { Matchers } from "./matchers.ts";
import { questionOf, warningsOf, type ReportOptions } from "./options.ts";
import type { ActivationReport, Completeness, ReportSource, ReportWarning } from "./report.ts";
import { historyOf, runWindow } from "./run-window.ts";
import { reportRuns } from "./sections/runs.ts";
import { buildSections, onlyRows, readable, type Knowledge } from "./sections/sections.ts";
import { session, trustStatement } from "./sections/session.ts";
import { bySession, identity, newestSession } from "./sessions.ts";
import { sequenceWarnings } from "./sequence-warnings.ts";
import { sinceLastRun } from "./since-last-run.ts";
import { timelineOf, type Timeline } from "./timeline.ts";
import {
  ambiguityWarnings,
  duplicateWarnings,
  evictedWarning,
  limitWarnings,
  sessionWarnings,
  timeWarnings,
  totalsWarnings,
  unspokenWarnings,
  unknownWarnings,
  unreadableWarnings,
} from "./warnings.ts";

/** What a builder has gathered. */
export interface Gathered {
  readonly records: readonly ActivationRecord[];
  readonly duplicates: Duplicates;
  readonly evicted: number;
  readonly sources: readonly ReportSource[];
  readonly holdsParent: (record: ActivationRecord) => boolean;
  /** Every span of the sources was added, also those that are no activations. */
  readonly wholeInput: boolean;
}

type Degraded = Completeness["degraded"][number][];

/** The report on one session of what was gathered. */
export function assemble(gathered: Gathered, options: ReportOptions): ActivationReport {
  const degraded: Degraded = [];
  const question = questionOf(options.question);
  const sessions = bySession(gathered.records);
  const id = options.session ?? newestSession(sessions);
  const own = (id === undefined ? undefined : sessions.records.get(id)) ?? [];
  const { timeline, runs } = timelineOf(own);

  const accounts = emitterAccounts(timeline, id === undefined || id === "" ? null : id, options.filtered === true);
  const reading: ReadingState = {
    lostRecords: options.lostRecords === true,
    filtered: options.filtered === true,
    unreadSources: options.unreadSources === true,
  };
  const completeness = {
    status: completenessStatus(accounts, timeline, reading),
    emitters: accounts.map(({ emitter, session, expected, seen, missing }) => ({ emitter, session, expected, seen, missing })),
    dropped_attributes: droppedAttributes(own),
    missing_parents: reading.filtered ? null : missingParents(own, gathered, reading),
    duplicates_removed: gathered.duplicates.removed,
    degraded,
  };
  const knowledge: Knowledge = { complete: completeness.status === "complete", inventoried: inventoried(timeline, accounts, reading) };

  const run = question.run ?? (options.sinceLastRun === true ? runs.at(-1)?.id : undefined);
  const root = identity(own).agent;
  const context =
    run === undefined
      ? new Context(timeline, { root })
      : new Context(runWindow(timeline, run), { root, history: historyOf(timeline, run) });
  const sections = buildSections(context, knowledge, degraded);
  const toolCalls = toolCallFacts(context);

  const warnings: ReportWarning[] = [
    ...warningsOf(options.warnings),
    ...sessionWarnings(sessions, id, options.session),
    ...duplicateWarnings(gathered.duplicates),
    ...unknownWarnings(timeline),
    ...unreadableWarnings(timeline),
    ...sequenceWarnings(accounts),
    ...timeWarnings(timeline),
    ...ambiguityWarnings(context),
    ...(reading.filtered ? [] : [...totalsWarnings(accounts), ...unspokenWarnings(accounts)]),
  ];
  if (gathered.evicted > 0) warnings.push(evictedWarning(gathered.evicted));

  const report = {
    schema_version: "1" as const,
    sources: gathered.sources,
    session: own.length === 0 || id === undefined || id === "" ? null : session(timeline, id),
    runs: reportRuns(runs),
    since_last_run:
      options.sinceLastRun === true
        ? sinceLastRun({ id, timeline, runs, sessions, run, sections, toolCalls, steps: context.steps }, options)
        : null,
    question,
    ...sections,
    completeness,
    warnings,
  };
  const matchers = new Matchers([], context.steps);
  const selected = selectRows(sections, toolCalls, question, matchers);
  const unanswered = unansweredOf(sections, toolCalls, question, selected, matchers);
  const missing = options.session !== undefined && !sessions.records.has(options.session) ? options.session : undefined;
  const facts = new FactTable({
    report,
    selected,
    unanswered: missing === undefined ? unanswered : [{ kind: "session", name: missing }, ...unanswered],
    toolCalls,
    inventoried: readable(knowledge.inventoried, degraded),
    context,
    accounts,
    trust: trustStatement(timeline),
  });
  const concluded = findings(facts, (rule) => degraded.push(rule));
  warnings.push(...limitWarnings(context));
  const shown = selected === null ? sections : onlyRows(sections, selected, knowledge);
  const { schema_version, sources, session: ofSession, runs: ofRuns, since_last_run } = report;
  return {
    schema_version,
    sources,
    session: ofSession,
    runs: ofRuns,
    since_last_run,
    question,
    ...shown,
    findings: concluded,
    completeness,
    warnings,
  };
}

/** The kinds of which some emitter has listed all there are, and of whose list nothing can be missing. */
function inventoried(timeline: Timeline, accounts: readonly EmitterAccount[], { lostRecords }: ReadingState): ReadonlySet<string> {
  const kinds = new Set<string>();
  if (lostRecords) return kinds;
  const gappy = new Set(
    accounts.filter(({ unseen, sequences }) => unseen.length > 0 || sequences.repeated.count > 0).map(({ emitter }) => emitter),
  );
  for (const { activation } of timeline.of("session")) {
    if (activation.emitter !== undefined && gappy.has(activation.emitter)) continue;
    for (const kind of activation.inventory ?? []) kinds.add(kind);
  }
  return kinds;
}

function droppedAttributes(records: readonly ActivationRecord[]): number {
  let dropped = 0;
  for (const record of records) if (record.activation.kind !== "tool_call") dropped += record.droppedAttributes ?? 0;
  return dropped;
}

/** null where a parent that was not seen may stand among the spans that were passed over, or in a source that could not be read. */
function missingParents(
  records: readonly ActivationRecord[],
  { holdsParent, wholeInput }: Gathered,
  { unreadSources }: ReadingState,
): number | null {
  let missing = 0;
  for (const record of records) {
    if (record.activation.kind !== "tool_call" && record.parentSpanId !== undefined && !holdsParent(record)) missing += 1;
  }
  return missing > 0 && (!wholeInput || unreadSources) ? null : missing;
}
