import type { ActivationReport, ReportWarning } from "../../report/report.ts";
import { type Limits, items } from "./limit.ts";
import { type Item, type Section, quiet, say } from "./page.ts";
import { count, join } from "./words.ts";

/** What went wrong while it was read; undefined where nothing did. */
export function warnings(report: ActivationReport, limits: Limits): Section | undefined {
  const all = report.warnings;
  if (all.length === 0) return undefined;
  return {
    title: "While it was read",
    lead: count(all.length, "warning"),
    blocks: [
      items(
        all.map((warning) => () => item(warning)),
        limits,
      ),
    ],
  };
}

function item({ code, message, source, position }: ReportWarning): Item {
  const details = source === null ? [] : [{ label: "at", text: join([source, position ?? ""], " ") }];
  return { mark: "warning", tone: "warn", text: say`${message} ${quiet(`[${code}]`)}`, details };
}
