import { existsSync } from "node:fs";
import { CommanderError } from "commander";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { program } from "./program.ts";
import { type Terminal, terminalOf } from "./terminal.ts";

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2));
}

/** Reads the command line, runs the command, and says how it ended. */
async function run(words: readonly string[]): Promise<ExitCode> {
  const terminal = terminalOf(process, noColour(words));
  let exit: ExitCode = EXIT.answered;
  const explain = program(terminal, (code) => {
    exit = code;
  });
  try {
    await explain.parseAsync(words, { from: "user" });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return endOfParsing(error, words, terminal);
    return failure(error, terminal);
  }
}

/** Errors that say all there is to say. By name: a command's copy of a class is not the one of this bundle. */
const TOLD: ReadonlyMap<string, ExitCode> = new Map([
  ["UsageError", EXIT.usage],
  ["SourceError", EXIT.unreadable],
  ["UnwritableError", EXIT.unwritable],
]);

function failure(error: unknown, terminal: Terminal): ExitCode {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const exit = TOLD.get(name);
  if (exit !== undefined) {
    terminal.note(`explain: ${message}`);
    return exit;
  }
  terminal.note(`explain: internal error: ${message} (EXPLAIN_DEBUG=1 shows where)`);
  if (process.env["EXPLAIN_DEBUG"]) for (const line of stack?.split("\n") ?? []) terminal.note(line);
  return EXIT.internal;
}

/** Commander ends by throwing: help and version, or a usage error that it has told. */
function endOfParsing(error: CommanderError, words: readonly string[], terminal: Terminal): ExitCode {
  if (error.exitCode === 0) return EXIT.answered;
  const [first] = words;
  if (error.code === "commander.unknownCommand" && first !== undefined && existsSync(first)) {
    terminal.note(`to explain what ${first} holds: explain activation ${first}`);
  }
  return EXIT.usage;
}

/** Known before the command line is parsed, whose own messages may have colours. What follows -- is not ours. */
function noColour(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? undefined : end).includes("--no-color");
}

void main();
