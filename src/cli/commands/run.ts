import { spawn } from "node:child_process";
import { readdirSync, rmSync, rmdirSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";
import { isatty } from "node:tty";
import { journalRoot } from "../../emit/journal-path.ts";
import { displayPath } from "../../emit/shorten.ts";
import { startSession, type RecordedSession } from "../../sdk.ts";
import { BaggageLimitError } from "../../session/baggage-limit.ts";
import { applyDisableOptions, type DisableFlags } from "../../session/flags.ts";
import { Session } from "../../session/session.ts";
import type { ExitCode } from "../exit-code.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** As a POSIX shell has it (POSIX.1-2024, Shell Command Language, 2.8.2). */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const SIGNALLED = 128;

/** What is passed on to the program when this process alone is signalled. */
const FORWARDED = ["SIGTERM", "SIGHUP", "SIGUSR2", "SIGQUIT"] as const;

/**
 * Starts a program with a session in its environment, and records the session: its standard streams, signals and exit
 * code are the program's own.
 */
export async function run(command: readonly string[], flags: DisableFlags, terminal: Terminal): Promise<ExitCode> {
  const [program, ...args] = command;
  if (program === undefined || program === "") throw new UsageError("run needs a program to start: explain run -- COMMAND …");
  const warnings: string[] = [];
  const recorded = begin(flags, terminal, warnings);
  try {
    const exit = await start(program, args, environment(recorded.session, terminal), terminal);
    await recorded.end();
    if (typeof exit !== "number") {
      forget(recorded);
      terminal.note(`explain: cannot start ${program}: ${exit.why}`);
      return exit.code;
    }
    // The program's own terminal, and not before it has left it.
    terminal.note(`explain: ${whereRecorded(recorded, warnings)}`);
    return exit;
  } catch (error) {
    await recorded.end();
    throw error;
  }
}

/** The session that this process itself was started in, where it was; else a new one. */
function begin(flags: DisableFlags, terminal: Terminal, warnings: string[]): RecordedSession {
  const session = Session.from(terminal.environment, {
    trust: true,
    origin: "environment",
    workspace: { path: terminal.folder },
    knowsSurfaces: false,
  });
  applyDisableOptions(session, flags);
  const recorded = startSession({
    session,
    journal: journalRoot(terminal.environment) ?? false,
    onWarning: (_code, message) => warnings.push(message),
  });
  session.settle();
  return recorded;
}

function environment(session: Session, terminal: Terminal): Record<string, string> {
  try {
    return session.childEnvironment(terminal.environment);
  } catch (error) {
    if (error instanceof BaggageLimitError) throw new UsageError(error.message);
    throw error;
  }
}

/** Why there is no process, and the code that a shell ends with. */
interface NotStarted {
  readonly code: ExitCode;
  readonly why: string;
}

async function start(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  terminal: Terminal,
): Promise<ExitCode | NotStarted> {
  const child = spawn(program, args, { stdio: "inherit", env });
  // A terminal sends its signals to the whole foreground group, so the program has them already.
  const onTerminal = [0, 1, 2].some((stream) => isatty(stream));
  terminal.onInterrupt(() => {
    if (!onTerminal) child.kill("SIGINT");
  });
  const handlers = FORWARDED.map((signal) => {
    const forward = (): void => {
      if (signal !== "SIGQUIT" || !onTerminal) child.kill(signal);
    };
    process.on(signal, forward);
    return () => process.off(signal, forward);
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", (error: NodeJS.ErrnoException) => {
        const failed = failedToStart(error);
        if (failed === undefined) reject(error);
        else resolve(failed);
      });
      child.once("exit", (code, signal) => resolve(code ?? SIGNALLED + (signal === null ? 0 : constants.signals[signal])));
    });
  } finally {
    for (const stop of handlers) stop();
  }
}

function failedToStart({ code }: NodeJS.ErrnoException): NotStarted | undefined {
  if (code === "ENOENT") return { code: NOT_FOUND, why: "there is no such program" };
  return code === "EACCES" || code === "ENOEXEC" || code === "EISDIR" || code === "ENOTDIR" || code === "E2BIG" || code === "EPERM"
    ? { code: NOT_EXECUTABLE, why: `it cannot be executed (${code})` }
    : undefined;
}

/**
 * Takes the record of a session in which nothing ran out of the journal: as the newest of its folder it would stand
 * before the one that is asked for next.
 */
function forget({ provider: { journalPath } }: RecordedSession): void {
  if (journalPath === undefined) return;
  try {
    rmSync(journalPath, { force: true });
    // Of a session that goes on in other processes, the folder has their records, and stays.
    rmdirSync(dirname(journalPath));
  } catch {
    // It is in the way of nothing but the eye.
  }
}

function whereRecorded({ session, provider }: RecordedSession, warnings: readonly string[]): string {
  if (warnings.length > 0) return `session ${session.id} is not recorded in full: ${warnings.join("; ")}`;
  const { journalPath } = provider;
  if (journalPath === undefined) return `session ${session.id} is not recorded here: the journal is off (ACTIVATION_JOURNAL)`;
  const folder = dirname(journalPath);
  const isAlone = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).length === 1;
  const next = isAlone ? "the program itself recorded nothing there; see explain doctor" : `see explain activation --session ${session.id}`;
  return `session ${session.id} is recorded in ${displayPath(folder)}; ${next}`;
}
