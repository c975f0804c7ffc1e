import type { ActivationReport } from "../../report/report.ts";
import type { Answer } from "../../report/why/answer.ts";
import { answerSection } from "./answer.ts";
import { available } from "./available.ts";
import { changes } from "./changes.ts";
import { findings } from "./findings.ts";
import { fired } from "./fired.ts";
import { head, isSilent } from "./head.ts";
import type { Limits } from "./limit.ts";
import { loaded } from "./loaded.ts";
import type { Page, Section } from "./page.ts";
import { registered } from "./registered.ts";
import { tables } from "./tables.ts";
import { warnings } from "./warnings.ts";

/** The page of a report: the answers first, then what it concludes, then what it rests on. */
export function activationPage(report: ActivationReport, answers: readonly Answer[], limits: Limits): Page {
  return { sections: sections(report, answers, limits).filter((section) => section !== undefined) };
}

function sections(report: ActivationReport, answers: readonly Answer[], limits: Limits): readonly (Section | undefined)[] {
  if (isSilent(report)) return [head(report, limits), warnings(report, limits)];
  const asked = answers.map((answer) => answerSection(answer, limits));
  const silent = asked.length === 0 && report.findings.some(({ code }) => code === "no_record");
  return [
    head(report, limits),
    ...asked,
    changes(report, limits),
    // What was asked by name is answered above, and of a run without a record there is nothing to tell.
    ...(silent || (asked.length > 0 && !limits.all)
      ? []
      : [fired(report, limits), loaded(report, limits), registered(report, limits), available(report, limits)]),
    findings(report, limits),
    ...tables(report, limits),
    warnings(report, limits),
  ];
}
