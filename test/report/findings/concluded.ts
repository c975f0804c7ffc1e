import { buildActivationReport } from "../../../src/report/builder.ts";
import type { FindingCode } from "../../../src/report/findings/index.ts";
import type { Finding } from "../../../src/report/report.ts";
import type { SpanRecord } from "../../../src/sources/span.ts";
import { sessionOf, type Emitter } from "../../helpers/spans.ts";

/** The findings of a session in which `write` happens. */
export function concluded(write: (agent: Emitter) => void): readonly Finding[] {
  return buildActivationReport(sessionOf(write)).findings;
}

export function codes(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code, subject }) => `${code} ${subject}`);
}

/** The only finding of a code; fails where there is none, or more than one. */
export function only(findings: readonly Finding[], code: FindingCode): Finding {
  const found = findings.filter((finding) => finding.code === code);
  if (found.length !== 1) throw new Error(`expected one ${code}, got ${JSON.stringify(codes(findings))}`);
  return found[0] as Finding;
}

/** The spans of a finding's evidence, as the spans' own ids. */
export function spansOf(finding: Finding): readonly (string | null)[] {
  return finding.evidence.map((ref) => ref.span_id);
}

export const ids = (...spans: readonly SpanRecord[]): readonly string[] => spans.map((span) => span.spanId);
