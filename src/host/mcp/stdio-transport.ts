import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { killGroup, OWN_GROUP, trackGroup } from "../process-group.ts";
import { MessageLines } from "./message-lines.ts";

export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** The whole environment of the server. */
  readonly env: Readonly<Record<string, string>>;
}

/** What waits at most, in bytes, for a server that does not read its standard input. */
const MOST_WAITING = 16 * 1024 * 1024;

/** How many messages a server may write in a second: each is read and judged by the agent's own thread. */
const MOST_MESSAGES = 10_000;

const MOST_COMPLAINT = 1000;

/** How long a server has to end once its input is closed, then once more after SIGTERM. */
const GRACE_MS = 400;

/** How long output of a server that has ended may still come, from processes that it left behind. */
const LINGER_MS = 200;

/**
 * A server over its standard input and output, as Model Context Protocol has it ("Transports", stdio).
 *
 * The SDK's own transport reads as fast as a server writes, and so leaves the agent no turn; it says of a server that it
 * ended for what it wrote no more than that it is gone; and it waits four seconds for one that does not want to end,
 * whose children live on (@modelcontextprotocol/sdk 1.32.2).
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #server: StdioServer;
  readonly #lines = new MessageLines();
  #child: ChildProcessWithoutNullStreams | undefined;
  #ended: Promise<void> = Promise.resolve();
  #broken: string | undefined;
  #complaint = "";

  constructor(server: StdioServer) {
    this.#server = server;
  }

  /** Why the server was ended for what it wrote; undefined where it was not. */
  get broken(): string | undefined {
    return this.#broken;
  }

  /** The end of what the server wrote to its standard error, in one line. */
  lastWords(): string {
    return this.#complaint.replaceAll(/\s+/g, " ").trim();
  }

  /** @throws the system's error where the server does not start */
  async start(): Promise<void> {
    const { command, args, cwd, env } = this.#server;
    const child = spawn(command, args, { ...OWN_GROUP, cwd, env });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.on("error", (error) => this.onerror?.(error));
    trackGroup(child);
    this.#child = child;
    child.stdin.on("error", (error) => this.onerror?.(error));
    child.stderr.on("error", () => {});
    child.stderr.on("data", (chunk: Buffer) => {
      this.#complaint = `${this.#complaint}${chunk.toString("utf8")}`.slice(-MOST_COMPLAINT);
    });
    const read = this.#read(child);
    this.#ended = new Promise((resolve) => {
      child.once("exit", () => void this.#afterExit(child, read).finally(resolve));
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (stdin?.writable !== true) throw new Error("the server is not running");
    if (stdin.writableLength > MOST_WAITING) this.#breakOff("it does not read what is written to it");
    // Not waited for: a call has its own limit of time, and that a pipe is broken is told by its end.
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the server and all that it started, in about a second at most. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await this.#endsInTime()) return;
      killGroup(child, signal);
    }
    await this.#endsInTime();
  }

  async #endsInTime(): Promise<boolean> {
    const late = new AbortController();
    const inTime = await Promise.race([this.#ended.then(() => true), sleep(GRACE_MS, false, { signal: late.signal }).catch(() => false)]);
    late.abort();
    return inTime;
  }

  async #read(child: ChildProcessWithoutNullStreams): Promise<void> {
    let messages = 0;
    let since = performance.now();
    try {
      for await (const chunk of child.stdout) {
        if (performance.now() - since > 1000) {
          messages = 0;
          since = performance.now();
        }
        for (const message of this.#lines.read(chunk as Buffer)) {
          if (++messages > MOST_MESSAGES) throw new Error(`it wrote more than ${MOST_MESSAGES} messages in a second`);
          this.onmessage?.(message);
        }
        // One that never stops writing must leave the agent its turn.
        await nextTurn();
      }
    } catch (error) {
      if (this.#child !== undefined) this.#breakOff((error as Error).message);
    }
  }

  #breakOff(why: string): void {
    this.#broken ??= why;
    this.onerror?.(new Error(why));
    if (this.#child !== undefined) killGroup(this.#child);
  }

  /** What a server leaves behind ends with it; what it has written before is read. */
  async #afterExit(child: ChildProcessWithoutNullStreams, read: Promise<void>): Promise<void> {
    killGroup(child);
    await Promise.race([read, sleep(LINGER_MS, undefined, { ref: false })]);
    this.#child = undefined;
    child.stdout.destroy();
    child.stderr.destroy();
    this.onclose?.();
  }
}
