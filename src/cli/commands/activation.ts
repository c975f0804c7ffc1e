import type { ReportBuilder } from "../../report/builder.ts";
import { subjectAsked } from "../../report/findings/no-record.ts";
import { type ReportOptions, questionOf } from "../../report/options.ts";
import type { ActivationReport } from "../../report/report.ts";
import { type Answer, subjectsOf, why } from "../../report/why/index.ts";
import { chosen } from "../chosen.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { ReportFormat } from "../program.ts";
import { tellOtherKinds } from "../other-kinds.ts";
import { read } from "../reading.ts";
import { withShortPlaces, withShortPlacesIn } from "../short-places.ts";
import { show, showJson, showPage } from "../show.ts";
import type { Terminal } from "../terminal.ts";
import { checkedRange } from "../time-range.ts";
import { unanswered } from "../unanswered.ts";

export interface ActivationOptions {
  readonly tool?: string;
  readonly skill?: string;
  readonly hook?: string;
  readonly plugin?: string;
  readonly mcp?: string;
  readonly command?: string;
  readonly session?: string;
  readonly run?: string;
  readonly since?: bigint;
  readonly until?: bigint;
  readonly sinceLastRun?: boolean;
  readonly format: ReportFormat;
  readonly all?: boolean;
}

/** Explains a session: reads it, makes the report, and prints it. */
export async function activation(sources: readonly string[], options: ActivationOptions, terminal: Terminal): Promise<ExitCode> {
  const range = checkedRange(options);
  const choice = await chosen(sources, options.session, terminal);
  if (choice === undefined) return EXIT.nothingRecorded;
  const { builder, unreadable, ...reading } = await read(choice.places, { session: options.session, ...range }, terminal);

  // Of what could not be read there is nothing to say beyond the error, for people; a program gets its report.
  if (unreadable === choice.places.length && options.format !== "json") return EXIT.unreadable;
  const asked: ReportOptions = { ...reading, session: choice.session, sinceLastRun: options.sinceLastRun, question: questionOf(options) };
  let report = builder.build(asked);
  if (report.since_last_run?.baseline === null && report.session !== null) {
    const { readEarlierSession } = await import("../earlier.ts");
    report = builder.build({ ...asked, baseline: await readEarlierSession(report.session, terminal) });
  }

  if (options.format === "json") await showJson(report, terminal);
  else {
    const answers = answersTo(report, builder, asked);
    await showReport(report, answers, options, terminal);
    tellOtherKinds(() => builder.build({ ...asked, question: { run: report.question.run } }), answers, terminal);
  }
  if (unreadable > 0) return EXIT.unreadable;
  return unanswered(report) === undefined ? EXIT.answered : EXIT.nothingRecorded;
}

/** Answers from the whole report: in one that a question has filtered, names near to what was asked are gone. */
function answersTo(report: ActivationReport, builder: ReportBuilder, asked: ReportOptions): readonly Answer[] {
  const subjects = subjectsOf(report.question);
  if (subjects.length === 0) return [];
  const whole = builder.build({ ...asked, question: { run: report.question.run } });
  if (whole.session === null && unanswered(whole) !== undefined) return [];
  return subjects.map((subject) => {
    const silent = report.findings.find((finding) => finding.code === "no_record" && finding.subject === subjectAsked(subject));
    // A report has no rows of calls: with nothing else recorded, that the question selects something tells of them.
    const answer = why(whole, subject, { called: silent === undefined });
    // The finding knows what was inventoried; a report's rows alone do not tell.
    return silent === undefined || answer.verdict !== "no_record" ? answer : { ...answer, sentence: silent.message };
  });
}

async function showReport(
  report: ActivationReport,
  answered: readonly Answer[],
  options: ActivationOptions,
  terminal: Terminal,
): Promise<void> {
  const limits = { all: options.all === true };
  const { activationPage } = await import("../../views/page/activation-page.ts");
  const page = activationPage(
    withShortPlaces(report),
    answered.map((answer) => withShortPlacesIn(report, answer)),
    limits,
  );
  if (options.format === "text") return await showPage(page, limits, terminal);
  await show((await import("../../views/markdown/markdown.ts")).markdown, page, limits, terminal);
}
