import { groupBy } from "../group-by.ts";
import { listed, named, reasonOf } from "../wording.ts";
import type { ActivationReport, McpServerRow } from "../report.ts";
import type { Link, Part, Relation } from "./answer.ts";
import { disabledBy, unheeded } from "./disables.ts";
import { decidedBy, declaredIn, earlier, link, unrecorded } from "./links.ts";
import { claimParts, ownedBy } from "./owners.ts";
import { NO_WAY, waysOf } from "./remedies.ts";

/** An MCP server: whether it is connected, who brought it, which of its tools are offered. */
export function server(report: ActivationReport, name: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const rows = (report.mcp_servers ?? []).filter((row) => row.server === name && row.name_redacted !== true);
  const byAgent = groupBy(rows, (row) => row.agent ?? "");
  const parts = [...byAgent.values()].map((statements) => connection(report, statements, byAgent.size > 1));
  if (parts.length === 0) {
    parts.push(...claimParts(report, "mcp_servers", new Set([name]), "no connection to it is recorded"), ...knownByTools(report, name));
  }
  return { names: parts.length === 0 ? [] : [name], parts };
}

function connection(report: ActivationReport, statements: readonly McpServerRow[], several: boolean): Part {
  const row = statements.at(-1) as McpServerRow;
  const on = row.status === "connected";
  return {
    about: several && row.agent !== null ? `for the agent ${named(row.agent)}` : null,
    verdict: on ? "active" : row.status === null ? "unclear" : "not_active",
    chain: [
      ...serverLinks(report, row, "state"),
      ...earlier(statements, stateOf),
      ...tools(report, row),
      ...ownedBy(report, row.plugin),
      declaredIn(row),
    ],
    ...waysOf(row, on, report),
  };
}

/** The state of a server and what decided on it. */
export function serverLinks(report: ActivationReport, row: McpServerRow, relation: Relation): readonly Link[] {
  const change = (report.trust_changes ?? []).findLast((each) => each.server === row.server && each.tool === null);
  return [
    link(relation, row, `the MCP server ${named(row.server ?? "*")} ${stateOf(row)}: ${reasonOf(row)}`),
    ...disabledBy(report, row),
    ...unheeded(report, "mcp_server", [row.server ?? ""]),
    ...decidedBy(row),
    ...(change === undefined
      ? []
      : [link("trusted_by", change, `its trust was ${named(change.change ?? "changed")}: ${reasonOf(change)}`)]),
  ];
}

const STATES: ReadonlyMap<string, string> = new Map([
  ["connected", "is connected"],
  ["failed", "could not be connected"],
  ["blocked", "is blocked"],
  ["disabled", "is disabled"],
]);

function stateOf(row: McpServerRow): string {
  const state = row.status === null ? "is in a state that is not recorded" : (STATES.get(row.status) ?? `is ${named(row.status)}`);
  const transport = row.transport === null ? "" : ` over ${named(row.transport)}`;
  return `${state}${transport}${row.error_type === null ? "" : ` (${named(row.error_type)})`}`;
}

function tools(report: ActivationReport, row: McpServerRow): readonly Link[] {
  const last = new Map<string, boolean | null>();
  for (const { server: of, tool, model_name, available } of report.mcp_tools ?? []) {
    if (of === row.server) last.set(tool ?? model_name ?? "*", available);
  }
  const those = (is: boolean): string => listed([...last].filter(([, available]) => available === is).map(([name]) => name));
  return last.size === 0 ? [] : [link("brought", row, `of its tools are offered: ${those(true)}; not offered: ${those(false)}`)];
}

function knownByTools(report: ActivationReport, name: string): readonly Part[] {
  const rows = (report.mcp_tools ?? []).filter((row) => row.server === name);
  const row = rows.at(-1);
  if (row === undefined) return [];
  const tools = listed([...new Set(rows.map((each) => each.tool ?? each.model_name ?? "*"))]);
  const chain = [
    link("brought", row, `tools of it are known: ${tools}`),
    unrecorded("state", "no connection to it is recorded"),
    declaredIn(row),
  ];
  const verdict = rows.some((each) => each.available === true) ? "active" : "unclear";
  return [{ about: null, verdict, chain, turn_off: NO_WAY, turn_on: NO_WAY }];
}
