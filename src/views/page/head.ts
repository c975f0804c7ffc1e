import { type ActivationReport, type ReportSession, SECTIONS } from "../../report/report.ts";
import type { Limits } from "./limit.ts";
import { type Block, type Section, type Text, code, name, say } from "./page.ts";
import { sourcesRead } from "./sources.ts";
import { clock, count, join, names, period } from "./words.ts";

/** Whose report it is, of when, and whether it is whole. */
export function head(report: ActivationReport, limits: Limits): Section {
  const { session, runs, question } = report;
  if (isSilent(report)) return nothing(report, limits);
  const blocks: readonly Text[] = [
    join(
      [
        session === null ? "" : when(session),
        question.run === null
          ? runs.length === 0
            ? "no run is recorded"
            : count(runs.length, "run")
          : say`only run ${name(question.run)}`,
      ],
      ", ",
    ),
    sourcesRead(report.sources, limits),
    completeness(report),
  ];
  return {
    title: "Session",
    lead: session === null ? "no record names one" : identity(session),
    blocks: blocks.filter((text) => text.length > 0).map((text): Block => ({ type: "paragraph", text })),
  };
}

/** Whether nothing of an extension is in it: what was read may hold tool calls, which are anybody's. */
export function isSilent(report: ActivationReport): boolean {
  const { session, sources } = report;
  // Facts that name no session can be all there is.
  if (session === null && SECTIONS.every((section) => (report[section]?.length ?? 0) === 0)) return true;
  return sources.length > 0 && sources.every(({ activation_spans }) => activation_spans === 0);
}

/** Readable, and not one activation in it. */
function nothing(report: ActivationReport, limits: Limits): Section {
  const others = report.sources.some(({ activation_spans }) => activation_spans > 0);
  const blocks: readonly Text[] = [
    sourcesRead(report.sources, limits),
    others ? "" : say`${code("explain doctor")} looks for what keeps activations from being recorded.`,
  ];
  return {
    title: "Nothing recorded",
    lead: others
      ? "what was read states activations, and none of the session in question"
      : "what was read states no activation of an extension",
    blocks: blocks.filter((text) => text.length > 0).map((text): Block => ({ type: "paragraph", text })),
  };
}

function identity(session: ReportSession): Text {
  const trust = session.workspace_trusted === null ? "" : session.workspace_trusted ? ", trusted" : ", not trusted";
  return join(
    [
      [name(session.id)],
      session.agent === null ? "" : say`${name(session.agent)}${session.mode === null ? "" : ` (${session.mode})`}`,
      session.workspace === null ? "" : say`in ${session.workspace}${trust}`,
    ],
    " · ",
  );
}

function when({ started_at, ended_at }: ReportSession): Text {
  if (started_at === null) return ended_at === null ? "when is not recorded" : `until ${clock(ended_at)} UTC`;
  return ended_at === null ? `since ${clock(started_at)} UTC, its end is not recorded` : `${period(started_at, ended_at)} UTC`;
}

/** One line for what a reader must know before the rest: is this all there was? */
function completeness({ completeness: { status, emitters, dropped_attributes, degraded } }: ActivationReport): Text {
  const missing = emitters
    .filter((emitter) => emitter.missing.length > 0)
    .map((emitter) => say`${name(emitter.emitter)} ${emitter.missing.join(", ")}`);
  const parts: readonly Text[] = [
    missing.length === 0 ? "" : say`records are missing: ${join(missing, "; ")}`,
    dropped_attributes === 0 ? "" : `${count(dropped_attributes, "attribute")} dropped`,
    degraded.length === 0
      ? ""
      : say`could not be built: ${names(
          degraded.map(({ section }) => section),
          4,
        )}`,
  ];
  const why = join(parts, "; ");
  switch (status) {
    case "complete":
      return say`Complete: every record is here${why.length === 0 ? "" : say`; ${why}`}.`;
    case "incomplete":
      return say`Incomplete${why.length === 0 ? ": something was lost while it was read" : say`: ${why}`}.`;
    case "unknown":
      return say`Whether this is complete cannot be told${why.length === 0 ? "" : say`; ${why}`}.`;
  }
}
