import type { Context } from "../context.ts";
import type { FactOf } from "../fact.ts";
import { itemOf } from "../items.ts";
import type { PluginRow } from "../report.ts";
import { statementsOf } from "../statements.ts";
import { withTail } from "../tail.ts";

/** One row a plugin, by agent, name and manifest. */
export function plugins(context: Context): PluginRow[] {
  return statementsOf(context.timeline.of("plugin"), itemOf).map(({ fact }) => row(context, fact));
}

/** A plugin is its own owner: some emitters name it there. */
function nameOf(a: FactOf<"plugin">["activation"]): string | undefined {
  return a.name ?? a.plugin;
}

function row(context: Context, fact: FactOf<"plugin">): PluginRow {
  const { activation: a } = fact;
  const own = {
    name: nameOf(a) ?? null,
    type: a.type ?? null,
    version: a.version ?? null,
    status: a.status ?? null,
    stage: a.stage ?? null,
    reason: a.reason ?? null,
    reason_code: a.reasonCode ?? null,
    error_type: a.errorType ?? null,
    manifest_path: a.manifestPath ?? null,
    enabled_via: a.enabledVia ?? null,
    registered: {
      commands: a.registeredCommands ?? null,
      agents: a.registeredAgents ?? null,
      tools: a.registeredTools ?? null,
      hooks: a.registeredHooks ?? null,
      skills: a.registeredSkills ?? null,
      mcp_servers: a.registeredMcpServers ?? null,
    },
    missing: {
      commands: a.missingCommands ?? null,
      agents: a.missingAgents ?? null,
      tools: a.missingTools ?? null,
      hooks: a.missingHooks ?? null,
      skills: a.missingSkills ?? null,
      mcp_servers: a.missingMcpServers ?? null,
    },
    shadowed: {
      commands: a.shadowedCommands ?? null,
      agents: a.shadowedAgents ?? null,
      tools: a.shadowedTools ?? null,
      hooks: a.shadowedHooks ?? null,
      skills: a.shadowedSkills ?? null,
      mcp_servers: a.shadowedMcpServers ?? null,
    },
    renamed: renamed(a),
  };
  const inactive = a.status === undefined || a.status === "registered" ? undefined : a.status;
  const hint = context.hints.of("plugin", { ...a, name: nameOf(a) }, inactive);
  return context.rows.link<PluginRow>(withTail(own, fact, hint), fact);
}

/** The two lists go pairwise; a longer one is not cut, what has no partner has null. */
function renamed({ renamedFrom: from, renamedTo: to }: FactOf<"plugin">["activation"]): PluginRow["renamed"] {
  return from === undefined ? null : from.map((name, index) => ({ from: name, to: to?.[index] ?? null }));
}
