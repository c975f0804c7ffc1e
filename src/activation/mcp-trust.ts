import { oneOf, string } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const MCP_TRUST_CHANGES = ["approved", "extended", "revoked", "drifted"] as const;
export type McpTrustChange = (typeof MCP_TRUST_CHANGES)[number];

export interface McpTrustDetails {
  readonly server: string;
  readonly tool?: string | undefined;
  readonly change: McpTrustChange;
  readonly expiresAt?: string | undefined;
}

/** Trust in a server or one of its tools was granted, extended or revoked. */
export type McpTrustActivation = Kind<"mcp_trust", McpTrustDetails>;

export const mcpTrust: Codec<"mcp_trust", McpTrustDetails> = {
  kind: "mcp_trust",
  brief: "Trust in a server or one of its tools was granted, extended or revoked, or its definition drifted.",
  spanName: () => "change_mcp_trust",
  fields: {
    server: string("activation.mcp.server", "The server.", "issues"),
    tool: string("activation.mcp.tool", "The tool, if it is about one.", "create_issue"),
    change: oneOf("activation.mcp.trust_change", MCP_TRUST_CHANGES, "What changed."),
    expiresAt: string("activation.mcp.expires_at", "When the trust ends (RFC 3339).", "2026-01-31T00:00:00Z"),
  },
  toAttributes: (a) => ({
    "activation.mcp.server": a.server,
    "activation.mcp.tool": a.tool,
    "activation.mcp.trust_change": a.change,
    "activation.mcp.expires_at": a.expiresAt,
  }),
};
