import { Command, InvalidArgumentError, Option } from "commander";
import { createColors } from "picocolors";
import { addDisableOptions } from "../session/flags.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";
import { parseTime } from "./time-range.ts";
import { VERSION } from "../version.ts";

/** The formats of a report. */
const REPORT_FORMATS = ["text", "json", "markdown"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The formats of a gate's answer. */
const CHECK_FORMATS = ["text", "json", "github"] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

const LIST_FORMATS = ["text", "json"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/**
 * The command line of `explain`. A command's own work is imported when it runs: nothing here may import it statically,
 * or `explain --help` pays for it.
 */
export function program(terminal: Terminal, done: (exit: ExitCode) => void): Command {
  const bold = createColors(terminal.colour).bold;
  const explain = new Command("explain")
    .description(
      "Answers, from OpenTelemetry traces, what was active in an agent's session and why: why a hook fired, why a skill was loaded, " +
        "who registered a tool, why it is available, and how to turn it off.",
    )
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .configureHelp({ styleTitle: (title) => bold(title), showGlobalOptions: false, minWidthToWrap: 20 })
    .configureOutput({
      writeErr: (text) =>
        text
          .trimEnd()
          .split("\n")
          .forEach((line) => terminal.note(line)),
      outputError: (message) => terminal.note(usageMessage(message)),
      getErrHelpWidth: () => terminal.columns ?? 80,
      getOutHelpWidth: () => terminal.columns ?? 80,
      getOutHasColors: () => terminal.colour,
    })
    .exitOverride()
    .addHelpText("after", EXAMPLES);

  addSessionOptions(
    explain
      .command("activation")
      .summary("what was active in a session, and why")
      .description(
        "What was active in a session, and why. Without a source: the newest session of this folder in the journal.\n" +
          "A source is a file, a folder, a glob, - (stdin), or a backend: jaeger+http://…, tempo+http://…, clickhouse+http://…",
      )
      .argument("[source...]", "where to read")
      .addOption(name("--tool <name>", "why a tool is there, or is not"))
      .addOption(name("--skill <name>", "why a skill was loaded, or was not"))
      .addOption(name("--hook <name>", "why a hook fired, or did not"))
      .addOption(name("--plugin <name>", "what a plugin registered"))
      .addOption(name("--mcp <name>", "why an MCP server and its tools are there"))
      .addOption(name("--command <name>", "which plugin registered a command")),
  )
    .option("--since-last-run", "the newest run, and what changed since the one before it")
    .addOption(new Option("--format <format>", "how to print").choices(REPORT_FORMATS).default("text"))
    .option("--all", "print every row")
    .option("--no-color", "print without colours")
    .addHelpText("after", ACTIVATION_EXAMPLES)
    .action(async (sources: string[], options) => {
      const { activation } = await import("./commands/activation.ts");
      done(await activation(sources, options, terminal));
    });

  addSessionOptions(
    explain
      .command("check")
      .summary("fail when something is wrong: for CI")
      .description("Exit 1 when a finding of severity error is in the report, or one of --fail-on.")
      .argument("[source...]", "where to read, as for activation")
      .addOption(
        new Option(
          "--fail-on <codes>",
          "findings that fail besides errors, separated by commas; `incomplete`: a report with records missing",
        ).argParser(codes),
      )
      .addOption(name("--baseline <file>", "findings that are known and do not fail"))
      .addOption(name("--write-baseline <file>", "write what would fail to a file for --baseline, and exit 0")),
  )
    .addOption(new Option("--format <format>", "how to print").choices(CHECK_FORMATS).default("text"))
    .option("--all", "print every finding")
    .option("--no-color", "print without colours")
    .addHelpText("after", CHECK_EXAMPLES)
    .action(async (sources: string[], options) => {
      const { check } = await import("./commands/check.ts");
      done(await check(sources, options, terminal));
    });

  addDisableOptions(explain.command("run"))
    .summary("start a program with its session recorded, and parts of it turned off")
    .description(
      "Starts a program in a session: what it records lands in the journal, and what is turned off here is off in every\n" +
        "process of it that follows the session. Its streams, signals and exit code are its own.",
    )
    .usage("[options] -- COMMAND …")
    .argument("<command...>", "the program and its arguments, after --")
    .showHelpAfterError("explain: what follows -- is the program: explain run [options] -- COMMAND …")
    .addHelpText("after", RUN_EXAMPLES)
    .action(async (command: string[], options) => {
      const { run } = await import("./commands/run.ts");
      done(await run(command, options, terminal));
    });

  explain
    .command("sessions")
    .summary("list the sessions in the journal")
    .description("The sessions in the journal, the newest first.")
    .option("--prune", "delete what is beyond the journal's limits, and say what was deleted")
    .addOption(new Option("--format <format>", "how to print").choices(LIST_FORMATS).default("text"))
    .option("--all", "print every session")
    .option("--no-color", "print without colours")
    .action(async (options) => {
      const { sessions } = await import("./commands/sessions.ts");
      done(await sessions(options, terminal));
    });

  explain
    .command("doctor")
    .summary("why nothing is recorded, and what mends it")
    .description("Looks for what keeps activations from being recorded here: each cause with the command that mends it.")
    .addOption(new Option("--format <format>", "how to print").choices(LIST_FORMATS).default("text"))
    .option("--no-color", "print without colours")
    .action(async (options) => {
      const { doctor } = await import("./commands/doctor.ts");
      done(await doctor(options, terminal));
    });

  return explain;
}

/** Which part of what was recorded is looked at. */
function addSessionOptions(command: Command): Command {
  return command
    .addOption(name("--session <id>", "this session instead of the newest"))
    .addOption(name("--run <id>", "this run only"))
    .addOption(time("--since <time>", "not before this time: 2026-01-05T09:00:00Z, or how long ago: 90m, 2h, 7d"))
    .addOption(time("--until <time>", "not after this time"));
}

/** An option that takes a name, once. */
function name(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before: string | undefined) => {
    if (value === "") throw new InvalidArgumentError("It is empty.");
    if (before !== undefined) throw new InvalidArgumentError("It is given twice; ask for one at a time.");
    return value;
  });
}

function time(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string) => {
    const at = parseTime(value);
    if (at === undefined) throw new InvalidArgumentError("Give a time as 2026-01-05T09:00:00Z, or how long ago as 90m, 2h, 7d.");
    return at;
  });
}

function codes(value: string, before: readonly string[] = []): readonly string[] {
  const words = value.split(",").map((word) => word.trim());
  if (words.includes("")) throw new InvalidArgumentError("It has an empty code.");
  return [...before, ...words];
}

/** Commander's message as one line of ours. */
function usageMessage(message: string): string {
  return `explain: ${message
    .trim()
    .replace(/^error: /, "")
    .replaceAll(/\s*\n\s*/g, " ")}`;
}

const EXAMPLES = `
Examples:
  explain activation                          the newest session of this folder
  explain activation traces.jsonl             a file that a Collector wrote
  explain activation --tool create_issue      why one tool is there, or is not
  explain check traces/ --format github       a gate in CI

Exit codes:
  0 answered · 1 check failed · 2 usage · 3 nothing recorded · 4 a source cannot be read`;

const ACTIVATION_EXAMPLES = `
Examples:
  explain activation
  explain activation --hook guard-shell
  explain activation --since-last-run
  explain activation traces.jsonl more.jsonl.gz --format json
  kubectl logs otelcol | explain activation - --format markdown
  explain activation jaeger+http://localhost:16686 --session s-42`;

const RUN_EXAMPLES = `
Examples:
  explain run -- my-agent "write the release notes"
  explain run --disable-hook 'guard-*' --disable-mcp issues/create_issue -- my-agent`;

const CHECK_EXAMPLES = `
Examples:
  explain check traces.jsonl
  explain check traces.jsonl --fail-on vetoed_without_reason,missing_records
  explain check traces.jsonl --write-baseline known.json
  explain check traces.jsonl --baseline known.json --format github`;
