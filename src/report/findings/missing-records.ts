import type { EmitterFact, Facts, MissingOfKind } from "../facts.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject } from "../subject.ts";
import { TOTALS } from "../totals.ts";
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
  const kinds = emitter.missingOfKind === null ? "what they say is not known" : kindsOf(emitter.missingOfKind, emitter.missingCount);
  // A record whose number cannot be read may have one of the numbers that no record has.
  const number = emitter.unreadableCount === 0 ? "" : "at least ";
  return {
    code: "missing_records",
    subject: subject("emitter", emitter.emitter),
    message: `${number}${count(emitter.missingCount, "record")} of the emitter ${named(emitter.emitter)} ${emitter.missingCount === 1 ? "is" : "are"} missing (sequence ${shown}${rest}); ${kinds}`,
    facts: [],
    evidence: emitter.evidence,
  };
}

/** A total that the end does not state says nothing, neither that some are missing nor that none is. */
function kindsOf(of: MissingOfKind, missingCount: number): string {
  const stated = TOTALS.flatMap(([kind, one, many]) => {
    const lacking = of[kind];
    return lacking === null ? [] : [{ missing: Math.min(lacking, missingCount), one, many }];
  });
  if (stated.length === 0) return "what they say is not known";
  const among = stated.filter(({ missing }) => missing > 0).map(({ missing, one, many }) => count(missing, one, many));
  if (among.length > 0) return `by its totals among them: ${among.join(", ")}`;
  const none = stated.map(({ one }) => one);
  return `by its totals no ${[none.slice(0, -1).join(", "), none.at(-1)].filter((part) => part !== "").join(" or ")} is among them`;
}
