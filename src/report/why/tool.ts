import { groupBy } from "../group-by.ts";
import { count, listed, named, namedOr, reasonOf, times } from "../wording.ts";
import type { ActivationReport, HookFiredRow, McpServerRow, McpToolRow, PolicyRow } from "../report.ts";
import type { Link, Part } from "./answer.ts";
import { disabledBy, unheeded } from "./disables.ts";
import { toolWho } from "../subject.ts";
import { hookOrigin } from "./hook.ts";
import { decidedBy, declaredIn, earlier, link, unrecorded } from "./links.ts";
import { claimParts, ownedBy } from "./owners.ts";
import { NO_WAY, turnOff, waysOf } from "./remedies.ts";
import { serverLinks } from "./server.ts";
import { allNames, callNames, toolsNamed } from "./tool-names.ts";

/** A tool: whether and why the model is offered it, and what became of its calls. */
export function tool(report: ActivationReport, name: string): { readonly names: readonly string[]; readonly parts: readonly Part[] } {
  const rows = toolsNamed(report, name);
  const names = rows.length > 0 ? callNames(rows, name) : new Set([name, ...targetsEndingIn(report, name)]);
  const parts = [...offers(report, rows), ...(rows.length === 0 ? claimed(report, names) : []), ...calls(report, names)];
  return { names: rows.length > 0 ? allNames(rows) : parts.length > 0 ? [name] : [], parts };
}

/** A tool without a row of its own is found by the last part of the name by which hooks and policies speak of it, where that is one. */
function targetsEndingIn(report: ActivationReport, name: string): readonly string[] {
  const targets = new Set<string>();
  for (const rows of [report.hooks_fired, report.hooks_skipped, report.policies]) {
    for (const { target_tool: target } of rows ?? []) if (target?.endsWith(`__${name}`) === true) targets.add(target);
  }
  return targets.size === 1 ? [...targets] : [];
}

/** One part for every agent, server and tool; earlier statements of the same are links of its chain. */
function offers(report: ActivationReport, rows: readonly McpToolRow[]): readonly Part[] {
  const items = groupBy(rows, (row) => JSON.stringify([row.agent, row.server, row.tool]));
  return [...items.values()].map((statements) => offer(report, statements, items.size > 1));
}

function offer(report: ActivationReport, statements: readonly McpToolRow[], several: boolean): Part {
  const row = statements.at(-1) as McpToolRow;
  const words = `the tool ${toolWho(row).words}`;
  const agent = row.agent === null ? "" : ` to the agent ${named(row.agent)}`;
  const as = row.model_name === null || row.model_name === row.tool ? "" : ` as ${named(row.model_name)}`;
  const offered = row.available === null ? "it is not recorded whether it is offered" : row.available ? "is offered" : "is not offered";
  const used = statements.reduce((sum, each) => sum + each.calls, 0);
  const server = (report.mcp_servers ?? []).findLast((each) => each.server !== null && each.server === row.server);
  return {
    about: several ? `${words}${agent === "" ? "" : `, for the agent ${named(row.agent ?? "")}`}` : null,
    verdict: row.available === null ? "unclear" : row.available ? "active" : "not_active",
    chain: [
      link("state", row, `${words} ${offered}${agent}${as}: ${reasonOf(row)}`),
      ...earlier(statements, (each) => (each.available === true ? "is offered" : "is not offered")),
      ...(used > 0 ? [link("used", row, `it was called ${times(used)}`)] : []),
      ...disabledBy(report, row),
      ...unheeded(report, "mcp_tool", allNames([row])),
      ...decidedBy(row),
      ...trust(report, row),
      ...(row.server === null ? [] : servedBy(report, row.server, server)),
      ...ownedBy(report, row.plugin ?? server?.plugin ?? null),
      ...fileOf(row, server),
    ],
    ...waysOf(row, row.available !== false, report),
  };
}

/** The file of the tool, else that of its server; where nothing is recorded of the server, that is said already. */
function fileOf(row: McpToolRow, server: McpServerRow | undefined): readonly Link[] {
  if (row.source?.path != null) return [declaredIn(row)];
  if (server !== undefined) return [declaredIn(server)];
  return row.server === null ? [declaredIn(row)] : [];
}

function trust(report: ActivationReport, row: McpToolRow): readonly Link[] {
  const expiry = row.expiry === null ? "" : `, until ${named(row.expiry)}`;
  const trusted =
    row.trusted === null ? [] : [link("trusted_by", row, `it is ${row.trusted ? "" : "not "}trusted${expiry}`, { field: "trusted" })];
  const change = (report.trust_changes ?? []).findLast(
    (each) => each.server === row.server && (each.tool === null || each.tool === row.tool),
  );
  if (change === undefined) return trusted;
  const what =
    change.tool === null ? `the trust in the server was ${change.change ?? "changed"}` : `its trust was ${change.change ?? "changed"}`;
  const until = change.expiry === null ? "" : `, until ${named(change.expiry)}`;
  return [...trusted, link("trusted_by", change, `${what}${until}: ${reasonOf(change)}`)];
}

function servedBy(report: ActivationReport, name: string, server: McpServerRow | undefined): readonly Link[] {
  if (server === undefined) return [unrecorded("served_by", `how the MCP server ${named(name)} came is not recorded`)];
  return serverLinks(report, server, "served_by");
}

/** A tool of which only its plugin, or a sealed surface, speaks. */
function claimed(report: ActivationReport, names: ReadonlySet<string>): readonly Part[] {
  const parts = claimParts(report, "tools", names);
  if (parts.length > 0) return parts;
  const surface = (report.surfaces ?? []).findLast((row) => (row.tools ?? []).some((each) => names.has(each)));
  if (surface === undefined) return [];
  const chain = [
    link("state", surface, `the ${named(surface.phase ?? "surface")} lists it among its tools: ${reasonOf(surface)}`),
    unrecorded("registered_by", "which extension brought it is not recorded"),
  ];
  return [{ about: null, verdict: "active", chain, turn_off: NO_WAY, turn_on: NO_WAY }];
}

/** What hooks and policies did to its calls: one part for each that stopped or changed some. */
function calls(report: ActivationReport, names: ReadonlySet<string>): readonly Part[] {
  const byHook = groupBy(report.hooks_fired ?? [], (row) => {
    if (row.target_tool === null || !names.has(row.target_tool)) return null;
    const plain = row.decision === "ran" && row.outcome === "completed";
    const way = plain ? [] : [row.decision, row.outcome, row.reason, row.reason_code];
    return JSON.stringify([row.hook_name, row.hook_key, row.candidates, row.plugin, row.event, ...way]);
  });
  const denials = (report.policies ?? []).filter((row) => row.target_tool !== null && names.has(row.target_tool));
  return [...[...byHook.values()].map((rows) => hookOnCalls(report, rows)), ...denials.map(policyOnCall)];
}

function hookOnCalls(report: ActivationReport, rows: readonly HookFiredRow[]): Part {
  const row = rows[0] as HookFiredRow;
  const who = row.hook_name ?? row.command ?? row.hook_key;
  const hook =
    who === null ? (row.candidates === null ? "a hook" : `one of the hooks ${listed(row.candidates)}`) : `the hook ${named(who)}`;
  const broke = row.outcome === "failed" ? ", broken" : row.outcome === "timed_out" ? ", timed out" : "";
  const relation = row.decision === "vetoed" ? "blocked_by" : "ran";
  const did = row.decision === "vetoed" ? "blocked" : row.decision === "asked" ? "asked somebody about" : "ran on";
  const reasons = new Set(rows.map(reasonOf));
  const which = rows.length === 1 ? "a call of it" : count(rows.length, "call");
  return {
    about: `its calls, by ${hook}`,
    verdict: row.decision === "vetoed" ? "not_active" : "active",
    chain: [
      link(relation, row, `${hook} ${did} ${which}${broke}${reasons.size === 1 ? `: ${reasonOf(row)}` : ""}`),
      ...hookOrigin(report, row),
    ],
    turn_off: turnOff(row),
    turn_on: NO_WAY,
    of_calls: true,
  };
}

function policyOnCall(row: PolicyRow): Part {
  const done = row.enforcement ?? row.outcome;
  const votes = row.votes.map((vote) => `${namedOr(vote.policy, "a policy without a name")} ${vote.vote ?? "gave no vote"}`);
  const voted = votes.length === 0 ? "" : ` (votes: ${votes.join(", ")})`;
  const did = done === "deny" ? "denied" : done === "allow" ? "allowed" : "did not decide";
  return {
    about: "its calls, by policy",
    verdict: done === "deny" ? "not_active" : done === "allow" ? "active" : "unclear",
    chain: [
      link(done === "deny" ? "blocked_by" : "decided_by", row, `policies ${did} a call of it: ${reasonOf(row)}${voted}`),
      ...decidedBy(row),
      declaredIn(row),
    ],
    turn_off: NO_WAY,
    turn_on: NO_WAY,
    of_calls: true,
  };
}
