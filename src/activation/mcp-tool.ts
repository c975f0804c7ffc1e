import { boolean, string } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export interface McpToolDetails {
  readonly server?: string | undefined;
  readonly tool: string;
  readonly toolName?: string | undefined;
  readonly trusted?: boolean | undefined;
  readonly allowed?: boolean | undefined;
  readonly available: boolean;
  readonly expiresAt?: string | undefined;
  readonly cached?: boolean | undefined;
}

/** Whether the model is offered a tool, judged at the span's own time. */
export type McpToolActivation = Kind<"mcp_tool", McpToolDetails>;

export const mcpTool: Codec<"mcp_tool", McpToolDetails> = {
  kind: "mcp_tool",
  brief: "Whether the model is offered a tool, judged at the span's own time.",
  spanName: (a) => `offer_mcp_tool ${a.tool}`,
  fields: {
    server: string(
      "activation.mcp.server",
      "Its server; absent for one of the agent's own tools on which an extension or setting decides.",
      "issues",
    ),
    tool: string("activation.mcp.tool", "The server's own name for it.", "create_issue"),
    toolName: string("activation.tool.name", "The name that the model sees.", "mcp__issues__create_issue"),
    trusted: boolean("activation.mcp.trusted", "Whether it is trusted.", true),
    allowed: boolean("activation.mcp.allowed", "Whether the rules allow it.", true),
    available: boolean("activation.mcp.available", "The verdict: whether the model is offered it.", false),
    expiresAt: string("activation.mcp.expires_at", "When its trust ends (RFC 3339).", "2026-01-31T00:00:00Z"),
    cached: boolean("activation.mcp.cached", "Whether it is known from an earlier connection only.", true),
  },
  toAttributes: (a) => ({
    "activation.mcp.server": a.server,
    "activation.mcp.tool": a.tool,
    "activation.tool.name": a.toolName,
    "activation.mcp.trusted": a.trusted,
    "activation.mcp.allowed": a.allowed,
    "activation.mcp.available": a.available,
    "activation.mcp.expires_at": a.expiresAt,
    "activation.mcp.cached": a.cached,
  }),
};
