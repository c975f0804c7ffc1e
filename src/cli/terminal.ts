import { visible } from "../views/visible.ts";
import { EXIT } from "./exit-code.ts";

/** What a command sees of the world outside: where it writes, and how wide and colourful it may be. */
export interface Terminal {
  readonly environment: Environment;
  /** The folder in which the command was started. */
  readonly folder: string;
  readonly stdin: NodeJS.ReadStream;
  /** Columns to fit into; undefined in a pipe or file, where nothing is wrapped or cut. */
  readonly columns: number | undefined;
  /** Whether stdout may have colours. */
  readonly colour: boolean;
  /** Whether somebody watches stderr. */
  readonly watched: boolean;
  /** Writes to stdout and waits until it takes more. */
  print(text: string): Promise<void>;
  /** Writes one line to stderr; what is hidden in it is made visible. */
  note(line: string): void;
  /** Shows where the work stands, on stderr, over what it last showed; an empty text takes it away. */
  status(text: string): void;
  /** What Ctrl-C does from now on; until then it ends the process with a clean terminal. */
  onInterrupt(handler: () => void): void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A folder that was deleted meanwhile still has the name under which the shell knew it. */
function folderOf(process: NodeJS.Process): string {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}

/**
 * The terminal of a process. Where a reader goes away (`| head`) nothing more is printed, and the command ends as it would
 * have: whether a gate fails must not hang on who reads of it.
 *
 * Node.js makes its standard streams when they are first asked for, each at a cost: so they are asked for late.
 *
 * @param noColour `--no-color` was given
 */
export function terminalOf(process: NodeJS.Process, noColour: boolean): Terminal {
  const { env } = process;
  const output = once(() => guarded(process.stdout));
  const errors = once(() => guarded(process.stderr));
  const gone = new Set<NodeJS.WriteStream>();
  let status = "";
  let interrupted = (): void => {
    terminal.status("");
    process.exit(EXIT.interrupted);
  };
  process.on("SIGINT", () => interrupted());
  const ended = (signal: NodeJS.Signals): void => {
    terminal.status("");
    process.kill(process.pid, signal);
  };

  const terminal: Terminal = {
    environment: env,
    folder: folderOf(process),
    get stdin() {
      return process.stdin;
    },
    get columns() {
      const asked = Number(env["COLUMNS"]);
      if (Number.isInteger(asked) && asked > 0) return asked;
      return isTerminal(output()) ? output().columns || 80 : undefined;
    },
    get colour() {
      return !noColour && (wantsColour(env) ?? isTerminal(output()));
    },
    get watched() {
      return isTerminal(errors()) && env["TERM"] !== "dumb";
    },
    print(text) {
      terminal.status("");
      return gone.has(output()) || output().write(text) ? Promise.resolve() : drained(output());
    },
    note(line) {
      terminal.status("");
      if (!gone.has(errors())) errors().write(`${visible(line)}\n`);
    },
    status(text) {
      if (text === status || gone.has(errors())) return;
      errors().write(`\r\u001b[2K${visible(text)}`);
      // What ends the process anyway does so behind a clean line. Without a listener it ends it.
      if (status === "") for (const signal of ENDING) process.on(signal, ended);
      if (text === "") for (const signal of ENDING) process.off(signal, ended);
      status = text;
    },
    onInterrupt(handler) {
      interrupted = handler;
    },
  };
  return terminal;

  function guarded(stream: NodeJS.WriteStream): NodeJS.WriteStream {
    return stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return void gone.add(stream);
      // Half a report looks like a whole one to whoever does not hear of it. Of stderr itself nobody can be told.
      if (stream === process.stdout) terminal.note(`explain: what is printed cannot be written (${error.message})`);
      process.exit(EXIT.unwritable);
    });
  }
}

const ENDING = ["SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Waits until a stream takes more, or never will. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  const ends = ["drain", "close", "error"] as const;
  return new Promise((resolve) => {
    const end = (): void => {
      for (const name of ends) stream.off(name, end);
      resolve();
    };
    for (const name of ends) stream.on(name, end);
  });
}

/** A stream that is no terminal has no `isTTY`, whatever its type says. */
function isTerminal({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}

/** What the environment says of colours, FORCE_COLOR before NO_COLOR, as Node.js itself has it; undefined where it says nothing. */
function wantsColour(env: Environment): boolean | undefined {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return env["NO_COLOR"] || env["TERM"] === "dumb" ? false : undefined;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
