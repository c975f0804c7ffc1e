import type { CheckResult } from "../../report/check.ts";
import { findingItem, tally } from "./findings.ts";
import { type Limits, NAMES, items } from "./limit.ts";
import { type Page, type Section, say } from "./page.ts";
import { count, digits, join, names } from "./words.ts";

const FAILED_SHOWN = 50;

/** What a gate says: what it failed on, then what it let pass. */
export function checkPage({ failed, known, passed, stale }: CheckResult, limits: Limits): Page {
  const notes = join(
    [
      known.length === 0 ? "" : `${digits(known.length)} known by the baseline`,
      stale.length === 0
        ? ""
        : say`${count(stale.length, "entry", "entries")} of the baseline can be taken out: ${names(
            stale.map(({ code, subject }) => `${code} ${subject}`),
            limits.all ? Infinity : NAMES,
          )}`,
    ],
    "; ",
  );
  const verdict: Section = {
    title: failed.length === 0 ? "Passed" : "Failed",
    lead: join([failed.length === 0 ? "nothing to fail on" : `on ${count(failed.length, "finding")}`, notes], "; "),
    blocks:
      failed.length === 0
        ? []
        : [
            items(
              failed.map((finding) => () => findingItem(finding, limits)),
              limits,
              FAILED_SHOWN,
            ),
          ],
  };
  const rest: Section = {
    title: "Not failed on",
    lead: tally(passed),
    blocks: [
      items(
        passed.map((finding) => () => findingItem(finding, limits)),
        limits,
      ),
    ],
  };
  return { sections: passed.length === 0 ? [verdict] : [verdict, rest] };
}
