import { dirname } from "node:path";
import type { SourceScope } from "../../activation/common.ts";
import type { McpTrustChange } from "../../activation/mcp-trust.ts";
import type { Recorder } from "../../emit/recorder.ts";
import type { Session } from "../../session/session.ts";
import type { ToolArguments } from "../arguments.ts";
import { HostError } from "../host-error.ts";
import { handedOn } from "../handed-on.ts";
import { whyOff } from "../hooks/registry.ts";
import type { ToolDefinition, Unavailable } from "../tools.ts";
import { readMcpConfig } from "./config.ts";
import { configDigest, type McpResult } from "./connection.ts";
import { serverFacts, toolFacts } from "./facts.ts";
import { ServerProcesses, type ProcessOptions } from "./server-processes.ts";
import { whyBlocked } from "./server-verdict.ts";
import { isStdio, type DeclaredServer, type McpServer, type McpTool, type ServerState } from "./server.ts";
import { ToolNames } from "./tool-names.ts";
import { isTime, TrustStore } from "./trust.ts";
import { judgeTool, type ToolVerdict } from "./verdict.ts";

export interface McpOptions extends ProcessOptions {
  /** The `mcp.json` that declares the servers. */
  readonly configFile?: string | undefined;
  /** Whose file that is. Default: `project`, whose servers are not started in a workspace that is not trusted. */
  readonly configScope?: SourceScope | undefined;
  /** The file that says who is trusted; a server that it does not name is not started. It is read, and written only where `persist` asks for it. */
  readonly trustFile?: string | undefined;
  /** How long a tool may take, in milliseconds. Default: 60,000. */
  readonly callTimeoutMs?: number | undefined;
}

export interface ApproveOptions {
  /** One tool; default: the server, with all that its lists allow. */
  readonly tool?: string | undefined;
  /** Until when (RFC 3339). Default: for good. */
  readonly expires?: string | undefined;
  /** Whether the trust file is written. Default: no, and the trust ends with the session. */
  readonly persist?: boolean | undefined;
  /** Why, for the report. */
  readonly reason?: string | undefined;
}

/** Finds a tool: what it is, or why it is not offered. */
type McpLookup = { readonly tool: McpTool } | Unavailable;

/** The MCP servers of a session, the trust in them, and the tools that the model is offered because of it. */
export class McpRegistry {
  readonly #recorder: Recorder;
  readonly #session: Session;
  readonly #options: McpOptions;
  readonly #servers = new Map<string, McpServer>();
  readonly #names = new ToolNames();
  readonly #processes: ServerProcesses;
  #trust: TrustStore;
  #announced = false;

  constructor(recorder: Recorder, options: McpOptions = {}) {
    this.#recorder = recorder;
    this.#session = recorder.session;
    this.#options = options;
    this.#trust = new TrustStore(options.trustFile);
    this.#processes = new ServerProcesses(recorder.session, options, this.#names, {
      isBlocked: (server) => this.#whyBlocked(server) !== undefined,
      changed: (server) => this.#announceServer(server),
    });
  }

  /** Reads the configuration and the trust file. Starts nothing. */
  async discover(): Promise<void> {
    const { configFile, configScope: scope = "project", trustFile } = this.#options;
    if (trustFile !== undefined) this.#trust = await TrustStore.read(trustFile);
    if (configFile === undefined) return;
    const cwd = this.#session.workspace.path ?? dirname(configFile);
    for (const [name, config] of await readMcpConfig(configFile)) this.declare({ name, config, path: configFile, scope, cwd });
  }

  /** Adds a server. @returns whether its name was free */
  declare(declared: DeclaredServer): boolean {
    if (this.#servers.has(declared.name)) return false;
    const { name, plugin } = declared;
    this.#servers.set(name, { declared, surface: this.#session.addSurface({ kind: "mcp_server", name, plugin }), tools: [] });
    return true;
  }

  /** Starts every server that is trusted and on, all at once. A server that fails takes no other down. */
  async connect(): Promise<void> {
    await Promise.all(Array.from(this.#servers.values(), async (server) => await this.#processes.open(server)));
    // Names are given in the order of declaration, whichever server answered first.
    this.#names.clear();
    for (const server of this.#servers.values()) server.tools = this.#names.claim(server.tools);
  }

  announce(): void {
    this.#announced = true;
    for (const server of this.#servers.values()) this.#announceServer(server);
  }

  /** Says anew what a disable, or the time, has changed, and starts what was off when the session began. */
  refresh(): void {
    if (!this.#announced) return;
    for (const server of this.#servers.values()) {
      this.#announceServer(server);
      if (server.connection === undefined && server.state === undefined) void this.#processes.reopen(server);
    }
  }

  /** Waits for servers that are being started. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#servers.values(), async ({ opening }) => await opening));
  }

  /** The tools that the model is offered now. */
  available(): readonly ToolDefinition[] {
    const tools = this.#names.tools().filter((tool) => this.#judge(tool).available);
    return tools.map(({ modelName: name, definition }) => ({
      name,
      description: definition.description,
      inputSchema: definition.inputSchema,
    }));
  }

  /** The tool behind a name that the model sees; undefined where there is none. Judged at this moment. */
  find(name: string): McpLookup | undefined {
    const tool = this.#names.find(name);
    if (tool === undefined) return undefined;
    const verdict = this.#judge(tool);
    if (verdict.available) return { tool };
    return { reason: verdict.reason, reasonCode: verdict.reasonCode };
  }

  /** Calls a tool that {@link find} gave. */
  async call({ server, definition }: McpTool, args: ToolArguments, signal: AbortSignal | undefined): Promise<McpResult> {
    if (server.connection === undefined) throw new HostError(`the MCP server ${server.declared.name} is not connected`);
    const meta: Record<string, string> = handedOn(() => this.#session.inject({}), {});
    return await server.connection.call(definition.name, args, meta, signal, this.#options.callTimeoutMs ?? 60_000);
  }

  /**
   * Trusts a server or one of its tools, as they are now.
   * @throws HostError where nobody declares them, or the trust file cannot be written
   */
  async approve(name: string, options: ApproveOptions = {}): Promise<void> {
    const server = this.#server(name);
    const { tool, expires } = options;
    if (expires !== undefined && !isTime(expires)) throw new HostError(`${expires} is no time as RFC 3339 has it`);
    const before = this.#trust.server(name);
    let extended = before !== undefined;
    if (tool === undefined) {
      const definition = isStdio(server.declared.config) ? configDigest(server.declared.config) : undefined;
      this.#trust.setServer(name, { ...before, definition, expires });
    } else {
      const definition = server.tools.find((known) => known.definition.name === tool)?.definition;
      if (definition === undefined) throw new HostError(`the MCP server ${name} has no tool ${tool}`);
      const approval = before?.tools?.[tool];
      extended = approval?.digest === definition.digest && approval.revoked !== true;
      this.#trust.setTool(name, tool, { digest: definition.digest, expires });
    }
    this.#recordTrust(name, extended ? "extended" : "approved", options, options.reason ?? "approved by the user");
    await this.#applyTrust(server, tool === undefined);
    if (options.persist === true) await this.#trust.save();
  }

  /**
   * Takes trust back, from a server (which is then ended) or from one of its tools.
   * @throws HostError where nobody declares the server, or the trust file cannot be written
   */
  async revoke(name: string, options: Omit<ApproveOptions, "expires"> = {}): Promise<void> {
    const server = this.#server(name);
    if (options.tool === undefined) this.#trust.removeServer(name);
    else this.#trust.setTool(name, options.tool, { revoked: true });
    this.#recordTrust(name, "revoked", options, options.reason ?? "revoked by the user");
    await this.#applyTrust(server, options.tool === undefined);
    if (options.persist === true) await this.#trust.save();
  }

  /** Ends every server. */
  async close(): Promise<void> {
    await this.settled();
    await Promise.allSettled(Array.from(this.#servers.values(), async ({ connection }) => await connection?.close()));
  }

  #server(name: string): McpServer {
    const server = this.#servers.get(name);
    if (server === undefined)
      throw new HostError(`there is no MCP server ${name}; known are ${[...this.#servers.keys()].join(", ") || "none"}`);
    return server;
  }

  async #applyTrust(server: McpServer, ofServer: boolean): Promise<void> {
    if (ofServer && this.#whyBlocked(server) !== undefined) {
      await this.#processes.disconnect(server);
    } else if (ofServer && server.connection === undefined) {
      server.state = undefined;
      await this.#processes.reopen(server);
    }
    this.#announceServer(server);
  }

  #whyBlocked({ declared }: McpServer): ServerState | undefined {
    return whyBlocked(declared, this.#trust.server(declared.name), this.#session.workspace, Date.now());
  }

  #stateOf(server: McpServer): ServerState | undefined {
    const disabledBy = this.#session.disabledBy(server.surface);
    if (disabledBy !== undefined) return { status: "disabled", reason: whyOff(disabledBy), reasonCode: "disabled_for_session" };
    return this.#whyBlocked(server) ?? server.state;
  }

  #announceServer(server: McpServer): void {
    const state = this.#stateOf(server);
    if (!this.#announced || state === undefined) return;
    if (server.said !== `${state.status} ${state.reason}`) {
      server.said = `${state.status} ${state.reason}`;
      this.#recorder.mcpServer(
        serverFacts(server, state, this.#trust.server(server.declared.name), this.#session.disabledBy(server.surface)),
      );
    }
    for (const tool of server.tools) this.#judge(tool);
  }

  /** Judges a tool at this moment, and records the verdict where it is another than before. */
  #judge(tool: McpTool): ToolVerdict {
    const verdict = this.#verdictOf(tool);
    const said = `${verdict.available} ${verdict.reason}`;
    if (this.#announced && tool.said !== said) {
      tool.said = said;
      this.#recordTool(tool, verdict);
    }
    return verdict;
  }

  #verdictOf(tool: McpTool): ToolVerdict {
    const { server, definition, surface, nameTaken } = tool;
    const byTrust = judgeTool(this.#trust.server(server.declared.name), definition.name, definition.digest, Date.now());
    const off = (reason: string, reasonCode: string): ToolVerdict => ({
      ...byTrust,
      available: false,
      reason,
      reasonCode,
      rule: undefined,
    });
    const disabledBy = this.#session.disabledBy(surface);
    if (disabledBy !== undefined) return off(whyOff(disabledBy), "disabled_for_session");
    const state = this.#stateOf(server);
    if (state?.status !== "connected" && byTrust.available)
      return off(`its server is not connected: ${state?.reason ?? "it was not started"}`, state?.reasonCode ?? "connect_failed");
    if (byTrust.available && nameTaken !== undefined) return off(nameTaken.reason, nameTaken.reasonCode);
    if (byTrust.available && tool.isCut) return { ...byTrust, reason: `${byTrust.reason}; its name was cut to 64 characters` };
    return byTrust;
  }

  #recordTool(tool: McpTool, verdict: ToolVerdict): void {
    const { name } = tool.server.declared;
    const { digestExpected, expiresAt, reason, reasonCode } = verdict;
    if (digestExpected !== undefined)
      this.#recordTrust(name, "drifted", { tool: tool.definition.name, expires: expiresAt }, reason, reasonCode);
    this.#recorder.mcpTool(toolFacts(tool, verdict, this.#trust.path, this.#session.disabledBy(tool.surface)));
  }

  #recordTrust(
    server: string,
    change: McpTrustChange,
    { tool, expires }: ApproveOptions,
    reason: string,
    reasonCode = "selected_explicitly",
  ): void {
    this.#recorder.mcpTrust({ server, tool, change, expiresAt: expires, reason, reasonCode });
  }
}
