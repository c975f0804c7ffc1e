import { oneOf, string } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const MCP_SERVER_STATUSES = ["connected", "failed", "blocked", "disabled"] as const;
export type McpServerStatus = (typeof MCP_SERVER_STATUSES)[number];

export const MCP_TRANSPORTS = ["stdio", "http", "sse"] as const;
export type McpTransport = (typeof MCP_TRANSPORTS)[number];

export interface McpServerDetails {
  readonly server: string;
  readonly status: McpServerStatus;
  readonly transport?: McpTransport | undefined;
}

/** An MCP server is connected, or why not. */
export type McpServerActivation = Kind<"mcp_server", McpServerDetails>;

export const mcpServer: Codec<"mcp_server", McpServerDetails> = {
  kind: "mcp_server",
  brief: "An MCP server is connected, or why not.",
  spanName: (a) => `connect_mcp_server ${a.server}`,
  fields: {
    server: string("activation.mcp.server", "The server's name in the agent's configuration.", "issues"),
    status: oneOf("activation.mcp.status", MCP_SERVER_STATUSES, "What became of the connection."),
    transport: oneOf("activation.mcp.transport", MCP_TRANSPORTS, "How it is reached."),
  },
  toAttributes: (a) => ({
    "activation.mcp.server": a.server,
    "activation.mcp.status": a.status,
    "activation.mcp.transport": a.transport,
  }),
};
