import type { Facts } from "../../emit/recorder.ts";
import { configDigest } from "./connection.ts";
import { isStdio, type McpServer, type McpTool, type ServerState } from "./server.ts";
import type { ServerTrust } from "./trust.ts";
import type { ToolVerdict } from "./verdict.ts";

/** What the report is told of a server. */
export function serverFacts(
  { declared }: McpServer,
  state: ServerState,
  trust: ServerTrust | undefined,
  disabledBy: string | undefined,
): Facts<"mcp_server"> {
  const { name, config, path, scope, plugin } = declared;
  return {
    server: name,
    ...state,
    transport: isStdio(config) ? "stdio" : (config.type ?? "http"),
    digest: isStdio(config) ? configDigest(config) : undefined,
    digestExpected: state.reasonCode === "modified_since_trusted" ? trust?.definition : undefined,
    disabledBy,
    sourcePath: path,
    sourceScope: scope,
    plugin,
  };
}

/** What the report is told of a tool. */
export function toolFacts(
  { server, definition, modelName }: McpTool,
  { rule, expiresAt, digestExpected, ...verdict }: ToolVerdict,
  trustPath: string | undefined,
  disabledBy: string | undefined,
): Facts<"mcp_tool"> {
  const { name, path, scope, plugin } = server.declared;
  const drift = digestExpected === undefined ? undefined : [`its definition is ${definition.digest}, approved was ${digestExpected}`];
  return {
    ...verdict,
    server: name,
    tool: definition.name,
    toolName: modelName,
    digest: definition.digest,
    digestExpected,
    expiresAt,
    rule,
    rulePath: rule === undefined ? undefined : trustPath,
    disabledBy,
    provenanceErrors: drift,
    sourcePath: path,
    sourceScope: scope,
    plugin,
  };
}
