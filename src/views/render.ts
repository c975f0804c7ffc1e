import type { ActivationReport } from "../report/report.ts";
import type { Answer } from "../report/why/answer.ts";
import { markdown } from "./markdown/markdown.ts";
import { activationPage } from "./page/activation-page.ts";
import { text } from "./text/text.ts";
import type { ViewOptions } from "./view.ts";

export interface RenderOptions extends Partial<ViewOptions> {
  /** Answers to print in place of the four questions, as `why` gives them. */
  readonly answers?: readonly Answer[];
}

/** A report as `explain activation` prints it: by default short, without colours, and as wide as it is. */
export function renderText(report: ActivationReport, options: RenderOptions = {}): string {
  const { answers = [], all = false, colour = false, columns } = options;
  return [...text.render(activationPage(report, answers, { all }), { all, colour, columns })].join("");
}

/** A report as `explain activation --format markdown` prints it. */
export function renderMarkdown(report: ActivationReport, options: Pick<RenderOptions, "answers" | "all"> = {}): string {
  const { answers = [], all = false } = options;
  return [...markdown.render(activationPage(report, answers, { all }), { all, colour: false, columns: undefined })].join("");
}
