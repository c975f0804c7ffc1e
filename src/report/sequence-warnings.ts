import type { EmitterAccount } from "./completeness.ts";
import type { ReportWarning } from "./report.ts";
import { statedSequence } from "./sequences.ts";
import { warning } from "./warnings.ts";
import { joined, named, stated } from "./wording.ts";

/** How many ranges of numbers a message names. */
const MOST_RANGES = 12;

/** What keeps an emitter's sequence numbers from telling whether all of its records are here. */
export function* sequenceWarnings(accounts: readonly EmitterAccount[]): Generator<ReportWarning> {
  for (const account of accounts) {
    if (account.sequences.repeated.count > 0) yield repeated(account);
    if (account.sequences.unreadable.count > 0) yield unreadable(account);
  }
}

function repeated({ emitter, sequences }: EmitterAccount): ReportWarning {
  const { count, first } = sequences.repeated;
  const records = count === 1 ? "1 record has" : `${count} records have`;
  const text = `${records} a sequence number that another record of the emitter ${named(emitter)} has: a process started again, or two write, under one emitter's id, and what is missing of one can hide behind the other`;
  return warning("repeated_sequence", text, first);
}

function unreadable(account: EmitterAccount): ReportWarning {
  const { emitter, unseen, sequences } = account;
  const { count, first } = sequences.unreadable;
  const value = first === undefined ? undefined : statedSequence(first);
  const says = value === undefined ? "attributes were lost" : `${count === 1 ? "it says" : "the first says"} ${stated(value)}`;
  const [records, numbers] = count === 1 ? ["1 record", "its number"] : [`${count} records`, "their numbers"];
  const ranges = joined(unseen.slice(0, MOST_RANGES), unseen.length - MOST_RANGES);
  const among = unseen.length === 0 ? "" : `; ${numbers} can be among ${ranges}, which no record has`;
  const text = `${records} of the emitter ${named(emitter)} ${count === 1 ? "has" : "have"} no sequence number that can be read (${says})${among}`;
  return warning("unreadable_sequence", text, first);
}
