import { type Block, type Item, type Page, type Text, type Tone, code } from "./page.ts";
import { count } from "./words.ts";

/** One thing that was looked at. */
export interface Diagnosis {
  /** Stable, `snake_case`. */
  readonly check: string;
  /** `problem`: it keeps activations from being recorded; `note`: it may. */
  readonly verdict: "ok" | "note" | "problem";
  readonly message: string;
  /** The command, or the change, that mends it; null where nothing has to be. */
  readonly mend: string | null;
}

const TONES: Readonly<Record<Diagnosis["verdict"], Tone>> = { problem: "bad", note: "warn", ok: "good" };

/** What `explain doctor` found, in the order of the way that a record takes. */
export function diagnosisPage(diagnoses: readonly Diagnosis[]): Page {
  const problems = diagnoses.filter(({ verdict }) => verdict === "problem").length;
  const items = diagnoses.map(({ verdict, message, mend }): Item => ({
    mark: verdict,
    tone: TONES[verdict],
    text: message,
    details: mend === null ? [] : [{ label: "mend", text: [code(mend)] as Text }],
  }));
  const block: Block = { type: "items", items, hidden: 0 };
  return {
    sections: [
      {
        title: "Doctor",
        lead: problems === 0 ? "nothing found that keeps activations from being recorded" : count(problems, "problem"),
        blocks: [block],
      },
    ],
  };
}
