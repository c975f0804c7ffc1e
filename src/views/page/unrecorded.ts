import type { ActivationReport, Section as ReportSection } from "../../report/report.ts";
import { asked } from "./asked.ts";
import { type Section, say } from "./page.ts";

/** A question to which there is no row: known to be none, broken, or not recorded, which never look alike. */
export function unrecorded(report: ActivationReport, title: string, section: ReportSection, none: string): Section {
  return { title, lead: lead(report, section, none), blocks: [] };
}

function lead(report: ActivationReport, section: ReportSection, none: string) {
  const broken = report.completeness.degraded.find((each) => each.section === section);
  if (broken !== undefined) return say`this part could not be built: ${broken.reason}`;
  if (report[section] === null) return "not recorded";
  return asked(report) ? `${none}, of what was asked` : none;
}
