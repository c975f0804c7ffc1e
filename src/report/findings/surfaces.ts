import type { Facts } from "../facts.ts";
import type { DiagnosticRow, SurfaceRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject } from "../subject.ts";
import { cut, listed, named, reasonOf, ruleOf } from "../wording.ts";

/** A surface refused an extension, or an extension came with a tool after the seal. */
export function* surfaces(facts: Facts): Iterable<Conclusion> {
  for (const row of facts.report.surfaces ?? []) {
    let refusals = 0;
    for (const diagnostic of row.diagnostics) {
      if (diagnostic.refusal === true) {
        refusals += 1;
        yield refused(row, diagnostic);
      } else if (diagnostic.reason_code === "late_tool") {
        yield late(row, diagnostic);
      }
    }
    if (row.status === "refused" && refusals === 0) yield refusedWhole(row);
  }
}

function refused(row: SurfaceRow, diagnostic: DiagnosticRow): Conclusion {
  return {
    code: "admission_refused",
    subject: subject("extension", diagnostic.extension),
    message: `${extensionOf(diagnostic)} was refused at the ${named(row.phase ?? "surface")}: ${detailOf(diagnostic)}`,
    facts: [diagnostic],
    within: row,
  };
}

function refusedWhole(row: SurfaceRow): Conclusion {
  const extensions = row.extensions ?? [];
  const which = extensions.length === 0 ? "its extensions are not recorded" : `its extensions: ${listed(extensions)}`;
  return {
    code: "admission_refused",
    subject: subject("extension", extensions.length === 1 ? (extensions[0] ?? null) : null),
    message: `the ${named(row.phase ?? "surface")} was refused, and which extension caused it is not recorded (${which}): ${reasonOf(row)}${ruleOf(row)}`,
    facts: [row],
  };
}

function late(row: SurfaceRow, diagnostic: DiagnosticRow): Conclusion {
  return {
    code: "late_tool",
    subject: subject("extension", diagnostic.extension),
    message: `${extensionOf(diagnostic)} came with a tool after the seal: ${detailOf(diagnostic)}`,
    facts: [diagnostic],
    within: row,
  };
}

const extensionOf = (row: DiagnosticRow): string => (row.extension === null ? "an extension without a name" : named(row.extension));
const detailOf = (row: DiagnosticRow): string =>
  row.detail === null ? reasonOf({ reason: null, reason_code: row.reason_code }) : cut(row.detail);
