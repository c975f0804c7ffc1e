import { groupBy } from "../group-by.ts";
import { listed, named, reasonOf } from "../wording.ts";
import type { ActivationReport, McpServerRow } from "../report.ts";
import type { Link, Part, Relation } from "./answer.ts";
import { disabledBy } from "./disables.ts";
import { decidedBy, declaredIn, link, unrecorded } from "./links.ts";
import { claimsOn, ownedBy, pluginChain } from "./owners.ts";
import { NO_WAY, turnOff, turnOn } from "./remedies.ts";

/** An MCP server: whether it is connected, who brought it, which of its tools are offered. */
export function server(report: ActivationReport, name: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const rows = (report.mcp_servers ?? []).filter((row) => row.server === name && row.name_redacted !== true);
  const byAgent = groupBy(rows, (row) => row.agent ?? "");
  const parts = [...byAgent.values()].map((statements) => connection(report, statements, byAgent.size > 1));
  if (parts.length === 0) parts.push(...claimed(report, name), ...knownByTools(report, name));
  return { names: parts.length === 0 ? [] : [name], parts };
}

function connection(report: ActivationReport, statements: readonly McpServerRow[], several: boolean): Part {
  const row = statements.at(-1) as McpServerRow;
  const before = statements.slice(0, -1).toReversed();
  return {
    about: several && row.agent !== null ? `for the agent ${named(row.agent)}` : null,
    verdict: row.status === null ? "unclear" : row.status === "connected" ? "active" : "not_active",
    chain: [
      ...serverLinks(report, row, "state"),
      ...before.map((each) =>
        link("changed", each, `before that it was ${named(each.status ?? "in an unknown state")}: ${reasonOf(each)}`),
      ),
      ...tools(report, row),
      ...ownedBy(report, row.plugin),
      declaredIn(row),
    ],
    turn_off: turnOff(row),
    turn_on: row.status === "connected" ? NO_WAY : turnOn(row, report),
  };
}

/** The state of a server and what decided on it. */
export function serverLinks(report: ActivationReport, row: McpServerRow, relation: Relation): readonly Link[] {
  const transport = row.transport === null ? "" : ` over ${named(row.transport)}`;
  const error = row.error_type === null ? "" : ` (${named(row.error_type)})`;
  const status = row.status ?? "in a state that is not recorded";
  const sentence = `the MCP server ${named(row.server ?? "*")} is ${status}${transport}${error}: ${reasonOf(row)}`;
  const change = (report.trust_changes ?? []).findLast((each) => each.server === row.server && each.tool === null);
  const trust =
    change === undefined ? [] : [link("trusted_by", change, `its trust was ${change.change ?? "changed"}: ${reasonOf(change)}`)];
  return [link(relation, row, sentence), ...disabledBy(report, row), ...decidedBy(row), ...trust];
}

function tools(report: ActivationReport, row: McpServerRow): readonly Link[] {
  const last = new Map<string | null, boolean | null>();
  for (const tool of report.mcp_tools ?? []) if (tool.server === row.server) last.set(tool.tool ?? tool.model_name, tool.available);
  const named = (available: boolean): string => {
    const names = [...last].filter(([name, is]) => name !== null && is === available).map(([name]) => name as string);
    return names.length === 0 ? "none" : listed(names);
  };
  if (last.size === 0) return [];
  return [link("used", row, `of its tools are offered: ${named(true)}; not offered: ${named(false)}`)];
}

/** A server that a plugin brought, lost or would have brought, of which no connection is recorded. */
function claimed(report: ActivationReport, name: string): readonly Part[] {
  return claimsOn(report, "mcp_servers", new Set([name])).map(({ row, how }): Part => {
    const words = how === "missing" ? "would have brought it" : how === "shadowed" ? "claimed it and lost it to another" : "registered it";
    const chain = [
      unrecorded("state", "no connection to it is recorded"),
      ...pluginChain(row, `the plugin ${named(row.name ?? "*")} ${words}`),
    ];
    return {
      about: null,
      verdict: how === "registered" ? "unclear" : "not_active",
      chain,
      turn_off: turnOff(row),
      turn_on: turnOn(row, report),
    };
  });
}

function knownByTools(report: ActivationReport, name: string): readonly Part[] {
  const rows = (report.mcp_tools ?? []).filter((row) => row.server === name);
  const row = rows.at(-1);
  if (row === undefined) return [];
  const offered = rows.some((each) => each.available === true);
  const chain = [
    unrecorded("state", "no connection to it is recorded"),
    link("used", row, `tools of it are known: ${listed([...new Set(rows.map((each) => each.tool ?? each.model_name ?? "*"))])}`),
    declaredIn(row),
  ];
  return [{ about: null, verdict: offered ? "active" : "unclear", chain, turn_off: NO_WAY, turn_on: NO_WAY }];
}
