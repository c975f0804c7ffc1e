import { spawn, type ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { messageOf } from "../host-error.ts";
import { killGroup, OWN_GROUP, trackGroup } from "../process-group.ts";
import { HookVeto, type HookAnswer, type HookInput } from "./hook.ts";

/** A command to run as a hook: a program with its arguments, or, where that is said, a line for the shell. */
export type CommandSpec =
  | { readonly command: readonly [string, ...string[]]; readonly cwd?: string | undefined }
  | { readonly shell: string; readonly cwd?: string | undefined };

/** The exit code with which a command blocks the action; its standard error is the reason. */
export const VETO_EXIT_CODE = 2;

const MOST_OUTPUT = 1_048_576;
const MOST_REASON = 4096;
/** How long the output of a command that has ended may still come, from processes that it left behind. */
const LINGER_MS = 200;

/** A command that broke: it did not start, ended in a way that means nothing, or said what cannot be read. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number | undefined;
  readonly errorType: string;

  constructor(message: string, errorType: string, exitCode?: number, options?: ErrorOptions) {
    super(message, options);
    this.errorType = errorType;
    this.exitCode = exitCode;
  }
}

/** A veto by exit code. */
export class CommandVeto extends HookVeto {
  readonly exitCode: number = VETO_EXIT_CODE;
}

/** The command line as the report shows it. */
export function commandLine(spec: CommandSpec): string {
  if ("shell" in spec) return spec.shell;
  return spec.command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

/**
 * Runs a command with the input as JSON on its standard input.
 *
 * Exit code 0 lets the action go on (standard output, where it begins with `{`, is a {@link HookAnswer} as JSON), 2
 * blocks it, any other is a failure. Aborted, the whole process group is killed.
 */
export async function runCommand(
  spec: CommandSpec,
  input: HookInput,
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<HookAnswer> {
  // Before anything is started: a tool's result need not be JSON.
  const told = asJson(input);
  const [program, args, shell] = "shell" in spec ? [spec.shell, [], true] : [spec.command[0], spec.command.slice(1), false];
  const child = spawn(program, args, {
    cwd: spec.cwd,
    shell,
    ...OWN_GROUP,
    env: environment,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ending = ended(child, spec);
  trackGroup(child);
  const abort = (): void => killGroup(child);
  signal.addEventListener("abort", abort, { once: true });
  try {
    // Where the process may open no more files, there are no pipes; the child then says that it did not start.
    if ((child.stdin as Writable | undefined) === undefined) await ending;
    const output = collect(child.stdout, MOST_OUTPUT);
    const complaint = collect(child.stderr, MOST_REASON);
    // A command that does not read its input closes the pipe: no failure.
    child.stdin.on("error", () => {});
    child.stdin.end(told);
    const { code, killedBy } = await ending;
    if (code === 0) return answerIn(output());
    const said = complaint().text.trim();
    if (code === VETO_EXIT_CODE) throw new CommandVeto(said);
    const how = code === null ? `was killed by ${killedBy}` : `ended with exit code ${code}`;
    throw new CommandFailure(
      said === "" ? `the command ${how}` : `the command ${how}: ${said}`,
      killedBy ?? "exit_code",
      code ?? undefined,
    );
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function asJson(input: HookInput): string {
  try {
    return JSON.stringify(input);
  } catch (cause) {
    throw new CommandFailure(`the command cannot be told of it, which is no JSON: ${messageOf(cause)}`, "invalid_input", undefined, {
      cause,
    });
  }
}

function answerIn({ text, cut }: Collected): HookAnswer {
  if (!text.trimStart().startsWith("{")) return {};
  if (cut) throw new CommandFailure(`the command wrote more than ${MOST_OUTPUT} bytes`, "output_too_large", 0);
  try {
    const { arguments: changed } = JSON.parse(text) as { readonly arguments?: unknown };
    if (changed === undefined) return {};
    if (typeof changed === "object" && changed !== null && !Array.isArray(changed))
      return { arguments: changed as Record<string, unknown> };
  } catch (cause) {
    throw new CommandFailure("the command's output begins with { and is no JSON", "invalid_output", 0, { cause });
  }
  throw new CommandFailure('"arguments" in the command\'s output is no object', "invalid_output", 0);
}

interface Collected {
  readonly text: string;
  readonly cut: boolean;
}

/** Keeps the first bytes of a stream, and reads the rest of it so that the writer is not held up. */
function collect(stream: Readable, most: number): () => Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < most) chunks.push(chunk.subarray(0, most - size));
    size += chunk.length;
  });
  stream.on("error", () => {});
  return () => ({ text: Buffer.concat(chunks).toString("utf8"), cut: size > most });
}

interface Ended {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
}

async function ended(child: ChildProcess, spec: CommandSpec): Promise<Ended> {
  return await new Promise((resolve, reject) => {
    child.once("error", (cause: NodeJS.ErrnoException) => {
      reject(new CommandFailure(`${commandLine(spec)} did not start: ${cause.message}`, cause.code ?? "spawn", undefined, { cause }));
    });
    child.once("exit", (code, killedBy) => {
      const done = (): void => resolve({ code, killedBy });
      const timer = setTimeout(() => {
        // Whoever still holds the pipes keeps them; we read no further.
        child.stdout?.destroy();
        child.stderr?.destroy();
        done();
      }, LINGER_MS);
      child.once("close", () => {
        clearTimeout(timer);
        done();
      });
    });
  });
}
