import { named } from "../wording.ts";
import type { ActivationReport, RowTail } from "../report.ts";
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
  const origin = disable.origin === null ? "" : ` by ${named(disable.origin.replaceAll("_", " "))}`;
  return [link("disabled_by", disable, `it was disabled for the session${origin}, as ${named(row.disabled_by)}`)];
}
