import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program that runs until it is stopped. */
export interface RunningProcess {
  readonly pid: number;
  /** All that it has said so far. */
  output(): string;
  /** Asks it to end, waits until it has; after ten seconds it is killed. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** What the Collector, and Jaeger 2 that is built from it, says when all its parts are started. */
const READY = "Everything is ready";

/** Starts a program and waits until it says that it is ready, with the text `says`. Throws with what it said when it does not. */
export async function startProcess(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
  says: string = READY,
): Promise<RunningProcess> {
  const child = spawn(path, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const exited = once(child, "exit").finally(() => running.delete(child));
  let said = "";
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes(says)) resolve();
      });
    }
  });

  const outcome = await Promise.race([ready.then(() => "ready"), exited.then(() => "it ended"), delay(30_000).then(() => "30 s are over")]);
  if (outcome !== "ready" || child.pid === undefined) {
    child.kill("SIGKILL");
    throw new Error(`${path} ${args.join(" ")} did not become ready: ${outcome}. It said:\n${said.slice(-4000)}`);
  }
  return {
    pid: child.pid,
    output: () => said,
    stop: async () => {
      child.kill("SIGTERM");
      if ((await Promise.race([exited, delay(10_000)])) === undefined) child.kill("SIGKILL");
      await exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Ports on loopback that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  for (let index = 0; index < count; index++) {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise<void>((closed) => server.close(() => closed()))));
  return ports;
}

/** Waits until `check` gives a value; throws after thirty seconds. */
export async function eventually<T>(what: string, check: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`waited thirty seconds for ${what}`);
    await delay(50);
  }
}

function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds).unref();
  });
}

/** What still runs when the tests end early is ended with them, by its id. */
const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** A new folder that is removed when the tests end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "extension-activation-"));
  folders.add(folder);
  return folder;
}

function cleanUp(): void {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

// A worker of vitest ends by a signal as often as by itself.
process.once("exit", cleanUp);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    cleanUp();
    process.kill(process.pid, signal);
  });
}
