import type { Context } from "../context.ts";
import type { FactOf } from "../fact.ts";
import type { SkillRow } from "../report.ts";
import type { SkillStatement } from "../skill-uses.ts";
import type { Statement } from "../statements.ts";
import { withTail } from "../tail.ts";

/** One row a candidate, by agent, name and path; and a skill of which only its use is recorded. */
export function skills(context: Context): SkillRow[] {
  const { statements, strangers } = context.uses;
  const rows = statements.map((statement) => ({ row: candidate(context, statement), order: statement.fact.order }));
  for (const statement of strangers) rows.push({ row: stranger(context, statement), order: statement.fact.order });
  if (strangers.length > 0) rows.sort((a, b) => a.order - b.order);
  return rows.map(({ row }) => row);
}

function candidate(context: Context, statement: SkillStatement): SkillRow {
  const { fact } = statement;
  const { activation: a } = fact;
  const uses = context.uses.usesOf(statement);
  const own = {
    name: a.name ?? null,
    path: a.sourcePath ?? null,
    source_dir: a.sourceDir ?? null,
    status: a.status ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    isolation: a.isolation ?? null,
    sandbox: a.sandbox ?? null,
    routing_reason: a.routingReason ?? null,
    fallback_available: a.fallbackAvailable ?? null,
    warnings: a.warnings ?? null,
    listed: a.listed ?? null,
    shadowed_by: a.shadowedBy ?? null,
    shadows: a.shadows ?? null,
    triggers: triggers(a.trigger, uses),
    uses: uses.length,
  };
  const inactive = a.status === "skipped" ? `skipped${a.reasonCode === undefined ? "" : ` (${a.reasonCode})`}` : undefined;
  const hint = context.hints.of("skill", a, inactive);
  return context.rows.link<SkillRow>(withTail(own, fact, hint), fact);
}

function stranger(context: Context, statement: Statement<FactOf<"skill_use">>): SkillRow {
  const { fact } = statement;
  const { activation: a } = fact;
  const uses = context.uses.usesOf(statement);
  const own = {
    name: a.name ?? null,
    path: a.sourcePath ?? null,
    source_dir: null,
    status: null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    isolation: null,
    sandbox: null,
    routing_reason: null,
    fallback_available: null,
    warnings: null,
    listed: null,
    shadowed_by: null,
    shadows: null,
    triggers: triggers(undefined, uses),
    uses: uses.length,
  };
  const hint = context.hints.of("skill", a);
  return context.rows.link<SkillRow>(withTail(own, fact, hint), fact);
}

/** What brings it into play, and what did; each once. */
function triggers(stated: string | undefined, uses: readonly FactOf<"skill_use">[]): readonly string[] {
  const all = new Set<string>();
  if (stated !== undefined) all.add(stated);
  for (const { activation } of uses) if (activation.trigger !== undefined) all.add(activation.trigger);
  return [...all];
}
