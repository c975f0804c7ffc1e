import { type ActivationReport, type EvidenceRef, FINDING_SEVERITIES, type Finding, type FindingSeverity } from "../../report/report.ts";
import { grouped } from "./group.ts";
import { type Limits, items } from "./limit.ts";
import { type Item, type Section, type Text, type Tone, quiet, say } from "./page.ts";
import { count, digits, join } from "./words.ts";

const SHOWN = 12;
const OF_ONE_KIND = 4;

/** What the report concludes, the most serious first. */
export function findings(report: ActivationReport, limits: Limits): Section {
  const all = report.findings;
  const order = all.toSorted((a, b) => FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity));
  return {
    title: "Findings",
    lead: all.length === 0 ? "none" : tally(all),
    blocks:
      all.length === 0
        ? []
        : [items(limits.all ? order.map((finding) => () => findingItem(finding, limits)) : fewOfEach(order, limits), limits, SHOWN)],
  };
}

/** At most so many of one kind, and then how many more: ten times the same would hide the rest. */
function fewOfEach(order: readonly Finding[], limits: Limits): readonly (() => Item)[] {
  return grouped(order, ({ severity, code }) => [severity, code]).flatMap((same) => {
    const shown = same.length > OF_ONE_KIND + 1 ? same.slice(0, OF_ONE_KIND) : same;
    const rest = same.length - shown.length;
    const more: Item = {
      mark: same[0].severity,
      tone: "quiet",
      text: [quiet(`${digits(rest)} more like it [${same[0].code}] (--all)`)],
      details: [],
    };
    return [...shown.map((finding) => () => findingItem(finding, limits)), ...(rest === 0 ? [] : [() => more])];
  });
}

/** "1 error, 2 warnings, 3 infos" */
export function tally(all: readonly Finding[]): Text {
  const numbers = FINDING_SEVERITIES.map((severity) => [severity, all.filter((finding) => finding.severity === severity).length] as const);
  return join(
    numbers.map(([severity, number]) =>
      number === 0 ? "" : severity === "info" ? `${digits(number)} for information` : count(number, severity),
    ),
    ", ",
  );
}

export function findingItem(finding: Finding, limits: Limits): Item {
  return {
    mark: finding.severity,
    tone: TONES[finding.severity],
    text: say`${finding.message} ${quiet(`[${finding.code}]`)}`,
    details: limits.all ? finding.evidence.map((evidence) => ({ label: "seen in", text: place(evidence) })) : [],
  };
}

const TONES: Readonly<Record<FindingSeverity, Tone>> = { error: "bad", warning: "warn", info: "quiet" };

function place({ source, position, trace_id, span_id }: EvidenceRef): Text {
  return join([join([source ?? "", position ?? ""], " "), trace_id === null ? "" : `span ${trace_id}/${span_id ?? "?"}`], ", ");
}
