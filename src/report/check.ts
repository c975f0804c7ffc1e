import { FINDING_CODES, isFindingCode, type FindingCode } from "./findings/rules.ts";
import { nearNames } from "../activation/near-names.ts";
import type { ActivationReport, Finding } from "./report.ts";

export interface CheckOptions {
  /** Codes to fail on, beside every finding of severity error; {@link INCOMPLETE} among them fails on a report that is. */
  readonly failOn?: readonly string[] | undefined;
  /** Findings that are known and do not fail, as {@link baselineOf} made them. */
  readonly baseline?: Baseline | undefined;
}

/** Known findings by what does not change from run to run: the code and the subject. */
export interface Baseline {
  readonly version: 1;
  readonly known: readonly { readonly code: string; readonly subject: string }[];
}

export interface CheckResult {
  /** What the check fails on; empty when it passes. */
  readonly failed: readonly Finding[];
  /** What it would fail on, were it not in the baseline. */
  readonly known: readonly Finding[];
  /** What it does not fail on. */
  readonly passed: readonly Finding[];
  /** Entries of the baseline that nothing in this report answers to: they can be taken out. */
  readonly stale: Baseline["known"];
}

/**
 * What a check can be asked to fail on that is no finding: the report is incomplete. Of what was lost while it was read, such
 * as the end of a file, no number tells, so that nothing is found to be missing.
 */
export const INCOMPLETE = "incomplete";

/**
 * The gate of `explain check`: a report fails on findings of severity error and on the codes asked for.
 *
 * @throws {RangeError} on a code that no finding has.
 */
export function check(report: Checked, options: CheckOptions = {}): CheckResult {
  const failOn = new Set((options.failOn ?? []).map(failureCode)) as ReadonlySet<string>;
  const baseline = new Map((options.baseline?.known ?? []).map((entry) => [keyOf(entry), entry]));
  const seen = new Set<string>();
  const failed: Finding[] = [];
  const known: Finding[] = [];
  const passed: Finding[] = [];
  const isUnreliable = failOn.has(INCOMPLETE) && report.completeness.status === "incomplete";
  for (const finding of isUnreliable ? [incompleteness(report), ...report.findings] : report.findings) {
    const key = keyOf(finding);
    seen.add(key);
    if (finding.severity !== "error" && !failOn.has(finding.code)) passed.push(finding);
    else if (baseline.has(key)) known.push(finding);
    else failed.push(finding);
  }
  const stale = [...baseline].filter(([key]) => !seen.has(key)).map(([, entry]) => entry);
  return { failed, known, passed, stale };
}

/** A baseline under which this report passes with the same `failOn`, for a repository to keep. */
export function baselineOf(report: Checked, options: Pick<CheckOptions, "failOn"> = {}): Baseline {
  const { failed } = check(report, { failOn: options.failOn });
  const entries = new Map(failed.map(({ code, subject }) => [keyOf({ code, subject }), { code, subject }]));
  return { version: 1, known: [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry) };
}

/** What of a report is checked. */
type Checked = Pick<ActivationReport, "session" | "findings" | "completeness">;

/** That the report is incomplete, as what a check fails on. */
function incompleteness({ session, completeness }: Checked): Finding {
  const gaps = completeness.emitters.some(({ missing }) => missing.length > 0);
  return {
    code: INCOMPLETE,
    severity: "error",
    subject: `session:${session?.id ?? "*"}`,
    message: `the report is incomplete: ${gaps ? "the numbers of its records have gaps" : "records were lost while it was read, as the warnings say"}`,
    evidence: [],
  };
}

/**
 * The code that a word of `--fail-on` names.
 *
 * @throws {RangeError} when it names none, with the nearest codes.
 */
export function failureCode(word: string): FindingCode | typeof INCOMPLETE {
  if (word === INCOMPLETE || isFindingCode(word)) return word;
  const near = nearNames(word, [...FINDING_CODES, INCOMPLETE]);
  const hint = near.length === 0 ? "docs/findings.md lists them" : `did you mean ${near.join(" or ")}?`;
  throw new RangeError(`no finding has the code ${JSON.stringify(word)}; ${hint}`);
}

const keyOf = ({ code, subject }: { readonly code: string; readonly subject: string }): string => `${code}\n${subject}`;
