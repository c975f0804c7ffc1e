import { familyRows } from "../children.ts";
import type { Context } from "../context.ts";
import { none } from "../disable-hint.ts";
import type { FactOf } from "../fact.ts";
import type { DiagnosticRow, SurfaceRow } from "../report.ts";
import { orNull } from "../rows.ts";
import { withTail } from "../tail.ts";

/** One row a seal or harvest, with its diagnostics; and a row for diagnostics whose surface is not recorded. */
export function surfaces(context: Context): SurfaceRow[] {
  const { timeline } = context;
  return familyRows(
    timeline.of("surface"),
    timeline.of("diagnostic"),
    () => true,
    (fact, own) => row(context, fact, own),
  );
}

function row(context: Context, fact: FactOf<"surface" | "diagnostic">, diagnostics: readonly FactOf<"diagnostic">[]): SurfaceRow {
  const { activation } = fact;
  const surface = activation.kind === "surface" ? activation : undefined;
  const own = {
    phase: surface?.phase ?? null,
    status: surface?.status ?? null,
    reason: surface?.reason ?? null,
    reason_code: surface?.reasonCode ?? null,
    extensions: surface?.extensions ?? null,
    tools: surface?.tools ?? null,
    diagnostics: diagnostics.map((diagnostic) => diagnosticRow(context, diagnostic)),
  };
  const hint = none("a surface; turn off the extensions that are in it");
  return context.rows.link<SurfaceRow>(withTail(own, fact, hint), fact);
}

function diagnosticRow(context: Context, fact: FactOf<"diagnostic">): DiagnosticRow {
  const { activation: a, record } = fact;
  const row: DiagnosticRow = {
    extension: a.name ?? null,
    severity: a.severity ?? null,
    refusal: a.refusal ?? null,
    reason_code: a.reasonCode ?? null,
    detail: a.reason ?? null,
    trace_id: orNull(record.traceId),
    span_id: orNull(record.spanId),
  };
  return context.rows.link(row, fact);
}
