import type { Context } from "../context.ts";
import type { FactOf } from "../fact.ts";
import type { McpToolRow } from "../report.ts";
import type { Statement } from "../statements.ts";
import { withTail } from "../tail.ts";

/** One row a tool, by agent, server and the server's own name for it. */
export function mcpTools(context: Context): McpToolRow[] {
  return context.calls.statements.map((statement) => row(context, statement));
}

function row(context: Context, statement: Statement<FactOf<"mcp_tool">>): McpToolRow {
  const { fact } = statement;
  const { activation: a } = fact;
  const tool = a.tool ?? a.name;
  const own = {
    server: a.server ?? null,
    tool: tool ?? null,
    model_name: a.toolName ?? null,
    trusted: a.trusted ?? null,
    allowed: a.allowed ?? null,
    available: a.available ?? null,
    expiry: a.expiresAt ?? null,
    cached: a.cached ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    revoke: null,
    calls: context.calls.callsOf(statement).length,
  };
  const inactive = a.available === false ? `not offered${a.reasonCode === undefined ? "" : ` (${a.reasonCode})`}` : undefined;
  const hint = context.hints.of("mcp_tool", { ...a, name: tool }, inactive);
  return context.rows.link<McpToolRow>(withTail(own, fact, hint), fact);
}
