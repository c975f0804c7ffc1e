import { compareTime, type HrTime } from "../../activation/record.ts";
import type { ReadActivation } from "../../activation/activation.ts";
import type { Fact, FactOf } from "../fact.ts";
import type { ReportSession } from "../report.ts";
import { identity } from "../sessions.ts";
import { isKnown, rfc3339 } from "../time.ts";
import type { Timeline } from "../timeline.ts";

/** The session itself: what its emitters say of it. */
export function session(timeline: Timeline, id: string): ReportSession {
  const stated = timeline.of("session");
  const { agent, workspace } = identity(timeline.facts.map((fact) => fact.record));
  const started = stated.find(({ activation, record }) => activation.phase === "started" && isKnown(record.startTime))?.record.startTime;
  const ended = end(timeline);
  return {
    id,
    agent,
    mode: stated.find(({ activation }) => activation.mode !== undefined)?.activation.mode ?? null,
    workspace,
    workspace_trusted: trustStatement(timeline)?.activation.workspaceTrusted ?? null,
    started_at: started === undefined ? null : rfc3339(started),
    ended_at: ended === undefined ? null : rfc3339(ended),
  };
}

/** The last fact that says whether the workspace is trusted: a user can decide on it while the session runs. */
export function trustStatement(timeline: Timeline): FactOf<"session"> | undefined {
  return timeline.of("session").findLast(({ activation }) => activation.workspaceTrusted !== undefined);
}

/** Known only where every emitter that takes part has ended, and nothing was recorded after; converters count where there are no others. */
function end(timeline: Timeline): HrTime | undefined {
  const emitters = new Map<string, { converter: boolean; ended: HrTime | undefined; last: HrTime }>();
  for (const { activation: a, record } of timeline.facts as readonly Fact<ReadActivation>[]) {
    if (a.emitter === undefined) continue;
    let emitter = emitters.get(a.emitter);
    if (emitter === undefined) emitters.set(a.emitter, (emitter = { converter: false, ended: undefined, last: record.startTime }));
    if (compareTime(record.startTime, emitter.last) > 0) emitter.last = record.startTime;
    if (a.kind !== "session") continue;
    if (a.phase === "ended") emitter.ended = [record.endTime, record.startTime].find(isKnown);
    if (a.convertedFrom !== undefined) emitter.converter = true;
  }
  const all = [...emitters.values()];
  const own = all.filter((emitter) => !emitter.converter);
  const taking = own.length > 0 ? own : all;
  let latest: HrTime | undefined;
  for (const { ended } of taking) {
    if (ended === undefined) return undefined;
    if (latest === undefined || compareTime(ended, latest) > 0) latest = ended;
  }
  return latest !== undefined && taking.every(({ last }) => compareTime(last, latest) <= 0) ? latest : undefined;
}
