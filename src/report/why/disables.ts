import { matchesPattern } from "../../activation/pattern.ts";
import { named } from "../wording.ts";
import type { ActivationReport, DisableRow, RowTail } from "../report.ts";
import type { Link } from "./answer.ts";
import { link, unrecorded } from "./links.ts";

/** The session disable that acted on a row, as the row names it. */
export function disabledBy(report: Pick<ActivationReport, "disables">, row: RowTail): readonly Link[] {
  if (row.disabled_by === null) return [];
  const disable = (report.disables ?? []).findLast(
    (each) => each.state === "disabled" && each.accepted !== false && `${each.kind ?? ""}.${each.name ?? ""}` === row.disabled_by,
  );
  if (disable === undefined) {
    return [unrecorded("disabled_by", `the session disable ${named(row.disabled_by)} turned it off; who asked for that is not recorded`)];
  }
  return [link("disabled_by", disable, `it was disabled for the session${byWhom(disable)}, as ${named(row.disabled_by)}`)];
}

/** Disables that were meant for something and did not turn it off: refused, lapsed or not honoured. */
export function unheeded(report: Pick<ActivationReport, "disables">, kind: string, names: readonly string[]): readonly Link[] {
  return (report.disables ?? []).flatMap((row) => {
    if (row.kind !== kind || row.state !== "disabled" || row.name === null) return [];
    const pattern = row.name;
    if (!names.some((name) => name === pattern || matchesPattern(pattern, name))) return [];
    if (row.accepted === false) {
      const why = row.reason ?? row.reason_code;
      return [link("disabled_by", row, `disabling it${byWhom(row)} was refused${why === null ? "" : `: ${why}`}`)];
    }
    return row.honoured === false ? [link("disabled_by", row, `it was disabled for the session${byWhom(row)}, and that did not hold`)] : [];
  });
}

const byWhom = (row: DisableRow): string => (row.origin === null ? "" : ` by ${named(row.origin.replaceAll("_", " "))}`);
