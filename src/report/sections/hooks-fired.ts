import type { Context } from "../context.ts";
import { none, type DisableHint } from "../disable-hint.ts";
import type { FactOf } from "../fact.ts";
import type { HookStatement } from "../hook-join.ts";
import type { EvidenceLevel, HookFiredRow } from "../report.ts";
import { sourceOf, withTail } from "../tail.ts";

/** One row a dispatch that executed: it ran, vetoed or asked. */
export function hooksFired(context: Context): HookFiredRow[] {
  const rows: HookFiredRow[] = [];
  for (const fact of context.timeline.of("hook")) if (fact.activation.decision !== "skipped") rows.push(row(context, fact));
  return rows;
}

function row(context: Context, fact: FactOf<"hook">): HookFiredRow {
  const { activation: a } = fact;
  const own = {
    event: a.event ?? null,
    hook_name: a.name ?? null,
    hook_key: a.key ?? null,
    target_tool: a.toolName ?? null,
    tool_call_id: a.toolCallId ?? null,
    decision: a.decision ?? null,
    outcome: a.outcome ?? null,
    fail_mode: a.failMode ?? null,
    timeout_ms: a.timeoutMs ?? null,
    attempt: a.attempt ?? null,
    can_block: a.canBlock ?? null,
    mutated: a.mutated ?? null,
    matcher: a.matcher ?? null,
    matcher_syntax: a.matcherSyntax ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    exit_code: a.exitCode ?? null,
    error_type: a.errorType ?? null,
    command: null,
    registered_via: a.registeredVia ?? null,
    candidates: a.candidates ?? null,
  };
  const registrations = context.hooks.registrationsOf(fact);
  const only = registrations.length === 1 ? registrations[0] : undefined;
  const whole = withTail(own, fact, hint(context, fact, only));
  if (only !== undefined) complete(whole, only);
  return context.rows.link<HookFiredRow>(whole, fact);
}

type Joined = { -readonly [K in "command" | "registered_via" | "can_block" | "source" | "evidence" | "evidence_fields"]: HookFiredRow[K] };

/** What the dispatch does not say comes from its registration, with the registration's evidence. */
function complete(row: Joined, { fact }: HookStatement): void {
  const registration = fact.activation;
  const taken: string[] = [];
  if (registration.command !== undefined) {
    row.command = registration.command;
    taken.push("command");
  }
  if (row.registered_via === null && registration.registeredVia !== undefined) {
    row.registered_via = registration.registeredVia;
    taken.push("registered_via");
  }
  if (row.can_block === null && registration.canBlock !== undefined) {
    row.can_block = registration.canBlock;
    taken.push("can_block");
  }
  if (row.source === null) {
    row.source = sourceOf(registration);
    if (row.source !== null) taken.push("source");
  }
  const other = taken.map((field) => [field, levelOf(registration, field)] as const).filter(([, level]) => level !== row.evidence);
  if (other.length === 0) return;
  const fields: Record<string, EvidenceLevel> = Object.assign(Object.create(null), row.evidence_fields);
  for (const [field, level] of other) fields[field] ??= level;
  row.evidence_fields = fields;
}

/** How a registration knows one of its fields. */
function levelOf({ evidence, evidenceDeclared, evidenceInferred }: HookStatement["fact"]["activation"], field: string): EvidenceLevel {
  if (evidenceInferred?.includes(field) === true) return "inferred";
  return evidenceDeclared?.includes(field) === true ? "declared" : (evidence ?? "observed");
}

function hint(context: Context, { activation: a }: FactOf<"hook">, registration: HookStatement | undefined): DisableHint {
  if (a.name === undefined && a.candidates !== undefined) return none(`only its group is recorded: ${a.candidates.join(", ")}`);
  return context.hints.of("hook", {
    name: a.name,
    plugin: a.plugin ?? registration?.fact.activation.plugin,
    protected: a.protected ?? registration?.fact.activation.protected,
    nameRedacted: a.nameRedacted,
    disabledBy: a.disabledBy,
  });
}
