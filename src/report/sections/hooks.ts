import type { Context } from "../context.ts";
import type { HookStatement } from "../hook-join.ts";
import type { HookRow } from "../report.ts";
import { withTail } from "../tail.ts";

/**
 * One row a registration: every hook known, and what it did while the row was in force.
 * @throws RangeError where more registrations and dispatches meet than can be told apart
 */
export function hooks(context: Context): HookRow[] {
  if (context.hooks.beyond !== undefined) throw new RangeError(context.hooks.beyond);
  return context.hooks.statements.map((statement) => row(context, statement));
}

function row(context: Context, statement: HookStatement): HookRow {
  const { fact } = statement;
  const { activation: a } = fact;
  const { runs, vetoes, failures } = countsOf(context, statement);
  const own = {
    hook_name: a.name ?? null,
    hook_key: a.key ?? null,
    event: a.event ?? null,
    matcher: a.matcher ?? null,
    matcher_syntax: a.matcherSyntax ?? null,
    command: a.command ?? null,
    registered_via: a.registeredVia ?? null,
    can_block: a.canBlock ?? null,
    state: a.state ?? null,
    protected: a.protected ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    runs,
    vetoes,
    failures,
    matching_calls: context.hooks.matchingCalls(statement)?.count ?? null,
  };
  const hint = context.hints.of("hook", a, a.state === undefined || a.state === "active" ? undefined : a.state);
  return context.rows.link<HookRow>(withTail(own, fact, hint), fact);
}

/** Of a group it is known that its members ran, and not which of them vetoed or failed. */
function countsOf(context: Context, statement: HookStatement): { runs: number; vetoes: number; failures: number } {
  const dispatches = context.hooks.dispatchesOf(statement);
  let [vetoes, failures] = [0, 0];
  for (const { activation: a } of dispatches) {
    if (a.name === undefined && a.key === undefined && (a.candidates?.length ?? 0) > 1) continue;
    if (a.decision === "vetoed") vetoes += 1;
    if (a.outcome === "failed" || a.outcome === "timed_out") failures += 1;
  }
  return { runs: dispatches.length, vetoes, failures };
}
