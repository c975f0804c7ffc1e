import type { Context } from "../context.ts";
import type { FactOf } from "../fact.ts";
import type { HookSkippedRow } from "../report.ts";
import { withTail } from "../tail.ts";

/** One row a hook that was considered for an action and did not execute. */
export function hooksSkipped(context: Context): HookSkippedRow[] {
  const rows: HookSkippedRow[] = [];
  for (const fact of context.timeline.of("hook")) if (fact.activation.decision === "skipped") rows.push(row(context, fact));
  return rows;
}

function row(context: Context, fact: FactOf<"hook">): HookSkippedRow {
  const { activation: a } = fact;
  const own = {
    event: a.event ?? null,
    hook_name: a.name ?? null,
    hook_key: a.key ?? null,
    target_tool: a.toolName ?? null,
    tool_call_id: a.toolCallId ?? null,
    matcher: a.matcher ?? null,
    matcher_syntax: a.matcherSyntax ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
  };
  const hint = context.hints.of("hook", a);
  return context.rows.link<HookSkippedRow>(withTail(own, fact, hint), fact);
}
