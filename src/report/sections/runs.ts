import type { ReportRun } from "../report.ts";
import type { Run } from "../runs.ts";
import { rfc3339 } from "../time.ts";

/** The runs of the session in the order in which they began. */
export function reportRuns(runs: readonly Run[]): ReportRun[] {
  return runs.map(({ id, started, ended }) => ({
    id,
    started_at: started === undefined ? null : rfc3339(started),
    ended_at: ended === undefined ? null : rfc3339(ended),
  }));
}
