import { count, named, namedOr, reasonOf } from "../wording.ts";
import type { ActivationReport, HookFiredRow, HookRow, HookSkippedRow } from "../report.ts";
import type { Link, Part } from "./answer.ts";
import { disabledBy, unheeded } from "./disables.ts";
import { dispatches, skips } from "./dispatches.ts";
import { decidedBy, declaredIn, link, unrecorded } from "./links.ts";
import { claimParts, ownedBy } from "./owners.ts";
import { NO_WAY, turnOff, waysOf } from "./remedies.ts";

/** A hook: one part for every registration, with what ran and what was skipped of it. */
export function hook(report: ActivationReport, asked: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const { name, plugin } = target(report, asked);
  const is = (row: HookRow | HookFiredRow | HookSkippedRow): boolean =>
    row.name_redacted !== true &&
    (row.hook_name === name || row.hook_key === name || ("command" in row && row.command === name)) &&
    (plugin === null || row.plugin === plugin);
  const registrations = last((report.hooks ?? []).filter(is));
  const fired = (report.hooks_fired ?? []).filter((row) => is(row) || (row.hook_name === null && (row.candidates ?? []).includes(name)));
  const skipped = (report.hooks_skipped ?? []).filter(is);
  const events = new Set([...fired, ...skipped].map((row) => row.event));
  const parts = registrations.map((row) =>
    registered(
      report,
      row,
      fired.filter((each) => belongs(each, row)),
      skipped.filter((each) => belongs(each, row)),
      registrations.length > 1,
    ),
  );
  const covered = (row: HookFiredRow | HookSkippedRow): boolean => registrations.some((each) => belongs(row, each));
  for (const event of events) {
    const rest = fired.filter((row) => row.event === event && !covered(row));
    const restSkipped = skipped.filter((row) => row.event === event && !covered(row));
    if (rest.length + restSkipped.length > 0) parts.push(unregistered(report, rest, restSkipped, events.size > 1));
  }
  if (parts.length === 0) parts.push(...claimParts(report, "hooks", new Set([name]), "no registration or dispatch of it is recorded"));
  const names = [...registrations, ...fired, ...skipped].flatMap((row) => [row.hook_name, row.hook_key]).filter((each) => each !== null);
  return { names: parts.length === 0 ? [] : [...new Set(names.length === 0 ? [name] : names)], parts };
}

/** `name`, or `name@plugin` where that is not itself the name of a hook. */
function target(report: ActivationReport, asked: string): { readonly name: string; readonly plugin: string | null } {
  const at = asked.lastIndexOf("@");
  const known =
    (report.hooks ?? []).some((row) => row.hook_name === asked) || (report.hooks_fired ?? []).some((row) => row.hook_name === asked);
  return known || at <= 0 ? { name: asked, plugin: null } : { name: asked.slice(0, at), plugin: asked.slice(at + 1) };
}

/** The newest statement of every registration. */
function last(rows: readonly HookRow[]): readonly HookRow[] {
  const byPlace = new Map<string, HookRow>();
  for (const row of rows) {
    byPlace.set(
      JSON.stringify([
        row.agent,
        row.event,
        row.hook_name,
        row.hook_key,
        row.matcher,
        row.plugin,
        row.registered_via,
        row.source?.path ?? null,
      ]),
      row,
    );
  }
  return [...byPlace.values()];
}

/** Whether a dispatch or skip can be of a registration; the report has filled in what the dispatch left out. */
function belongs(row: HookFiredRow | HookSkippedRow, of: HookRow): boolean {
  const path = row.source?.path ?? null;
  return (
    row.event === of.event &&
    (row.plugin ?? of.plugin) === of.plugin &&
    (path === null || of.source?.path == null || path === of.source.path)
  );
}

function registered(
  report: ActivationReport,
  row: HookRow,
  fired: readonly HookFiredRow[],
  skipped: readonly HookSkippedRow[],
  several: boolean,
): Part {
  const who = namedOr(row.hook_name ?? row.command ?? row.hook_key, "the hook");
  const on = row.matcher === null || row.matcher === "" ? "" : ` on ${named(row.matcher)}`;
  const event = `${namedOr(row.event, "an unknown event")}${on}`;
  const where = row.source?.path == null ? "" : `, from ${named(row.source.path)}`;
  const off = row.state !== null && row.state !== "active";
  return {
    about: several ? `its registration for ${event}${where}` : null,
    verdict: verdictOf(row, fired, skipped),
    chain: [
      ...(off ? [stateOf(row, who)] : [...dispatches(fired), ...skips(skipped)]),
      ...(!off && fired.length === 0 && skipped.length === 0 ? [silence(report, row)] : []),
      ...(off ? [...dispatches(fired), ...skips(skipped)] : [stateOf(row, who)]),
      ...disabledBy(report, row),
      ...unheeded(report, "hook", [row.hook_name ?? "", `${row.hook_name ?? ""}@${row.plugin ?? ""}`]),
      ...decidedBy(row),
      link("registered_by", row, `it is registered for ${event}${row.registered_via === null ? "" : ` by ${named(row.registered_via)}`}`, {
        field: "registered_via",
      }),
      ...ownedBy(report, row.plugin),
      declaredIn(row, row.hook_key),
    ],
    ...waysOf(row, !off, report),
  };
}

/** A hook that is registered and left no trace of itself may have had nothing to do. */
function verdictOf(row: HookRow, fired: readonly HookFiredRow[], skipped: readonly HookSkippedRow[]): Part["verdict"] {
  if (row.state !== null && row.state !== "active") return "not_active";
  if (fired.length > 0) return "active";
  return row.state === "active" && skipped.length > 0 ? "not_active" : "unclear";
}

function stateOf(row: HookRow, who: string): Link {
  return link(
    "state",
    row,
    `${who} is ${row.state === null ? "registered; whether it is active is not recorded" : named(row.state)}: ${reasonOf(row)}`,
  );
}

/** Why a hook that is active left no dispatch: what is known of it, and no more. */
function silence(report: ActivationReport, row: HookRow): Link {
  if (report.hooks_fired === null) return unrecorded("ran", "dispatches of hooks are not recorded here at all");
  if (row.matching_calls === null)
    return unrecorded("ran", "no dispatch of it is recorded; whether something happened that it matches cannot be told");
  if (row.matching_calls === 0)
    return link("missed", row, "it had nothing to do: no call that its matcher selects is recorded", { field: "matching_calls" });
  return unrecorded(
    "ran",
    `no dispatch of it is recorded, though ${count(row.matching_calls, "call")} ${row.matching_calls === 1 ? "was" : "were"} made that its matcher selects`,
  );
}

/** What ran or was skipped without a registration that it can have come from. */
function unregistered(
  report: ActivationReport,
  fired: readonly HookFiredRow[],
  skipped: readonly HookSkippedRow[],
  several: boolean,
): Part {
  const row = (fired[0] ?? skipped[0]) as HookFiredRow | HookSkippedRow;
  return {
    about: several ? `at ${namedOr(row.event, "an unknown event")}` : null,
    verdict: fired.length > 0 ? "active" : "not_active",
    chain: [...dispatches(fired), ...skips(skipped), ...disabledBy(report, row), ...decidedBy(row), ...hookOrigin(report, row)],
    turn_off: turnOff(row),
    turn_on: NO_WAY,
  };
}

/** From a dispatch to the registration, the plugin and the file that it came from. */
export function hookOrigin(report: ActivationReport, row: HookFiredRow | HookSkippedRow): readonly Link[] {
  const registration = (report.hooks ?? []).findLast(
    (each) => each.hook_name === row.hook_name && each.hook_key === row.hook_key && belongs(row, each),
  );
  const links: Link[] = [];
  if (row.matcher !== null && row.reason_code !== "not_matched")
    links.push(link("matched", row, `its matcher is ${named(row.matcher)}`, { field: "matcher" }));
  const of = registration ?? row;
  if (registration === undefined) links.push(unrecorded("registered_by", "no registration of the hook is recorded"));
  else
    links.push(
      link(
        "registered_by",
        registration,
        `it is registered for ${namedOr(registration.event, "an unknown event")}${registration.registered_via === null ? "" : ` by ${named(registration.registered_via)}`}`,
      ),
    );
  return [...links, ...ownedBy(report, of.plugin), declaredIn(of, of.hook_key)];
}
