import type { ReadActivation } from "../activation/activation.ts";
import type { DisableHint } from "./disable-hint.ts";
import type { Fact } from "./fact.ts";
import { jsonAttributes } from "./json.ts";
import type { EvidenceLevel, RowTail } from "./report.ts";
import { orNull } from "./rows.ts";
import { milliseconds, rfc3339 } from "./time.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Gives a row the tail that every row has. Written property by property, on the row itself: spreading two objects into a
 * third takes longer than reading the span took.
 */
export function withTail<Own extends object>(own: Own, fact: Fact<ReadActivation>, hint: DisableHint): Own & RowTail {
  const { activation: a, record } = fact;
  const row = own as Own & Mutable<RowTail>;
  row.plugin = a.plugin ?? null;
  row.source = sourceOf(a);
  row.digest = a.digest ?? null;
  row.digest_expected = a.digestExpected ?? null;
  row.rule = a.rule === undefined && a.rulePath === undefined ? null : { name: a.rule ?? null, path: a.rulePath ?? null };
  row.disabled_by = a.disabledBy ?? null;
  row.disable = hint.disable;
  row.disable_note = hint.note;
  row.evidence = a.evidence ?? "observed";
  row.evidence_fields = evidenceFields(fact);
  row.name_redacted = a.nameRedacted ?? null;
  row.agent = a.agent ?? null;
  row.session = a.sessionId ?? null;
  row.run = a.runId ?? null;
  row.at = rfc3339(record.startTime);
  row.duration_ms = milliseconds(record.startTime, record.endTime);
  row.emitter = a.emitter ?? null;
  row.sequence = a.sequence ?? null;
  row.trace_id = orNull(record.traceId);
  row.span_id = orNull(record.spanId);
  row.extra = jsonAttributes(record.extra);
  return row;
}

/** Where a fact says it is declared; null where it says nothing. */
export function sourceOf(activation: ReadActivation): RowTail["source"] {
  const { sourcePath: path, sourceScope: scope, sourceRealPath: real } = activation;
  if (path === undefined && scope === undefined && real === undefined) return null;
  return { path: path ?? null, scope: scope ?? null, real_path: real ?? null };
}

function evidenceFields({ activation, record }: Fact<ReadActivation>): RowTail["evidence_fields"] {
  const { evidenceDeclared: declared, evidenceInferred: inferred } = activation;
  const reasonObserved = record.reasonFromSpan === true && (activation.evidence ?? "observed") !== "observed";
  if (!declared?.length && !inferred?.length && !reasonObserved) return null;
  const fields: Record<string, EvidenceLevel> = Object.create(null);
  for (const field of declared ?? []) fields[field] = "declared";
  for (const field of inferred ?? []) fields[field] = "inferred";
  if (reasonObserved) fields["reason"] = "observed";
  return fields;
}
