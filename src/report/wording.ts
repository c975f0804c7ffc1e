import type { AnyValue } from "../activation/attribute.ts";
import { jsonAttributes } from "./json.ts";
import type { RowTail } from "./report.ts";

/** The contract's limit of a reason. A stranger's trace may hold more; a message does not. */
const LONGEST = 1024;

/** A name, path or pattern inside a sentence: as it is where it reads as one word, else in quotation marks. */
export function named(text: string): string {
  const shown = cut(text);
  return /^[\p{L}\p{N}_.:@/*+~$|^%#()[\]{}\\-]+$/u.test(shown) && !/[.:]$/.test(shown) ? shown : `"${shown}"`;
}

/** A name as {@link named} has it; where there is none, words of ours, which are no name. */
export function namedOr(name: string | null | undefined, otherwise: string): string {
  return name === null || name === undefined ? otherwise : named(name);
}

/** A value that is not what it should be, as JSON has it: a text is told from a number. */
export function stated(value: AnyValue | undefined): string {
  return cut(JSON.stringify(jsonAttributes({ value: value ?? null })["value"]));
}

export function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** "a", "a and b", "a, b and c", "a, b, c and 4 more"; the names of `most` at most. */
export function listed(names: readonly string[], most = 8): string {
  return joined(names.slice(0, most).map(named), names.length - most);
}

/** The same where some have no name, and our own words stand for it. */
export function listedOr(names: readonly (string | null)[], otherwise: string, most = 8): string {
  return joined(
    names.slice(0, most).map((name) => namedOr(name, otherwise)),
    names.length - most,
  );
}

/** The same of phrases that are worded already, of which `more` others are left out. */
export function joined(phrases: readonly string[], more = 0): string {
  if (more > 0) return `${phrases.join(", ")} and ${more} more`;
  const last = phrases.at(-1) ?? "nothing";
  return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(", ")} and ${last}`;
}

/** "1 call", "3 calls", "2 vetoes". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** "once", "twice", "3 times". */
export function times(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${n} times`;
}

/** A time of a row, without the zeros that say nothing. */
export function moment(at: string): string {
  return at.replace(/(\.\d*?)0+Z$/, "$1Z").replace(".Z", "Z");
}

/** A row that says why. */
export interface Reasoned {
  readonly reason: string | null;
  readonly reason_code: string | null;
}

/** Whether a reason has words: an empty line, which a command's stderr can be, gives none. */
export function hasWords(reason: string | null): reason is string {
  return reason !== null && reason.trim() !== "";
}

/** The reason as it was recorded; one that was not given, or not recorded, is said to be so. */
export function reasonOf(row: Reasoned): string {
  if (hasWords(row.reason)) return cut(row.reason);
  switch (row.reason_code) {
    case null:
    case "not_recorded":
      return "its reason is not recorded";
    case "no_reason_given":
      return "no reason was given";
    default:
      return `reason code ${named(row.reason_code)}, without a sentence`;
  }
}

/** ` (rule managed_hooks_only in /etc/…)`, ` (session disable hook.guard)`, or nothing where neither is recorded, or the reason names the disable. */
export function ruleOf(row: Pick<RowTail, "rule" | "disabled_by"> & { readonly reason?: string | null }): string {
  if (row.disabled_by !== null)
    return row.reason?.includes(`(${row.disabled_by})`) === true ? "" : ` (session disable ${named(row.disabled_by)})`;
  const name = row.rule?.name ?? null;
  const path = row.rule?.path ?? null;
  if (name !== null && path !== null) return ` (rule ${named(name)} in ${named(path)})`;
  if (name !== null) return ` (rule ${named(name)})`;
  return path === null ? "" : ` (rule in ${named(path)})`;
}

/** ` of the plugin acme-tools, declared in .agent/settings.json`, as far as it is known. */
export function originOf(row: Pick<RowTail, "plugin" | "source">): string {
  const plugin = row.plugin === null ? "" : ` of the plugin ${named(row.plugin)}`;
  const path = row.source?.path ?? null;
  if (path === null) return plugin;
  return `${plugin}${plugin === "" ? "" : ","} declared in ${named(path)}`;
}
