import type { SourceScope } from "../../activation/common.ts";
import type { McpServerStatus } from "../../activation/mcp-server.ts";
import type { ReasonCode } from "../../activation/reason-code.ts";
import type { Surface } from "../../session/surface.ts";
import type { McpConfig, McpServerConfig } from "./config.ts";
import type { McpConnection, ServerTool } from "./connection.ts";

/** A server as it was declared. */
export interface DeclaredServer {
  readonly name: string;
  readonly config: McpConfig;
  /** The file that declares it. */
  readonly path?: string | undefined;
  readonly scope?: SourceScope | undefined;
  readonly plugin?: string | undefined;
  /** The folder that a `cwd` of its configuration is in, and where it is started without one. */
  readonly cwd?: string | undefined;
}

export interface ServerState {
  readonly status: McpServerStatus;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
  readonly errorType?: string | undefined;
}

/** A tool of a server, under the name that the model sees. */
export interface McpTool {
  readonly server: McpServer;
  readonly definition: ServerTool;
  readonly modelName: string;
  /** Why that name could not be had. */
  readonly nameTaken?: { readonly reason: string; readonly reasonCode: ReasonCode } | undefined;
  readonly isCut: boolean;
  readonly surface: Surface;
  /** What was last said of it. */
  said?: string | undefined;
}

/** A server, and what became of it so far. */
export interface McpServer {
  readonly declared: DeclaredServer;
  readonly surface: Surface;
  state?: ServerState | undefined;
  connection?: McpConnection | undefined;
  tools: readonly McpTool[];
  opening?: Promise<void> | undefined;
  /** Its tools are being looked at again. */
  looking?: Promise<void> | undefined;
  /** How often it has said that they changed. */
  changes?: number | undefined;
  said?: string | undefined;
}

export function isStdio(config: McpConfig): config is McpServerConfig {
  return "command" in config;
}
