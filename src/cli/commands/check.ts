import { readFile } from "node:fs/promises";
import { displayPath } from "../../emit/shorten.ts";
import type { ReportWarning } from "../../report/report.ts";
import { type Baseline, type CheckResult, baselineOf, check as gate, failureCode } from "../../report/check.ts";
import { chosen } from "../chosen.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { CheckFormat } from "../program.ts";
import { read } from "../reading.ts";
import { show, showJson, showPage } from "../show.ts";
import type { Terminal } from "../terminal.ts";
import { checkedRange } from "../time-range.ts";
import { unanswered } from "../unanswered.ts";
import { isDeviceFault, UnwritableError } from "../unwritable-error.ts";
import { replaceFile } from "../replace-file.ts";
import { UsageError } from "../usage-error.ts";

export interface CheckCommandOptions {
  readonly failOn?: readonly string[];
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly session?: string;
  readonly run?: string;
  readonly since?: bigint;
  readonly until?: bigint;
  readonly format: CheckFormat;
  readonly all?: boolean;
}

/** A gate: fails on findings of severity error, and on those of --fail-on. */
export async function check(sources: readonly string[], options: CheckCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const failOn = (options.failOn ?? []).map(knownCode);
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline);
  const range = checkedRange(options);
  const choice = await chosen(sources, options.session, terminal);
  if (choice === undefined) return EXIT.nothingRecorded;

  const { builder, unreadable, ...reading } = await read(choice.places, { session: options.session, ...range }, terminal);
  const report = builder.build({ ...reading, session: choice.session, question: { run: options.run ?? null } });
  const silent = unanswered(report);
  if (silent !== undefined) {
    // Nothing to check can be because of what was lost.
    tell(
      report.warnings.filter(({ message }) => message !== silent),
      terminal,
    );
    if (unreadable === 0) terminal.note(`explain: nothing to check: ${silent}`);
    return unreadable > 0 ? EXIT.unreadable : EXIT.nothingRecorded;
  }
  // A gate that passes must not leave out in silence what it did not look at: another session, a record that was lost.
  tell(report.warnings, terminal);
  const result = gate(report, { failOn, baseline });
  if (options.writeBaseline === undefined) await print(result, options, terminal);
  else await writeBaseline(options.writeBaseline, baselineOf(report, { failOn }), terminal);
  if (unreadable > 0) return EXIT.unreadable;
  return result.failed.length > 0 && options.writeBaseline === undefined ? EXIT.failed : EXIT.answered;
}

function tell(warnings: readonly ReportWarning[], terminal: Terminal): void {
  // What cannot be read at all was told when it was opened.
  const untold = warnings.filter(({ code }) => code !== "unreadable_source");
  for (const warning of untold.slice(0, TOLD)) terminal.note(`explain: ${toldAt(warning)}`);
  const rest = untold.length - TOLD;
  if (rest > 0) terminal.note(`explain: ${rest} more such ${rest === 1 ? "warning" : "warnings"}: explain activation shows them`);
}

/** The message behind its place. Some messages begin with their source themselves, as a place or as what they speak of. */
function toldAt({ message, source, position }: ReportWarning): string {
  if (source === null) return message;
  const shown = displayPath(source);
  if (message.startsWith(`${source} `)) return `${shown}${message.slice(source.length)}`;
  const bare = message.startsWith(`${source}: `) ? message.slice(source.length + 2) : message;
  return `${shown}${position === null ? "" : ` ${position}`}: ${bare}`;
}

/** Warnings that are told one by one. */
const TOLD = 20;

async function print(result: CheckResult, options: CheckCommandOptions, terminal: Terminal): Promise<void> {
  const limits = { all: options.all === true };
  switch (options.format) {
    case "json":
      return await showJson(result, terminal);
    case "github":
      return await show((await import("../../views/github.ts")).github, result, limits, terminal);
    case "text":
      return await showPage((await import("../../views/page/check-page.ts")).checkPage(result, limits), limits, terminal);
  }
}

function knownCode(word: string): string {
  try {
    return failureCode(word);
  } catch (error) {
    throw new UsageError(`--fail-on: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function writeBaseline(path: string, baseline: Baseline, terminal: Terminal): Promise<void> {
  try {
    await replaceFile(path, `${JSON.stringify(baseline, null, 2)}\n`);
  } catch (error) {
    const message = `--write-baseline ${path} cannot be written (${error instanceof Error ? error.message : String(error)})`;
    throw isDeviceFault(error) ? new UnwritableError(message, { cause: error }) : new UsageError(message, { cause: error });
  }
  const number = baseline.known.length;
  terminal.note(`explain: wrote ${number} known ${number === 1 ? "finding" : "findings"} to ${path}`);
}

async function readBaseline(path: string): Promise<Baseline> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `--baseline ${path} cannot be read (${error instanceof Error ? error.message : String(error)}); --write-baseline ${path} makes one`,
      { cause: error },
    );
  }
  const { baselineSchema } = await import("../baseline.ts");
  try {
    return baselineSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`--baseline ${path} is no baseline of explain check; --write-baseline ${path} makes one`, { cause: error });
  }
}
