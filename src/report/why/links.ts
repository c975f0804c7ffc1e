import type { EvidenceLevel, RowTail } from "../report.ts";
import { named, reasonOf, type Reasoned } from "../wording.ts";
import type { FilePlace, Link, Relation } from "./answer.ts";

/** A link that a row states. `field` names the field of the row that says it, where its evidence differs from the row's. */
export function link(
  relation: Relation,
  row: RowTail,
  sentence: string,
  options: { readonly field?: string; readonly file?: FilePlace | null } = {},
): Link {
  const evidence: EvidenceLevel = row.evidence_fields?.[options.field ?? ""] ?? row.evidence;
  return {
    relation,
    sentence,
    recorded: true,
    file: options.file ?? null,
    evidence,
    trace_id: row.trace_id,
    span_id: row.span_id,
    at: row.at,
  };
}

/** Where the chain goes on in reality, and the trace does not say how. */
export function unrecorded(relation: Relation, sentence: string): Link {
  return { relation, sentence, recorded: false, file: null, evidence: null, trace_id: null, span_id: null, at: null };
}

/** What was stated of it before the last statement, the newest first. */
export function earlier<Row extends RowTail & Reasoned>(statements: readonly Row[], stateOf: (row: Row) => string): readonly Link[] {
  return statements
    .slice(0, -1)
    .toReversed()
    .map((row) => link("changed", row, `before that it ${stateOf(row).replace(/^is /, "was ")}: ${reasonOf(row)}`));
}

/** The file that declares it: where every chain ends. */
export function declaredIn(row: RowTail, key: string | null = null): Link {
  const path = row.source?.path ?? null;
  if (path === null) {
    const scope = row.source?.scope ?? null;
    if (scope === "builtin") return link("declared_in", row, "it is built into the agent", { field: "source" });
    const sentence =
      scope === null
        ? "the file that declares it is not recorded"
        : `it is declared in the scope ${named(scope)}; in which file is not recorded`;
    return unrecorded("declared_in", sentence);
  }
  const position = positionOf(path, key);
  const real = row.source?.real_path ?? null;
  const scope = row.source?.scope ?? null;
  const parts = [
    `it is declared in ${named(path)}`,
    real === null || real === path ? "" : ` (a link to ${named(real)})`,
    position === null ? "" : ` at ${named(position)}`,
    scope === null ? "" : `, scope ${named(scope)}`,
  ];
  return link("declared_in", row, parts.join(""), { field: "source", file: { path, real_path: real, position } });
}

/** A hook's key is `<file>:<event>:<group>:<index>`: what follows the file is the place in it. */
function positionOf(path: string, key: string | null): string | null {
  return key?.startsWith(`${path}:`) === true ? key.slice(path.length + 1) : null;
}

/** The rule, policy or setting that decided, where one is recorded. */
export function decidedBy(row: RowTail): readonly Link[] {
  const name = row.rule?.name ?? null;
  const path = row.rule?.path ?? null;
  if (name === null && path === null) return [];
  const rule = name === null ? "a rule" : `the rule ${named(name)}`;
  const where = path === null ? "; its file is not recorded" : ` in ${named(path)}`;
  const file = path === null ? null : { path, real_path: null, position: null };
  return [link("decided_by", row, `${rule}${where} decided it`, { field: "rule", file })];
}
