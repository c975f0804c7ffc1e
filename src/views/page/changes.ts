import type { ActivationReport } from "../../report/report.ts";
import { type Limits, table } from "./limit.ts";
import { type Section, name, say } from "./page.ts";

/** What changed since the run before; undefined where it was not asked. */
export function changes(report: ActivationReport, limits: Limits): Section | undefined {
  const since = report.since_last_run;
  if (since === null) return undefined;
  const title = "Since the last run";
  if (since.baseline === null) return { title, lead: "there is no earlier run here to compare with", blocks: [] };
  const { session, run } = since.baseline;
  const before =
    run === null
      ? say`session ${name(session)}`
      : say`run ${name(run)}${session === report.session?.id ? "" : say` of session ${name(session)}`}`;
  if (since.changes === null) return { title, lead: say`what changed since ${before} cannot be told`, blocks: [] };
  if (since.changes.length === 0) return { title, lead: say`nothing changed since ${before}`, blocks: [] };
  const rows = since.changes.map(({ item, was, now, note }) => [[name(item)], was, now, note ?? ""]);
  const columns = [{ title: "what" }, { title: "was", wraps: true }, { title: "now", wraps: true }, { title: "", wraps: true }];
  return { title, lead: say`compared with ${before}`, blocks: [table(columns, rows, limits)] };
}
