import type { ActivationRecord, HrTime } from "../activation/record.ts";
import { sequenceOf } from "./sequences.ts";
import { isKnown } from "./time.ts";

/** A record with what it is sorted by. */
interface Placed {
  readonly record: ActivationRecord;
  readonly emitter: string;
  readonly sequence: number;
  /** Infinity where neither the record nor another one of its emitter tells when it was. */
  seconds: number;
  nanoseconds: number;
}

/** A record in its place. */
interface Ordered {
  readonly record: ActivationRecord;
  /** Whether the place says when it was; one that has no time and no number stands behind all others. */
  readonly placed: boolean;
}

/**
 * Records in the report's order: within an emitter by sequence, emitters merged by the running maximum of their
 * start times, ties by emitter id. A record without a sequence number stands at its own start time; a time that is not
 * known has no part in it.
 */
export function inOrder(records: Iterable<ActivationRecord>): readonly Ordered[] {
  const placed: Placed[] = [];
  const emitters = new Map<string, Placed[]>();
  for (const record of records) {
    const { activation, startTime } = record;
    const stated = activation.kind === "tool_call" ? undefined : activation;
    const emitter = stated?.emitter ?? "";
    const sequence = stated === undefined ? 0 : (sequenceOf(stated) ?? 0);
    const [seconds, nanoseconds] = isKnown(startTime) ? startTime : NOWHERE;
    const place: Placed = { record, emitter, sequence, seconds, nanoseconds };
    placed.push(place);
    if (sequence === 0) continue;
    const group = emitters.get(emitter);
    if (group === undefined) emitters.set(emitter, [place]);
    else group.push(place);
  }
  for (const group of emitters.values()) raiseToRunningMaximum(group.sort(bySequence));
  return placed.sort(byTime).map(({ record, seconds }) => ({ record, placed: seconds !== Infinity }));
}

const NOWHERE: HrTime = [Infinity, 0];

/**
 * A clock that was set back within an emitter must not move a fact before one that it followed. One that tells no time stands
 * where the fact before it stands; the first ones of an emitter, where the first does that tells one.
 */
function raiseToRunningMaximum(group: readonly Placed[]): void {
  let latest = group.find(({ seconds }) => seconds !== Infinity);
  if (latest === undefined) return;
  for (const place of group) {
    if (place.seconds !== Infinity && byStart(place, latest) > 0) latest = place;
    place.seconds = latest.seconds;
    place.nanoseconds = latest.nanoseconds;
  }
}

function bySequence(a: Placed, b: Placed): number {
  return a.sequence - b.sequence || byStart(a, b) || byText(a.record.spanId, b.record.spanId);
}

function byTime(a: Placed, b: Placed): number {
  return byStart(a, b) || byText(a.emitter, b.emitter) || a.sequence - b.sequence || byText(a.record.spanId, b.record.spanId);
}

function byStart(a: Placed, b: Placed): number {
  // Of two that are infinite, the difference is no number, and decides nothing.
  return a.seconds - b.seconds || a.nanoseconds - b.nanoseconds;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
