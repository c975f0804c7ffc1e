import { displayPath } from "../emit/shorten.ts";
import type { ActivationReport, Finding } from "../report/report.ts";
import type { Answer } from "../report/why/index.ts";

/**
 * A report for people: what was read is written with `~` for the home directory, as everything else on the page is. The
 * files of the journal, which nobody named, have long paths, and a page that is sent to others need not name the user.
 *
 * Only what this process itself read is rewritten: in the records a path can be another machine's.
 */
export function withShortPlaces(report: ActivationReport): ActivationReport {
  return {
    ...report,
    sources: report.sources.map(shortName),
    findings: report.findings.map((finding) => shortFinding(finding)),
    warnings: report.warnings.map((warning) => ({
      ...warning,
      message: shortIn(report, warning.message),
      source: shortOrNull(warning.source),
    })),
  };

  function shortFinding(finding: Finding): Finding {
    return {
      ...finding,
      message: finding.code === "no_record" ? shortIn(report, finding.message) : finding.message,
      evidence: finding.evidence.map((evidence) => ({ ...evidence, source: shortOrNull(evidence.source) })),
    };
  }
}

/** The same for an answer: its sentence names what was looked through where nothing was found. */
export function withShortPlacesIn(report: ActivationReport, answer: Answer): Answer {
  return {
    ...answer,
    sentence: answer.verdict === "no_record" ? shortIn(report, answer.sentence) : answer.sentence,
    searched: { ...answer.searched, sources: answer.searched.sources.map(shortName) },
  };
}

function shortName<Named extends { readonly name: string }>(source: Named): Named {
  return { ...source, name: displayPath(source.name) };
}

function shortOrNull(source: string | null): string | null {
  return source === null ? null : displayPath(source);
}

/** Only the names of what was read are looked for in a text. */
function shortIn({ sources }: ActivationReport, text: string): string {
  return sources.reduce((short, { name }) => short.replaceAll(name, displayPath(name)), text);
}
