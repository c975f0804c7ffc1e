import type { RowTail } from "../../report/report.ts";
import { type Detail, type Span, type Text, code, name, quiet, say } from "./page.ts";
import type { Limits } from "./limit.ts";
import { clock, join } from "./words.ts";

/** Why, in the row's own words, else by its code. Never a reason that nobody gave. */
export function reason(row: { readonly reason: string | null; readonly reason_code: string | null }): Text {
  if (row.reason !== null && row.reason.trim() !== "") return row.reason;
  if (row.reason_code === null) return "the reason is not known";
  if (row.reason_code === "no_reason_given") return "no reason was given";
  if (row.reason_code === "not_recorded") return "the reason is not recorded";
  return row.reason_code.replaceAll("_", " ");
}

/** A name, or what stands for one that is not known. */
export function named(value: string | null, otherwise: string): Span {
  return value === null ? otherwise : name(value);
}

/** " (agent x)" where it is another than the session's. */
export function ofAgent(row: RowTail, main: string | null): Text {
  return row.agent === null || row.agent === main ? "" : say` (agent ${name(row.agent)})`;
}

/**
 * What stands under a statement: where it is declared, what decided, how it is turned off, how it is known.
 * @param on whether it is at work: of what is off, the statement itself says so, and there is nothing to turn off
 */
export function details(row: RowTail, limits: Limits, on = true): readonly Detail[] {
  return [
    detail("declared in", declaration(row)),
    detail("decided by", rule(row)),
    row.digest_expected === null
      ? undefined
      : detail("changed", say`${row.digest ?? "digest not known"}, approved was ${row.digest_expected}`),
    row.disable !== null || row.disabled_by !== null || on ? turnOff(row) : undefined,
    detail("known", evidence(row)),
    ...(limits.all ? exact(row) : []),
  ].filter((each) => each !== undefined);
}

export function detail(label: string, text: Text): Detail | undefined {
  return text.length === 0 ? undefined : { label, text };
}

function declaration({ source, plugin }: RowTail): Text {
  const file =
    source === null ? "" : join([source.path ?? unnamedFile(source.scope), source.scope === null ? "" : `(${source.scope})`], " ");
  const behind = source?.real_path ? say`really ${source.real_path}` : "";
  return join([file, behind, plugin === null ? "" : say`plugin ${name(plugin)}`], ", ");
}

/** Whose declaration it is, without a file: a scope alone would read as its name. */
function unnamedFile(scope: string | null): string {
  if (scope === null) return "";
  return scope === "builtin" ? "the agent itself" : "a file that is not recorded";
}

function rule(row: RowTail): Text {
  return join(
    [
      join([row.rule?.name ?? undefined, row.rule?.path ? `(${row.rule.path})` : undefined], " "),
      row.disabled_by === null ? "" : say`disable ${name(row.disabled_by)}`,
    ],
    ", ",
  );
}

function turnOff(row: RowTail): Detail | undefined {
  if (row.disable !== null) return { label: "turn off", text: [code(row.disable)] };
  if (row.disable_note === null) return undefined;
  return { label: row.disabled_by === null ? "turn off" : "now", text: [quiet(row.disable_note)] };
}

function evidence(row: RowTail): Text {
  const fields = Object.entries(row.evidence_fields ?? {}).map(([field, level]) => `${field} ${level}`);
  return join([row.evidence === "observed" ? "" : (HOW[row.evidence] ?? row.evidence), fields.join(", ")], "; ");
}

const HOW: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  inferred: "inferred from order or time",
  declared: "declared in a file, not seen at work",
  redacted: "in part: an exporter withheld it",
  unknown: "how is not recorded",
});

function exact(row: RowTail): readonly (Detail | undefined)[] {
  const span = row.trace_id === null ? "" : `${row.trace_id}/${row.span_id ?? "?"}`;
  const lasted = row.duration_ms === null || row.duration_ms === 0 ? undefined : `${row.duration_ms} ms`;
  const unknown = Object.entries(row.extra).map(([attribute, value]) => `${attribute}=${shortJson(value)}`);
  return [detail("span", join([span, row.at === null ? undefined : clock(row.at), lasted], ", ")), detail("also", unknown.join(", "))];
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
