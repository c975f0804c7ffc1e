import { PLUGIN_PARTS, type PluginPart } from "../../activation/plugin.ts";
import type { Facts } from "../facts.ts";
import { groupBy } from "../group-by.ts";
import { registeredPart } from "../registered-part.ts";
import type { McpToolRow, PluginRow } from "../report.ts";
import type { Conclusion } from "./conclusion.ts";
import { subject, type SubjectKind } from "../subject.ts";
import { listedOr, named, namedOr, reasonOf } from "../wording.ts";

const KINDS: Readonly<Record<PluginPart, { readonly kind: SubjectKind; readonly words: string }>> = {
  commands: { kind: "command", words: "command" },
  agents: { kind: "agent", words: "agent" },
  tools: { kind: "tool", words: "tool" },
  hooks: { kind: "hook", words: "hook" },
  skills: { kind: "skill", words: "skill" },
  mcp_servers: { kind: "mcp_server", words: "MCP server" },
};

/** Two extensions claim one name: who has it, who lost it, and who has it under another name. */
export function* nameCollisions(facts: Facts): Iterable<Conclusion> {
  yield* pluginCollisions(facts);
  yield* toolCollisions(facts);
}

/** What is claimed under one name, and how it went. */
interface Claims {
  readonly part: PluginPart;
  readonly name: string;
  readonly holders: PluginRow[];
  readonly losers: PluginRow[];
  readonly renamed: { readonly row: PluginRow; readonly to: string | null }[];
}

function* pluginCollisions(facts: Facts): Iterable<Conclusion> {
  const claims = new Map<string, Claims>();
  const claim = (row: PluginRow, part: PluginPart, name: string): Claims => {
    const key = JSON.stringify([row.agent, part, name]);
    const known = claims.get(key) ?? { part, name, holders: [], losers: [], renamed: [] };
    claims.set(key, known);
    return known;
  };
  for (const row of facts.report.plugins ?? []) {
    if (row.name_redacted === true || !facts.isLast(row)) continue;
    for (const part of PLUGIN_PARTS) {
      for (const name of row.registered[part] ?? []) claim(row, part, name).holders.push(row);
      for (const name of row.shadowed[part] ?? []) claim(row, part, name).losers.push(row);
    }
    const partOf = registeredPart(row);
    for (const { from, to } of row.renamed ?? []) claim(row, partOf(to) ?? "commands", from).renamed.push({ row, to });
  }
  for (const each of claims.values()) {
    const claimants = new Set([...each.holders, ...each.losers, ...each.renamed.map(({ row }) => row)].map((row) => row.name));
    if (each.losers.length > 0 || each.renamed.length > 0 || claimants.size > 1) yield pluginCollision(each);
  }
}

function pluginCollision({ part, name, holders, losers, renamed }: Claims): Conclusion {
  const { kind, words } = KINDS[part];
  const names = (rows: readonly PluginRow[]): string => listedOr([...new Set(rows.map((row) => row.name))], "one without a name");
  const has =
    holders.length === 0
      ? "who has it is not recorded"
      : holders.length === 1
        ? `the plugin ${names(holders)} has it`
        : `the plugins ${names(holders)} registered it, and which of them answers is not recorded`;
  const parts = [has];
  if (losers.length > 0) parts.push(`${losers.length === 1 ? "the plugin" : "the plugins"} ${names(losers)} lost it`);
  for (const { row, to } of renamed)
    parts.push(`the plugin ${names([row])} has its own as ${to === null ? "a name that is not recorded" : named(to)}`);
  return {
    code: "name_collision",
    subject: subject(kind, name),
    message: `the ${words} ${named(name)} is claimed more than once: ${parts.join("; ")}`,
    facts: [...new Set([...losers, ...renamed.map(({ row }) => row), ...holders])],
  };
}

const LOST: ReadonlySet<string | null> = new Set(["shadowed", "duplicate", "name_claimed", "name_reserved", "name_too_long"]);

/** Tools of several servers, or of a server and a plugin, under one name that the model sees, for one agent. */
function* toolCollisions(facts: Facts): Iterable<Conclusion> {
  const plugins = (facts.report.plugins ?? []).filter(
    (row) => row.name_redacted !== true && row.status === "registered" && facts.isLast(row),
  );
  const registered = new Map<string, PluginRow>();
  for (const row of plugins) for (const tool of row.registered.tools ?? []) registered.set(JSON.stringify([row.agent, tool]), row);
  const servers = new Map<PluginRow, ReadonlySet<string>>();
  const serversOf = (plugin: PluginRow): ReadonlySet<string> => {
    let known = servers.get(plugin);
    if (known === undefined) servers.set(plugin, (known = new Set(plugin.registered.mcp_servers)));
    return known;
  };
  const byName = groupBy(facts.report.mcp_tools ?? [], (row) => {
    const name = row.model_name ?? row.tool;
    return name === null || row.name_redacted === true || !facts.isLast(row) ? null : JSON.stringify([row.agent, name]);
  });
  for (const [key, rows] of byName) {
    const holders = rows.filter((row) => row.available === true);
    const losers = rows.filter((row) => row.available === false && LOST.has(row.reason_code));
    const claimants = new Set([...holders, ...losers].map((row) => row.server ?? row.plugin));
    if (claimants.size > 1) yield toolCollision(holders, losers);
    const plugin = registered.get(key);
    const lost = plugin === undefined || holders.length > 0 ? [] : losers.filter((row) => !isOf(row, plugin, serversOf(plugin)));
    if (claimants.size === 1 && plugin !== undefined && lost.length > 0) yield pluginHasIt(plugin, lost);
  }
}

/** Whether the tool comes with the plugin: what a plugin brings it does not take from itself. */
function isOf(row: McpToolRow, plugin: PluginRow, servers: ReadonlySet<string>): boolean {
  return row.plugin === plugin.name || (row.server !== null && servers.has(row.server));
}

function pluginHasIt(plugin: PluginRow, losers: readonly McpToolRow[]): Conclusion {
  const [first] = losers as readonly [McpToolRow];
  const name = first.model_name ?? first.tool ?? "";
  const lost = ownersOf(losers);
  return {
    code: "name_collision",
    subject: subject("tool", name),
    message: `the tool ${named(name)} is claimed more than once: the plugin ${namedOr(plugin.name, "without a name")} has it; ${lost} lost it (${reasonOf(first)})`,
    facts: [...losers, plugin],
    explains: losers,
  };
}

function toolCollision(holders: readonly McpToolRow[], losers: readonly McpToolRow[]): Conclusion {
  const first = (losers[0] ?? holders[0]) as McpToolRow;
  const name = first.model_name ?? first.tool ?? "";
  const has =
    holders.length === 0
      ? "none of them is offered under it"
      : holders.length === 1
        ? `${ownersOf(holders)} has it`
        : `${ownersOf(holders)} are offered under it, and which of them a call reaches is not recorded`;
  const lost = losers.length === 0 ? "" : `; ${ownersOf(losers)} lost it (${reasonOf(losers[0] as McpToolRow)})`;
  return {
    code: "name_collision",
    subject: subject("tool", name),
    message: `the tool ${named(name)} is claimed more than once: ${has}${lost}`,
    facts: [...losers, ...holders],
    explains: losers,
  };
}

function ownersOf(rows: readonly McpToolRow[]): string {
  return listedOr(
    rows.map((row) => row.server ?? row.plugin),
    "the agent itself",
  );
}
