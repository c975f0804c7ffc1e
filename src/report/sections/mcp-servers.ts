import type { Context } from "../context.ts";
import type { FactOf } from "../fact.ts";
import { itemOf } from "../items.ts";
import type { McpServerRow } from "../report.ts";
import { statementsOf } from "../statements.ts";
import { withTail } from "../tail.ts";

/** One row an MCP server, by agent and name. */
export function mcpServers(context: Context): McpServerRow[] {
  return statementsOf(context.timeline.of("mcp_server"), itemOf).map(({ fact }) => row(context, fact));
}

function row(context: Context, fact: FactOf<"mcp_server">): McpServerRow {
  const { activation: a } = fact;
  const server = a.server ?? a.name;
  const own = {
    server: server ?? null,
    status: a.status ?? null,
    transport: a.transport ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    error_type: a.errorType ?? null,
    revoke: null,
  };
  const inactive = a.status === undefined || a.status === "connected" ? undefined : a.status;
  const hint = context.hints.of("mcp_server", { ...a, name: server }, inactive);
  return context.rows.link<McpServerRow>(withTail(own, fact, hint), fact);
}
