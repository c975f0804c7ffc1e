import { oneOf, string, strings, type Field } from "./attribute.ts";
import type { Codec, Kind } from "./codec.ts";

export const PLUGIN_TYPES = ["command", "agent", "hook", "mcp_server", "bundle"] as const;
export type PluginType = (typeof PLUGIN_TYPES)[number];

export const PLUGIN_STATUSES = ["registered", "refused", "failed", "disabled"] as const;
export type PluginStatus = (typeof PLUGIN_STATUSES)[number];

export const PLUGIN_STAGES = ["install", "manifest", "load", "register"] as const;
export type PluginStage = (typeof PLUGIN_STAGES)[number];

/** What a plugin can bring. */
export const PLUGIN_PARTS = ["commands", "agents", "tools", "hooks", "skills", "mcp_servers"] as const;
export type PluginPart = (typeof PLUGIN_PARTS)[number];

type Names = readonly string[] | undefined;

export interface PluginDetails {
  readonly version?: string | undefined;
  readonly type?: PluginType | undefined;
  readonly manifestPath?: string | undefined;
  readonly status: PluginStatus;
  readonly stage?: PluginStage | undefined;
  readonly enabledVia?: string | undefined;
  readonly registeredCommands?: Names;
  readonly registeredAgents?: Names;
  readonly registeredTools?: Names;
  readonly registeredHooks?: Names;
  readonly registeredSkills?: Names;
  readonly registeredMcpServers?: Names;
  readonly missingCommands?: Names;
  readonly missingAgents?: Names;
  readonly missingTools?: Names;
  readonly missingHooks?: Names;
  readonly missingSkills?: Names;
  readonly missingMcpServers?: Names;
  readonly shadowedCommands?: Names;
  readonly shadowedAgents?: Names;
  readonly shadowedTools?: Names;
  readonly shadowedHooks?: Names;
  readonly shadowedSkills?: Names;
  readonly shadowedMcpServers?: Names;
  /** Names it claimed, pairwise with {@link PluginDetails.renamedTo}. */
  readonly renamedFrom?: Names;
  readonly renamedTo?: Names;
}

/** A plugin is registered, refused, failed or disabled, and what it registered. */
export type PluginActivation = Kind<"plugin", PluginDetails>;

const registered = (part: PluginPart): Field<readonly string[]> =>
  strings(`activation.plugin.registered.${part}`, `The ${words(part)} that it registered.`, ["ship"]);
const missing = (part: PluginPart): Field<readonly string[]> =>
  strings(`activation.plugin.missing.${part}`, `The ${words(part)} that a failed plugin would have registered.`, ["ship"]);
const shadowed = (part: PluginPart): Field<readonly string[]> =>
  strings(`activation.plugin.shadowed.${part}`, `Names of ${words(part)} that it claimed and lost.`, ["ship"]);
const words = (part: PluginPart): string => (part === "mcp_servers" ? "MCP servers" : part);

export const plugin: Codec<"plugin", PluginDetails> = {
  kind: "plugin",
  brief: "A plugin is registered, refused, failed or disabled, and what it registered.",
  spanName: (a) => (a.name === undefined ? "register_plugin" : `register_plugin ${a.name}`),
  fields: {
    version: string("activation.plugin.version", "Its version.", "1.4.0"),
    type: oneOf("activation.plugin.type", PLUGIN_TYPES, "What it brings."),
    manifestPath: string("activation.plugin.manifest.path", "Its manifest.", ".agent/plugins/acme-tools/plugin.json"),
    status: oneOf("activation.plugin.status", PLUGIN_STATUSES, "What became of it."),
    stage: oneOf("activation.plugin.stage", PLUGIN_STAGES, "Where it failed."),
    enabledVia: string("activation.plugin.enabled_via", "The setting that enabled it.", "project settings"),
    registeredCommands: registered("commands"),
    registeredAgents: registered("agents"),
    registeredTools: registered("tools"),
    registeredHooks: registered("hooks"),
    registeredSkills: registered("skills"),
    registeredMcpServers: registered("mcp_servers"),
    missingCommands: missing("commands"),
    missingAgents: missing("agents"),
    missingTools: missing("tools"),
    missingHooks: missing("hooks"),
    missingSkills: missing("skills"),
    missingMcpServers: missing("mcp_servers"),
    shadowedCommands: shadowed("commands"),
    shadowedAgents: shadowed("agents"),
    shadowedTools: shadowed("tools"),
    shadowedHooks: shadowed("hooks"),
    shadowedSkills: shadowed("skills"),
    shadowedMcpServers: shadowed("mcp_servers"),
    renamedFrom: strings("activation.plugin.renamed.from", "Names that it claimed and has under another name.", ["chat"]),
    renamedTo: strings("activation.plugin.renamed.to", "Those other names, pairwise.", ["chat1"]),
  },
  toAttributes: (a) => ({
    "activation.plugin.version": a.version,
    "activation.plugin.type": a.type,
    "activation.plugin.manifest.path": a.manifestPath,
    "activation.plugin.status": a.status,
    "activation.plugin.stage": a.stage,
    "activation.plugin.enabled_via": a.enabledVia,
    "activation.plugin.registered.commands": a.registeredCommands,
    "activation.plugin.registered.agents": a.registeredAgents,
    "activation.plugin.registered.tools": a.registeredTools,
    "activation.plugin.registered.hooks": a.registeredHooks,
    "activation.plugin.registered.skills": a.registeredSkills,
    "activation.plugin.registered.mcp_servers": a.registeredMcpServers,
    "activation.plugin.missing.commands": a.missingCommands,
    "activation.plugin.missing.agents": a.missingAgents,
    "activation.plugin.missing.tools": a.missingTools,
    "activation.plugin.missing.hooks": a.missingHooks,
    "activation.plugin.missing.skills": a.missingSkills,
    "activation.plugin.missing.mcp_servers": a.missingMcpServers,
    "activation.plugin.shadowed.commands": a.shadowedCommands,
    "activation.plugin.shadowed.agents": a.shadowedAgents,
    "activation.plugin.shadowed.tools": a.shadowedTools,
    "activation.plugin.shadowed.hooks": a.shadowedHooks,
    "activation.plugin.shadowed.skills": a.shadowedSkills,
    "activation.plugin.shadowed.mcp_servers": a.shadowedMcpServers,
    "activation.plugin.renamed.from": a.renamedFrom,
    "activation.plugin.renamed.to": a.renamedTo,
  }),
};
