import { matchesPattern } from "../../activation/pattern.ts";
import type { ActivationReport } from "../report.ts";
import { count, named, reasonOf } from "../wording.ts";
import type { AskedKind, Link, Part, Subject } from "./answer.ts";
import { link, unrecorded } from "./links.ts";
import { NO_WAY } from "./remedies.ts";

/** The kinds of a disable that can mean what is asked for. */
const DISABLE_KINDS: Readonly<Record<AskedKind, readonly string[]>> = {
  tool: ["mcp_tool"],
  skill: ["skill"],
  hook: ["hook"],
  plugin: ["plugin"],
  mcp: ["mcp_server", "mcp_tool"],
  command: [],
};

/** Of a tool that is not recorded, so many skips of hooks are told one by one. */
const MOST_SKIPS = 5;

/** What speaks of a thing that has no row of its own: a disable that names it, a change of trust, a matcher that missed it. */
export function mentions(report: ActivationReport, { kind, name }: Subject): readonly Part[] {
  const links: readonly Link[] = [...disables(report, kind, name), ...trust(report, kind, name), ...skips(report, kind, name)];
  if (links.length === 0) return [];
  const chain = [...links, unrecorded("state", "whether it is there, and why, is not recorded")];
  return [{ about: null, verdict: "unclear", chain, turn_off: NO_WAY, turn_on: NO_WAY }];
}

function disables(report: ActivationReport, kind: AskedKind, name: string): readonly Link[] {
  return (report.disables ?? []).flatMap((row) => {
    if (row.kind === null || row.name === null || !DISABLE_KINDS[kind].includes(row.kind) || !matchesPattern(row.name, name)) return [];
    const did = row.state === "enabled" ? "enabling" : "disabling";
    const came = row.accepted === false ? `was refused: ${reasonOf(row)}` : row.matched === 0 ? "matched nothing" : "was accepted";
    return [link("disabled_by", row, `${did} ${named(row.name)} for the session ${came}`)];
  });
}

function trust(report: ActivationReport, kind: AskedKind, name: string): readonly Link[] {
  if (kind !== "mcp" && kind !== "tool") return [];
  return (report.trust_changes ?? []).flatMap((row) => {
    const names =
      kind === "mcp" ? [row.server, `${row.server ?? ""}/${row.tool ?? ""}`] : [row.tool, `${row.server ?? ""}/${row.tool ?? ""}`];
    const item = row.tool === null ? named(row.server ?? "*") : named(`${row.server ?? "*"}/${row.tool}`);
    return names.includes(name)
      ? [link("trusted_by", row, `the trust in ${item} was ${named(row.change ?? "changed")}: ${reasonOf(row)}`)]
      : [];
  });
}

function skips(report: ActivationReport, kind: AskedKind, name: string): readonly Link[] {
  if (kind !== "tool") return [];
  const of = (report.hooks_skipped ?? []).filter((row) => row.target_tool === name || row.target_tool?.endsWith(`__${name}`) === true);
  const more = of[MOST_SKIPS];
  return [
    ...of
      .slice(0, MOST_SKIPS)
      .map((row) =>
        link(
          "missed",
          row,
          `the hook ${named(row.hook_name ?? row.hook_key ?? "*")} was considered for a call of it, and skipped: ${reasonOf(row)}`,
        ),
      ),
    ...(more === undefined
      ? []
      : [
          link(
            "missed",
            more,
            `${count(of.length - MOST_SKIPS, "more skip")} of hooks ${of.length - MOST_SKIPS === 1 ? "is" : "are"} recorded for it`,
          ),
        ]),
  ];
}
