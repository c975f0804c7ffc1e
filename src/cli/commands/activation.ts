import type { ActivationReport, Question } from "../../report/report.ts";
import { type Answer, subjectsOf, why } from "../../report/why/index.ts";
import { type Chosen, chosen } from "../chosen.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { ReportFormat } from "../program.ts";
import { type Reading, read } from "../reading.ts";
import { show, showJson, showPage } from "../show.ts";
import type { Terminal } from "../terminal.ts";

export interface ActivationOptions {
  readonly tool?: string;
  readonly skill?: string;
  readonly hook?: string;
  readonly plugin?: string;
  readonly mcp?: string;
  readonly command?: string;
  readonly session?: string;
  readonly run?: string;
  readonly sinceLastRun?: boolean;
  readonly format: ReportFormat;
  readonly all?: boolean;
}

/** Explains a session: reads it, makes the report, and prints it. */
export async function activation(sources: readonly string[], options: ActivationOptions, terminal: Terminal): Promise<ExitCode> {
  const choice = chosen(sources, options.session, terminal);
  if (choice === undefined) return EXIT.nothingRecorded;
  const reading = await readEnough(choice, options, terminal);
  const report = build(reading, choice, options);
  if (options.format === "json") await showJson(report, terminal);
  else await showReport(report, answers(report, reading, choice, options), options, terminal);
  if (reading.unreadable > 0) return EXIT.unreadable;
  return isAnswered(report) ? EXIT.answered : EXIT.nothingRecorded;
}

/** The chosen session, and the one before it where a run is compared and the session has no earlier one. */
async function readEnough(choice: Chosen, options: ActivationOptions, terminal: Terminal): Promise<Reading> {
  const reading = await read(choice.places, { session: options.session }, terminal);
  const [before] = choice.earlier;
  if (options.sinceLastRun !== true || before === undefined || build(reading, choice, options).since_last_run?.baseline) return reading;
  return await read([...choice.places, ...before.files], {}, terminal);
}

function build(reading: Reading, choice: Chosen, options: ActivationOptions, question: Question = questionOf(options)): ActivationReport {
  const { builder, sources, warnings, lostRecords, filtered } = reading;
  return builder.build({
    sources,
    warnings,
    lostRecords,
    filtered,
    session: choice.session,
    sinceLastRun: options.sinceLastRun === true,
    question,
  });
}

/** Made from the whole report: the names near to what was asked are not in the one that the question filters. */
function answers(report: ActivationReport, reading: Reading, choice: Chosen, options: ActivationOptions): readonly Answer[] {
  const subjects = subjectsOf(report.question);
  if (subjects.length === 0 || report.session === null) return [];
  const whole = build(
    reading,
    choice,
    options,
    questionOf({ format: options.format, ...(options.run === undefined ? {} : { run: options.run }) }),
  );
  return subjects.map((subject) => why(whole, subject));
}

async function showReport(
  report: ActivationReport,
  answered: readonly Answer[],
  options: ActivationOptions,
  terminal: Terminal,
): Promise<void> {
  const limits = { all: options.all === true };
  const { activationPage } = await import("../../views/page/activation-page.ts");
  const page = activationPage(report, answered, limits);
  if (options.format === "text") return await showPage(page, limits, terminal);
  await show((await import("../../views/markdown/markdown.ts")).markdown, page, limits, terminal);
}

function questionOf({ tool, skill, hook, plugin, mcp, command, run }: ActivationOptions): Question {
  return {
    tool: tool ?? null,
    skill: skill ?? null,
    hook: hook ?? null,
    plugin: plugin ?? null,
    mcp: mcp ?? null,
    command: command ?? null,
    run: run ?? null,
  };
}

/** Not, where the input states no activation at all, or nothing of what was asked. */
function isAnswered(report: ActivationReport): boolean {
  return report.session !== null && !report.findings.some(({ code }) => code === "no_record");
}
