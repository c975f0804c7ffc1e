import type { ActivationRecord, HrTime } from "../activation/record.ts";
import { compareTime } from "../activation/record.ts";
import { isKnown, rfc3339 } from "./time.ts";

/** The records of the input by the session that they belong to. */
export interface Sessions {
  /** By id. Where no record of the input names a session, all are of one that has no id: the empty text. */
  readonly records: ReadonlyMap<string, readonly ActivationRecord[]>;
  /** Records that name no session, and that nothing else gives one. */
  readonly unassigned: readonly ActivationRecord[];
}

/**
 * Gives every record its session. One that names none belongs to its emitter's session, else to its trace's,
 * where that is one; else to the only session of the input.
 */
export function bySession(records: Iterable<ActivationRecord>): Sessions {
  const groups = new Map<string, ActivationRecord[]>();
  const nameless: ActivationRecord[] = [];
  const ofEmitter = new Owners();
  const ofTrace = new Owners();
  for (const record of records) {
    const session = record.activation.sessionId;
    if (session === undefined || session === "") {
      nameless.push(record);
      continue;
    }
    const group = groups.get(session);
    if (group === undefined) groups.set(session, [record]);
    else group.push(record);
    ofEmitter.say(emitterOf(record), session);
    ofTrace.say(record.traceId, session);
  }
  if (groups.size === 0) return { records: nameless.length === 0 ? groups : new Map([["", nameless]]), unassigned: [] };
  const only = groups.size === 1 ? groups.keys().next().value : undefined;
  const unassigned: ActivationRecord[] = [];
  for (const record of nameless) {
    const session = ofEmitter.of(emitterOf(record)) ?? ofTrace.of(record.traceId) ?? only;
    (session === undefined ? unassigned : (groups.get(session) as ActivationRecord[])).push(record);
  }
  return { records: groups, unassigned };
}

/** Which session an emitter or a trace belongs to, where all that name one name the same. */
class Owners {
  readonly #sessions = new Map<string, string | null>();

  say(owner: string, session: string): void {
    if (owner === "") return;
    const known = this.#sessions.get(owner);
    if (known === undefined) this.#sessions.set(owner, session);
    else if (known !== session) this.#sessions.set(owner, null);
  }

  of(owner: string): string | undefined {
    return this.#sessions.get(owner) ?? undefined;
  }
}

function emitterOf(record: ActivationRecord): string {
  return record.activation.kind === "tool_call" ? "" : (record.activation.emitter ?? "");
}

/** The session whose last fact is the newest; one that has tool calls alone only where none has facts. */
export function newestSession(sessions: Sessions): string | undefined {
  let newest: string | undefined;
  let best: { readonly facts: boolean; readonly last: HrTime } | undefined;
  for (const [id, records] of sessions.records) {
    const facts = records.some((record) => record.activation.kind !== "tool_call");
    const last = lastTime(records, facts);
    const order =
      best === undefined ? 1 : Number(facts) - Number(best.facts) || compareTime(last, best.last) || (id > (newest ?? "") ? 1 : -1);
    if (order > 0) {
      newest = id;
      best = { facts, last };
    }
  }
  return newest;
}

function lastTime(records: readonly ActivationRecord[], factsOnly: boolean): HrTime {
  let last: HrTime = [-Infinity, 0];
  for (const record of records) {
    if (factsOnly && record.activation.kind === "tool_call") continue;
    for (const time of [record.startTime, record.endTime]) if (isKnown(time) && compareTime(time, last) > 0) last = time;
  }
  return last;
}

/** One session of the input, for a list of them. */
export interface SessionSummary {
  readonly id: string;
  readonly agent: string | null;
  readonly workspace: string | null;
  /** RFC 3339 in UTC, nine digits: the first and the last record. */
  readonly first_at: string | null;
  readonly last_at: string | null;
  /** Activation facts, and of them the runs, the dispatches of hooks, the vetoes; tool calls beside them. */
  readonly facts: number;
  readonly runs: number;
  readonly dispatches: number;
  readonly vetoes: number;
  readonly tool_calls: number;
}

/** The sessions of the input, the newest first. */
export function listSessions(records: Iterable<ActivationRecord>): SessionSummary[] {
  const listed: { readonly summary: SessionSummary; readonly last: HrTime }[] = [];
  for (const [id, own] of bySession(records).records) listed.push({ summary: summarise(id, own), last: lastTime(own, false) });
  listed.sort((a, b) => compareTime(b.last, a.last) || (a.summary.id < b.summary.id ? -1 : 1));
  return listed.map((session) => session.summary);
}

function summarise(id: string, records: readonly ActivationRecord[]): SessionSummary {
  const runs = new Set<string>();
  let first: HrTime = [Infinity, 0];
  let [facts, dispatches, vetoes] = [0, 0, 0];
  for (const { activation, startTime } of records) {
    if (isKnown(startTime) && compareTime(startTime, first) < 0) first = startTime;
    if (activation.runId !== undefined) runs.add(activation.runId);
    if (activation.kind !== "tool_call") facts += 1;
    if (activation.kind !== "hook" || activation.decision === "skipped") continue;
    dispatches += 1;
    if (activation.decision === "vetoed") vetoes += 1;
  }
  const { agent, workspace } = identity(records);
  return {
    id,
    agent,
    workspace,
    first_at: rfc3339(first),
    last_at: rfc3339(lastTime(records, false)),
    facts,
    runs: runs.size,
    dispatches,
    vetoes,
    tool_calls: records.length - facts,
  };
}

/** The root agent and the workspace of a session: what its earliest start says, else the first record that names one. */
export function identity(records: Iterable<ActivationRecord>): { readonly agent: string | null; readonly workspace: string | null } {
  let start: ActivationRecord | undefined;
  let agent: string | undefined;
  let workspace: string | undefined;
  for (const record of records) {
    const { activation } = record;
    agent ??= activation.agent;
    if (activation.kind !== "session") continue;
    workspace ??= activation.workspacePath;
    if (activation.phase === "started" && (start === undefined || isEarlier(record, start))) start = record;
  }
  const said = start?.activation.kind === "session" ? start.activation : undefined;
  return { agent: said?.agent ?? agent ?? null, workspace: said?.workspacePath ?? workspace ?? null };
}

/** A record that tells no time is earlier than none. */
function isEarlier({ startTime }: ActivationRecord, than: ActivationRecord): boolean {
  return isKnown(startTime) && (!isKnown(than.startTime) || compareTime(startTime, than.startTime) < 0);
}
