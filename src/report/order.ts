import type { ActivationRecord, HrTime } from "../activation/record.ts";
import { sequenceOf } from "./sequences.ts";

/** A record with what it is sorted by. */
interface Placed {
  readonly record: ActivationRecord;
  readonly emitter: string;
  readonly sequence: number;
  seconds: number;
  nanoseconds: number;
}

/**
 * Records in the report's order: within an emitter by sequence, emitters merged by the running maximum of their
 * start times, ties by emitter id. A record without a sequence number stands at its own start time.
 */
export function inOrder(records: Iterable<ActivationRecord>): ActivationRecord[] {
  const placed: Placed[] = [];
  const emitters = new Map<string, Placed[]>();
  for (const record of records) {
    const { activation, startTime } = record;
    const stated = activation.kind === "tool_call" ? undefined : activation;
    const emitter = stated?.emitter ?? "";
    const sequence = stated === undefined ? 0 : (sequenceOf(stated) ?? 0);
    const place: Placed = { record, emitter, sequence, seconds: startTime[0], nanoseconds: startTime[1] };
    placed.push(place);
    if (sequence === 0) continue;
    const group = emitters.get(emitter);
    if (group === undefined) emitters.set(emitter, [place]);
    else group.push(place);
  }
  for (const group of emitters.values()) raiseToRunningMaximum(group.sort(bySequence));
  return placed.sort(byTime).map((place) => place.record);
}

/** A clock that was set back within an emitter must not move a fact before one that it followed. */
function raiseToRunningMaximum(group: readonly Placed[]): void {
  let latest: HrTime = [-Infinity, 0];
  for (const place of group) {
    if (place.seconds > latest[0] || (place.seconds === latest[0] && place.nanoseconds > latest[1])) {
      latest = [place.seconds, place.nanoseconds];
    } else {
      place.seconds = latest[0];
      place.nanoseconds = latest[1];
    }
  }
}

function bySequence(a: Placed, b: Placed): number {
  return a.sequence - b.sequence || byStart(a, b) || byText(a.record.spanId, b.record.spanId);
}

function byTime(a: Placed, b: Placed): number {
  return byStart(a, b) || byText(a.emitter, b.emitter) || a.sequence - b.sequence || byText(a.record.spanId, b.record.spanId);
}

function byStart(a: Placed, b: Placed): number {
  return a.seconds - b.seconds || a.nanoseconds - b.nanoseconds;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
