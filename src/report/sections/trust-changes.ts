import type { Context } from "../context.ts";
import type { TrustChangeRow } from "../report.ts";
import { withTail } from "../tail.ts";

/** One row a change of trust in an MCP server or one of its tools. */
export function trustChanges(context: Context): TrustChangeRow[] {
  return context.timeline.of("mcp_trust").map((fact) => {
    const { activation: a } = fact;
    const own = {
      server: a.server ?? null,
      tool: a.tool ?? null,
      change: a.change ?? null,
      expiry: a.expiresAt ?? null,
      reason: a.reason ?? null,
      reason_code: a.reasonCode ?? null,
    };
    const kind = a.tool === undefined ? "mcp_server" : "mcp_tool";
    const hint = context.hints.of(kind, { ...a, name: a.tool ?? a.server });
    return context.rows.link<TrustChangeRow>(withTail(own, fact, hint), fact);
  });
}
