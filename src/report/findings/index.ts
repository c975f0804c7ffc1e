import type { Facts } from "../facts.ts";
import { FINDING_SEVERITIES, type EvidenceRef, type Finding } from "../report.ts";
import { abstentions } from "./abstentions.ts";
import { brokenHooks } from "./broken-hooks.ts";
import type { Conclusion, Rule } from "./conclusion.ts";
import { disables } from "./disables.ts";
import { doubleHooks } from "./double-hooks.ts";
import { fold } from "./fold.ts";
import { missingRecords } from "./missing-records.ts";
import { nameCollisions } from "./name-collisions.ts";
import { nearMisses } from "./near-misses.ts";
import { noRecord } from "./no-record.ts";
import { failedPlugins } from "./plugins.ts";
import { provenance } from "./provenance.ts";
import { severityOf } from "./rules.ts";
import { silentHooks } from "./silent-hooks.ts";
import { skills } from "./skills.ts";
import { surfaces } from "./surfaces.ts";
import { unavailableTools } from "./tools.ts";
import { untrustedWorkspace } from "./untrusted-workspace.ts";
import { vetoes } from "./vetoes.ts";
import { withheldNames } from "./withheld-names.ts";

export { FINDING_CODES, isFindingCode, RULES, severityOf, type FindingCode, type FindingRule } from "./rules.ts";

const RULE_FUNCTIONS: Readonly<Record<string, Rule>> = {
  vetoes,
  brokenHooks,
  silentHooks,
  nearMisses,
  doubleHooks,
  untrustedWorkspace,
  skills,
  nameCollisions,
  failedPlugins,
  unavailableTools,
  provenance,
  disables,
  surfaces,
  abstentions,
  withheldNames,
  missingRecords,
  noRecord,
};

/** A rule that could not be applied; an entry of the report's `completeness.degraded`. */
export interface DegradedRule {
  readonly section: "findings";
  readonly reason: string;
}

/**
 * What the facts conclude: the most serious first, then in the order of the facts. Of what was asked by name only the
 * findings on the rows that the question selects, and those on no row at all.
 *
 * Does not throw: a rule that fails is given to `degraded`, and the others are applied.
 */
export function findings(facts: Facts, degraded?: (entry: DegradedRule) => void): Finding[] {
  const conclusions: Conclusion[] = [];
  for (const [name, rule] of Object.entries(RULE_FUNCTIONS)) {
    try {
      for (const conclusion of rule(facts)) conclusions.push(conclusion);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      degraded?.({ section: "findings", reason: `the rule ${name} could not be applied: ${reason}` });
    }
  }
  return fold(conclusions)
    .filter((conclusion) => isSelected(conclusion, facts))
    .map((conclusion, index) => ({ finding: toFinding(conclusion, facts), order: orderOf(conclusion, facts), index }))
    .sort((a, b) => rank(a.finding) - rank(b.finding) || a.order - b.order || a.index - b.index)
    .map(({ finding }) => finding);
}

function isSelected({ facts: rows, within }: Conclusion, { selected }: Facts): boolean {
  if (selected === null || rows.length === 0) return true;
  return rows.some((row) => selected.has(row)) || (within !== undefined && selected.has(within));
}

function toFinding({ code, subject, message, facts: rows, evidence = [] }: Conclusion, facts: Facts): Finding {
  return { code, severity: severityOf(code), subject, message, evidence: evidenceOf(rows, evidence, facts) };
}

/** Every span once, those of the row that the finding is about first. */
function evidenceOf(rows: readonly object[], more: readonly EvidenceRef[], facts: Facts): readonly EvidenceRef[] {
  const seen = new Map<string, EvidenceRef>();
  const add = (ref: EvidenceRef): void => {
    const key = JSON.stringify([ref.trace_id, ref.span_id, ref.source, ref.position]);
    if (!seen.has(key)) seen.set(key, ref);
  };
  for (const row of rows) for (const ref of facts.evidenceOf(row)) add(ref);
  for (const ref of more) add(ref);
  return [...seen.values()];
}

const orderOf = ({ facts: [about] }: Conclusion, facts: Facts): number => (about === undefined ? 0 : facts.orderOf(about));
const rank = (finding: Finding): number => FINDING_SEVERITIES.indexOf(finding.severity);
