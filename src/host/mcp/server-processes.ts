import { resolve } from "node:path";
import type { Session } from "../../session/session.ts";
import { VERSION } from "../../version.ts";
import { handedOn } from "../handed-on.ts";
import { errorTypeOf, HostError, messageOf } from "../host-error.ts";
import { McpConnection } from "./connection.ts";
import { whyConnected } from "./server-verdict.ts";
import { isStdio, type McpServer } from "./server.ts";
import { modelName, whyUnfit } from "./tool-name.ts";
import type { ToolNames } from "./tool-names.ts";

export interface ProcessOptions {
  /** How long a server has to answer when it is started, in milliseconds. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
}

/** What the owner of the servers is asked and told. */
export interface ProcessOwner {
  /** Whether the trust or the configuration is against starting it. */
  isBlocked(server: McpServer): boolean;
  /** Its state or its tools are others than before. */
  changed(server: McpServer): void;
}

/** How often a server may say that its tools have changed: each time is read, and what is new is recorded. */
const MOST_CHANGES = 100;

/** Starts and ends the processes of MCP servers, and keeps the lists of their tools. Nothing here throws for what a server does. */
export class ServerProcesses {
  readonly #session: Session;
  readonly #options: ProcessOptions;
  readonly #names: ToolNames;
  readonly #owner: ProcessOwner;

  constructor(session: Session, options: ProcessOptions, names: ToolNames, owner: ProcessOwner) {
    this.#session = session;
    this.#options = options;
    this.#names = names;
    this.#owner = owner;
  }

  /** Starts a server that nothing is against. Its tools have no names yet. */
  async open(server: McpServer): Promise<void> {
    if (this.#isOff(server)) return;
    server.opening = this.#tryToOpen(server).finally(() => {
      server.opening = undefined;
    });
    await server.opening;
  }

  /** Starts a server in the middle of the session, and names its tools. */
  async reopen(server: McpServer): Promise<void> {
    if (this.#isOff(server) || server.opening !== undefined) return;
    await this.open(server);
    server.tools = this.#names.claim(server.tools);
    this.#owner.changed(server);
  }

  async disconnect(server: McpServer): Promise<void> {
    const { connection } = server;
    server.connection = undefined;
    server.state = undefined;
    await connection?.close().catch(() => {});
  }

  #isOff(server: McpServer): boolean {
    return this.#session.disabledBy(server.surface) !== undefined || this.#owner.isBlocked(server);
  }

  async #tryToOpen(server: McpServer): Promise<void> {
    const { config, cwd } = server.declared;
    if (!isStdio(config)) return;
    try {
      server.connection = await McpConnection.open(cwd === undefined ? config : { ...config, cwd: resolve(cwd, config.cwd ?? "") }, {
        clientName: this.#session.agent ?? "extension-activation",
        clientVersion: VERSION,
        // The server is a process of the session; of this process's environment it gets what the SDK passes on.
        environment: handedOn(() => this.#session.childEnvironment({ BAGGAGE: process.env["BAGGAGE"] }), {}),
        timeoutMs: this.#options.connectTimeoutMs ?? 10_000,
        onClosed: (broken) => this.#fail(server, broken ?? "it ended by itself", broken === undefined ? "closed" : "protocol"),
        onToolsChanged: () => void this.#toolsChanged(server),
      });
      // It may have been turned off, or its trust have been taken back, while it started.
      if (this.#owner.isBlocked(server)) {
        await this.disconnect(server);
        return;
      }
      server.state = { status: "connected", reason: whyConnected(server.declared), reasonCode: "always_active" };
      await this.#list(server);
    } catch (error) {
      await this.#breakOff(server, error);
    }
  }

  /** Ends a server that cannot be used: no process of it is left behind. */
  async #breakOff(server: McpServer, error: unknown): Promise<void> {
    const { connection } = server;
    this.#fail(server, messageOf(error), errorTypeOf(error));
    await connection?.close().catch(() => {});
  }

  #fail(server: McpServer, reason: string, errorType: string): void {
    server.connection = undefined;
    server.state = { status: "failed", reason, reasonCode: "connect_failed", errorType };
    this.#owner.changed(server);
  }

  /** One look at a time, however often it says so; one that never stops saying so is ended. */
  async #toolsChanged(server: McpServer): Promise<void> {
    server.changes = (server.changes ?? 0) + 1;
    if (server.changes > MOST_CHANGES) {
      if (server.connection !== undefined)
        await this.#breakOff(server, new HostError(`it changed its tools more than ${MOST_CHANGES} times`));
      return;
    }
    server.looking = (server.looking ?? Promise.resolve()).then(async () => await this.#relist(server));
    await server.looking;
  }

  async #relist(server: McpServer): Promise<void> {
    if (server.connection === undefined) return;
    try {
      await this.#list(server);
      server.tools = this.#names.claim(server.tools);
    } catch (error) {
      await this.#breakOff(server, error);
    }
    this.#owner.changed(server);
  }

  async #list(server: McpServer): Promise<void> {
    const { name, plugin } = server.declared;
    const definitions = (await server.connection?.tools()) ?? [];
    this.#names.release(server.tools);
    server.tools = definitions.map((definition) => {
      const surface = this.#session.addSurface({ kind: "mcp_tool", name: definition.name, server: name, plugin });
      const { name: toolName, isCut } = modelName(name, definition.name);
      return { server, definition, modelName: toolName, isCut, surface, nameTaken: whyUnfit(definition.name) };
    });
  }
}
