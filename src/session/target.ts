import type { DisableTarget } from "./disabled-set.ts";

/** How a user names something of MCP: `server`, or `server/tool`. Undefined where a part is empty. */
export function mcpTarget(text: string): DisableTarget | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return text === "" ? undefined : { kind: "mcp_server", name: text };
  return slash === 0 || slash === text.length - 1 ? undefined : { kind: "mcp_tool", name: text };
}
