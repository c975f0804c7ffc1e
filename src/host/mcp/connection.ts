import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { canonicalJson, digestOf } from "../digest.ts";
import { HostError, messageOf } from "../host-error.ts";
import type { McpServerConfig } from "./config.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** A tool as its server defines it. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Of all that the server says of it. */
  readonly digest: string;
}

export interface ConnectOptions {
  readonly clientName: string;
  readonly clientVersion: string;
  /** Environment variables for the server, beside those that the SDK passes on and those of its configuration. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Called when the server ends by itself, or was ended for what it wrote: then with the reason. */
  readonly onClosed: (broken: string | undefined) => void;
  /** Called when the server says that its tools have changed. */
  readonly onToolsChanged: () => void;
}

/** What a tool gave: MCP's `CallToolResult`. */
export interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

const MOST_PAGES = 50;
const MOST_TOOLS = 2000;
const MOST_NAME = 256;

/** Variables that say which code a program runs: where it is looked for, and what is loaded before it. */
const DECIDES_CODE = /PATH$|OPTIONS$|^(?:LD|DYLD)_|^(?:BASH_)?ENV$|^(?:PERL5|RUBY)\w*|^PYTHON\w+/i;

/**
 * The digest of how a server is started. Values of environment variables are no part of it, since they are often secrets
 * that change; but for those with which another program would be started under the same command.
 */
export function configDigest({ command, args = [], cwd, env = {} }: McpServerConfig): string {
  const variables = Object.entries(env).map(([name, value]) => (DECIDES_CODE.test(name) ? `${name}=${value}` : name));
  return digestOf(canonicalJson({ command, args, cwd: cwd ?? null, env: variables.sort() }));
}

/** A connection to a server over its standard input and output. */
export class McpConnection {
  readonly #client: Client;
  readonly #transport: StdioTransport;
  readonly #timeoutMs: number;
  #isClosing = false;

  private constructor(client: Client, transport: StdioTransport, timeoutMs: number) {
    this.#client = client;
    this.#transport = transport;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Starts a server and shakes hands with it.
   * @throws where it does not start or does not answer in time, with the last words of its standard error
   */
  static async open(config: McpServerConfig, options: ConnectOptions): Promise<McpConnection> {
    const sdk = await importSdk();
    const { command, args = [], cwd, env = {} } = config;
    const set = Object.entries({ ...sdk.getDefaultEnvironment(), ...options.environment, ...env });
    const environment = Object.fromEntries(set.filter((entry): entry is [string, string] => entry[1] !== undefined));
    const transport = new StdioTransport({ command, args, cwd, env: environment });
    const client = new sdk.Client({ name: options.clientName, version: options.clientVersion });
    const connection = new McpConnection(client, transport, options.timeoutMs);
    try {
      await client.connect(transport, { timeout: options.timeoutMs });
    } catch (cause) {
      connection.#isClosing = true;
      await client.close();
      // Of one that was ended the last words are about its end.
      if (transport.broken !== undefined) throw new Error(transport.broken, { cause });
      const said = transport.lastWords();
      throw new Error(said === "" ? messageOf(cause) : `${messageOf(cause)}; it wrote: ${said}`, { cause });
    }
    // The SDK's client is no event target.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    client.onclose = () => {
      if (!connection.#isClosing) options.onClosed(transport.broken);
    };
    client.setNotificationHandler(sdk.ToolListChangedNotificationSchema, () => options.onToolsChanged());
    return connection;
  }

  /** All tools of the server, with the digests of their definitions. */
  async tools(): Promise<readonly ServerTool[]> {
    const tools: ServerTool[] = [];
    let cursor: string | undefined;
    // For all pages together: a server that turns them slowly would hold up the start of the host for each.
    const deadline = performance.now() + this.#timeoutMs;
    for (let page = 0; page < MOST_PAGES; page++) {
      const timeout = Math.max(1, deadline - performance.now());
      const answer = await this.#answered(this.#client.listTools(cursor === undefined ? {} : { cursor }, { timeout }));
      if (tools.length + answer.tools.length > MOST_TOOLS) throw new HostError(`it has more than ${MOST_TOOLS} tools`);
      for (const tool of answer.tools) {
        const { name, description, inputSchema } = tool;
        if (name.length > MOST_NAME) throw new HostError(`it has a tool whose name is longer than ${MOST_NAME} characters`);
        tools.push({ name, description, inputSchema, digest: digestOf(canonicalJson(tool)) });
      }
      cursor = answer.nextCursor;
      if (cursor === undefined) return tools;
    }
    throw new HostError(`its list of tools has more than ${MOST_PAGES} pages`);
  }

  /** @param meta what goes along with the call (`params._meta`) */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    meta: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
    timeoutMs: number,
  ): Promise<McpResult> {
    const options = { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) };
    const request = { name: tool, arguments: { ...args }, _meta: { ...meta } };
    return (await this.#answered(this.#client.callTool(request, undefined, options))) as McpResult;
  }

  /** Of a server that was ended for what it wrote the SDK knows only that the connection is closed. */
  async #answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      const { broken } = this.#transport;
      throw broken === undefined ? error : new HostError(broken, { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#client.close();
  }
}

async function importSdk() {
  try {
    // Each awaited by itself: in a `try`, a bundler takes that for a package that need not be there.
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { getDefaultEnvironment } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const { ToolListChangedNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
    return { Client, getDefaultEnvironment, ToolListChangedNotificationSchema };
  } catch (cause) {
    throw new HostError("MCP servers need the package @modelcontextprotocol/sdk: npm install @modelcontextprotocol/sdk", { cause });
  }
}
