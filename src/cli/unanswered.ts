import { type ActivationReport, SECTIONS } from "../report/report.ts";

/** Why a report is no answer: the input states no activation at all, or nothing of what was asked; undefined where it is one. */
export function unanswered(report: ActivationReport): string | undefined {
  const { session, sources, findings, warnings, question } = report;
  // Tool calls alone are no answer: they are anybody's, and say nothing of an extension.
  if (sources.every(({ activation_spans }) => activation_spans === 0)) return NOTHING;
  // Of a session that is not there, the warning below names those that are.
  const silent = findings.filter(({ code, subject }) => code === "no_record" && !subject.startsWith("session:"));
  const asked = Object.values(question).filter((name) => name !== null).length;
  // Of several that were asked for, one that is recorded is an answer.
  if (silent.length >= Math.max(1, asked)) return silent[0]?.message;
  // Facts that name no session can be all there is.
  if (session !== null || SECTIONS.some((section) => (report[section]?.length ?? 0) > 0)) return undefined;
  const other = warnings.find(({ code }) => code === "session_not_found" || code === "no_session");
  return other?.message ?? NOTHING;
}

const NOTHING = "what was read states no activation; explain doctor looks for the cause";
