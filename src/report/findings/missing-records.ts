import type { EmitterFact, Facts, MissingOfKind } from "../facts.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject } from "../subject.ts";
import { count, named } from "../wording.ts";

/** How many ranges a message names; all of them are in the report's `completeness`. */
const MOST_RANGES = 12;

/** Gaps in the sequence of an emitter: which records are missing, and of what kind where the totals of its end tell. */
export function* missingRecords(facts: Facts): Iterable<Conclusion> {
  for (const emitter of facts.emitters) {
    if (emitter.missing.length > 0) yield missing(emitter);
  }
}

function missing(emitter: EmitterFact): Conclusion {
  const shown = emitter.missing.slice(0, MOST_RANGES).join(", ");
  const rest = emitter.missing.length > MOST_RANGES ? ` and ${count(emitter.missing.length - MOST_RANGES, "more range")}` : "";
  const kinds = emitter.missingOfKind === null ? "what they say is not known" : kindsOf(emitter.missingOfKind);
  return {
    code: "missing_records",
    subject: subject("emitter", emitter.emitter),
    message: `${count(emitter.missingCount, "record")} of the emitter ${named(emitter.emitter)} ${emitter.missingCount === 1 ? "is" : "are"} missing (sequence ${shown}${rest}); ${kinds}`,
    facts: [],
    evidence: emitter.evidence,
  };
}

function kindsOf(of: MissingOfKind): string {
  const parts = [
    counted(of.hooks_vetoed, "veto", "vetoes"),
    counted(of.hooks_failed, "hook that failed", "hooks that failed"),
    counted(of.skills_skipped, "skipped skill", "skipped skills"),
    counted(of.disables, "disable", "disables"),
  ].flat();
  if (parts.length === 0) return "by its totals no veto, failed hook, skipped skill or disable is among them";
  return `by its totals among them: ${parts.join(", ")}`;
}

const counted = (n: number | null, one: string, many: string): readonly string[] => (n === null || n <= 0 ? [] : [count(n, one, many)]);
