import { compareTime, type ActivationRecord, type HrTime } from "../activation/record.ts";
import { isKnown } from "./time.ts";

/** A run as its session's records tell it. */
export interface Run {
  readonly id: string;
  started: HrTime | undefined;
  ended: HrTime | undefined;
  /** The first time of a record that names it, used where its start is not recorded. */
  first: HrTime | undefined;
}

/** The runs of a session in the order in which they began. */
export function runsOf(records: Iterable<ActivationRecord>): Run[] {
  const runs = new Map<string, Run>();
  for (const { activation, startTime, endTime } of records) {
    const id = activation.runId;
    if (id === undefined || id === "") continue;
    let run = runs.get(id);
    if (run === undefined) runs.set(id, (run = { id, started: undefined, ended: undefined, first: undefined }));
    const started = isKnown(startTime) ? startTime : undefined;
    run.first ??= started;
    if (activation.kind !== "run") continue;
    if (activation.phase === "started") run.started ??= started;
    else if (activation.phase === "ended") run.ended = isKnown(endTime) ? endTime : (started ?? run.ended);
  }
  return [...runs.values()].sort((a, b) => compareTime(a.started ?? a.first ?? NEVER, b.started ?? b.first ?? NEVER));
}

/** A finite one: two of them are as late as each other. */
const NEVER: HrTime = [Number.MAX_VALUE, 0];

/** Tells the run of records that name none: the only run of their trace, else the run during which they began. */
export class RunFinder {
  readonly #runs: readonly Run[];
  readonly #ofTrace = new Map<string, string | null>();

  constructor(records: Iterable<ActivationRecord>, runs: readonly Run[]) {
    this.#runs = runs.filter((run) => run.started !== undefined);
    for (const { activation, traceId } of records) {
      if (activation.runId === undefined || activation.runId === "" || traceId === "") continue;
      const known = this.#ofTrace.get(traceId);
      if (known === undefined) this.#ofTrace.set(traceId, activation.runId);
      else if (known !== activation.runId) this.#ofTrace.set(traceId, null);
    }
  }

  runOf(record: ActivationRecord): string | undefined {
    const stated = record.activation.runId;
    if (stated !== undefined && stated !== "") return stated;
    return this.#ofTrace.get(record.traceId) ?? this.#runAt(record.startTime);
  }

  /** undefined between runs, and where two overlap. */
  #runAt(time: HrTime): string | undefined {
    if (!isKnown(time)) return undefined;
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareTime((this.#runs[middle] as Run).started as HrTime, time) <= 0) low = middle + 1;
      else high = middle;
    }
    const latest = this.#runs[low - 1];
    const before = this.#runs[low - 2];
    if (latest === undefined || (latest.ended !== undefined && compareTime(time, latest.ended) > 0)) return undefined;
    return before !== undefined && (before.ended === undefined || compareTime(time, before.ended) <= 0) ? undefined : latest.id;
  }
}
