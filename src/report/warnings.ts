import type { ActivationRecord } from "../activation/record.ts";
import { COMMON_FIELDS } from "../activation/common.ts";
import { isField, KIND_ATTRIBUTE, SCHEMA_VERSION } from "../activation/activation.ts";
import { isUnspoken, type EmitterAccount } from "./completeness.ts";
import type { Context } from "./context.ts";
import type { Duplicates } from "./duplicates.ts";
import type { ReportWarning } from "./report.ts";
import type { Sessions } from "./sessions.ts";
import type { Timeline } from "./timeline.ts";
import { isKnown } from "./time.ts";
import { TOTALS } from "./totals.ts";
import { count, joined, stated } from "./wording.ts";

/** How many names a message spells out. */
const MOST_NAMES = 8;

/** What the choice of the session left out. */
export function* sessionWarnings(sessions: Sessions, chosen: string | undefined, asked: string | undefined): Generator<ReportWarning> {
  const others = [...sessions.records.keys()].filter((id) => id !== chosen && id !== "").sort();
  if (asked !== undefined && !sessions.records.has(asked)) {
    const known = others.length === 0 ? "the input names no session" : `the sessions of the input are ${names(others)}`;
    yield warning("session_not_found", `no record belongs to the session ${asked}; ${known}`);
  } else if (others.length > 0) {
    const [are, them] = others.length === 1 ? ["session is", "it"] : ["sessions are", "them"];
    yield warning(
      "other_sessions",
      `${others.length} other ${are} in the input and not in this report: ${names(others)}; ask for ${them} by --session`,
    );
  }
  const [nameless] = chosen === "" ? (sessions.records.get("") ?? []) : [];
  if (nameless !== undefined)
    yield warning("no_session", "no record of the input names a session: all of them are taken for one", nameless);
  const [first] = sessions.unassigned;
  if (first !== undefined) {
    const number = sessions.unassigned.length;
    const text = `${number} ${number === 1 ? "record names" : "records name"} no session, and neither emitter nor trace tells it: left out of this report`;
    yield warning("no_session", text, first);
  }
}

export function* duplicateWarnings({ conflicts: { count, first } }: Duplicates): Generator<ReportWarning> {
  if (first === undefined) return;
  const [spans, have] = count === 1 ? ["span has", "Both are"] : ["spans have", "All are"];
  yield warning("same_id_different_content", `${count} ${spans} the ids of another span and another content. ${have} kept`, first);
}

/** What the facts have that this version does not know. */
export function* unknownWarnings(timeline: Timeline): Generator<ReportWarning> {
  const kinds = new Map<string | undefined, { count: number; readonly first: ActivationRecord }>();
  for (const { activation, record } of timeline.of("unknown")) {
    const known = kinds.get(activation.unknownKind);
    if (known === undefined) kinds.set(activation.unknownKind, { count: 1, first: record });
    else known.count += 1;
  }
  for (const [kind, { count, first }] of kinds) {
    const facts = count === 1 ? "1 fact is" : `${count} facts are`;
    const what =
      kind === undefined
        ? `of a kind that is no text, or an empty one (${count === 1 ? "it says" : "the first says"} ${stated(first.extra?.[KIND_ATTRIBUTE])})`
        : `of the kind ${kind}, which this version does not know`;
    const text = `${facts} ${what}; the first is span ${first.spanId || "(none)"} of trace ${first.traceId || "(none)"}`;
    yield warning("unknown_kind", text, first);
  }
  const versions = new Set<string>();
  for (const { activation, record } of timeline.of("session")) {
    const version = activation.schemaVersion;
    if (version === undefined || version === SCHEMA_VERSION || versions.has(version)) continue;
    versions.add(version);
    const text = `an emitter writes version ${version} of the conventions, this reader knows ${SCHEMA_VERSION}: what is new in it is shown as extra attributes`;
    yield warning("unknown_schema_version", text, record);
  }
}

/** What the facts say in a way that cannot be read: a text where a number is due, an object where a text is. */
export function* unreadableWarnings(timeline: Timeline): Generator<ReportWarning> {
  const attributes = new Map<string, { count: number; readonly first: ActivationRecord }>();
  for (const { activation, record } of timeline.facts) {
    if (activation.kind === "tool_call") continue;
    for (const name in record.extra) {
      if (TOLD_ELSEWHERE.has(name) || !isField(activation.kind, name)) continue;
      const known = attributes.get(name);
      if (known === undefined) attributes.set(name, { count: 1, first: record });
      else known.count += 1;
    }
  }
  for (const [name, { count, first }] of attributes) {
    const [facts, says] = count === 1 ? ["1 fact", "it says"] : [`${count} facts`, "the first says"];
    const text = `${name} of ${facts} cannot be read (${says} ${stated(first.extra?.[name])}): it is among the extra attributes, and taken for not stated`;
    yield warning("unreadable_attribute", text, first);
  }
}

/** A number in the sequence and a kind that cannot be read have warnings of their own. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([KIND_ATTRIBUTE, COMMON_FIELDS.sequence.attribute]);

/** What no place in the order can be known of. */
export function* timeWarnings(timeline: Timeline): Generator<ReportWarning> {
  let number = 0;
  let first: ActivationRecord | undefined;
  for (const { record } of timeline.facts) {
    if (isKnown(record.startTime)) continue;
    number += 1;
    first ??= record;
  }
  if (number === 0) return;
  const text = `${number === 1 ? "1 record does" : `${number} records do`} not say when; without a sequence number that tells its place, such a record stands behind all others`;
  yield warning("unknown_time", text, first);
}

/** What could not be counted, because more than one row could be meant. */
export function* ambiguityWarnings(context: Context): Generator<ReportWarning> {
  const [call] = context.calls.ambiguous;
  if (call !== undefined) {
    const tools = new Set(context.calls.ambiguous.map(({ activation }) => activation.toolName ?? ""));
    yield warning(
      "ambiguous_call",
      `calls that more than one row could be meant by are counted for none: ${names([...tools])}`,
      call.record,
    );
  }
  const [use] = context.uses.ambiguous;
  if (use !== undefined) {
    const skills = new Set(context.uses.ambiguous.map(({ activation }) => activation.name ?? ""));
    yield warning(
      "ambiguous_use",
      `uses of skills that have more than one loaded copy are counted for none: ${names([...skills])}`,
      use.record,
    );
  }
}

/**
 * Totals of an emitter's end that exceed what was read of it by more than is missing: a record lost what made it one of
 * the kind, or the emitter counted wrongly. What can be among the missing records the finding `missing_records` tells.
 */
export function* totalsWarnings(accounts: readonly EmitterAccount[]): Generator<ReportWarning> {
  for (const { emitter, missingCount, missingOfKind, lastFact } of accounts) {
    const more = TOTALS.flatMap(([kind, one, many]) => {
      const number = (missingOfKind?.[kind] ?? 0) - missingCount;
      return number <= 0 ? [] : [count(number, one, many)];
    });
    if (more.length === 0) continue;
    const text = `at its end the emitter ${emitter} counts ${joined(more)} more than were read, and no missing record accounts for that`;
    yield warning("totals_differ", text, lastFact.record);
  }
}

/** Nothing stated of extensions is not the same as no extension, where nobody was there to see them. */
export function* unspokenWarnings(accounts: readonly EmitterAccount[]): Generator<ReportWarning> {
  const [first] = accounts;
  if (first === undefined || !isUnspoken(accounts)) return;
  const text =
    "none of the records that were read is an agent's: they say that the session began, and what was turned off in it, and nothing of what was active";
  yield warning("no_agent", text, first.lastFact.record);
}

/** What was not told because more of it meets than a report compares: no agent has so much. */
export function* limitWarnings({ steps, honourings }: Context): Generator<ReportWarning> {
  if (steps.usedUp)
    yield warning(
      "limit_reached",
      "the matchers of the hooks take longer on these tools than a report may: what some of them select is not told",
    );
  if (honourings.beyond)
    yield warning("limit_reached", "more disables and names meet than a report compares: whether a disable was honoured is not told");
}

export function evictedWarning(evicted: number): ReportWarning {
  const records = evicted === 1 ? "1 record is" : `${evicted} records are`;
  return warning("records_evicted", `${records} no longer in the session's memory; the journal has the whole log`);
}

function names(all: readonly string[]): string {
  const shown = all.slice(0, MOST_NAMES).join(", ");
  return all.length > MOST_NAMES ? `${shown} and ${all.length - MOST_NAMES} more` : shown;
}

/** A warning of the report, at the place of a record. */
export function warning(code: string, message: string, at?: ActivationRecord): ReportWarning {
  return { code, message, source: at?.source ?? null, position: at?.position || null };
}
