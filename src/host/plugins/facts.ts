import { PLUGIN_PARTS, type PluginPart, type PluginType } from "../../activation/plugin.ts";
import type { Facts } from "../../emit/recorder.ts";
import { whyOff } from "../hooks/registry.ts";
import type { Unavailable } from "../tools.ts";
import type { PartNames } from "./manifest.ts";
import type { Plugin } from "./plugin.ts";

export const NOT_RUN = "the host runs no code of plugins (plugins.load)";

/** What became of a plugin's skills, by name. */
export type PluginSkills = Readonly<Record<"loaded" | "off" | "shadowed", readonly string[]>>;

/** What the report is told of a plugin as it is now. */
export function pluginFacts(
  plugin: Plugin,
  skills: PluginSkills,
  disabledBy: string | undefined,
  enabledVia: string | undefined,
): Facts<"plugin"> {
  const { manifest, fault, lost } = plugin;
  const actingDisable = fault === undefined ? disabledBy : undefined;
  const registered = registeredNames(plugin, skills, disabledBy !== undefined);
  const missing = missingNames(plugin, skills, registered);
  return {
    name: plugin.name,
    version: manifest?.version,
    type: typeOf(plugin),
    status: actingDisable === undefined ? (fault?.status ?? "registered") : "disabled",
    stage: fault?.stage,
    ...whyStatus(plugin, actingDisable, enabledVia),
    disabledBy: actingDisable,
    errorType: fault?.status === "failed" ? fault.errorType : undefined,
    manifestPath: plugin.manifestPath,
    sourcePath: plugin.manifestPath,
    sourceScope: plugin.scope,
    enabledVia,
    registeredCommands: registered.commands,
    registeredAgents: registered.agents,
    registeredTools: registered.tools,
    registeredHooks: registered.hooks,
    registeredSkills: registered.skills,
    registeredMcpServers: registered.mcp_servers,
    missingCommands: missing.commands,
    missingAgents: missing.agents,
    missingTools: missing.tools,
    missingHooks: missing.hooks,
    missingSkills: missing.skills,
    missingMcpServers: missing.mcp_servers,
    shadowedCommands: lost.commands,
    shadowedAgents: lost.agents,
    shadowedTools: lost.tools,
    shadowedHooks: lost.hooks,
    shadowedSkills: skills.shadowed,
    shadowedMcpServers: lost.mcp_servers,
  };
}

function whyStatus(plugin: Plugin, disabledBy: string | undefined, enabledVia: string | undefined): Unavailable {
  if (plugin.fault !== undefined) return { reason: plugin.fault.reason, reasonCode: plugin.fault.reasonCode };
  if (disabledBy !== undefined) return { reason: whyOff(disabledBy), reasonCode: "disabled_for_session" };
  const notes = plugin.notes.map((note) => `; ${note}`).join("");
  const withheld = PLUGIN_PARTS.some((part) => plugin.withheld[part].length > 0);
  if (withheld) return { reason: `${NOT_RUN}, so only what needs none is registered${notes}`, reasonCode: "feature_off" };
  return {
    reason: `${enabledVia === undefined ? "found in the host's plugin folders" : `enabled by ${enabledVia}`}${notes}`,
    reasonCode: "always_active",
  };
}

/** What it has at this moment. */
function registeredNames(plugin: Plugin, skills: PluginSkills, isDisabled: boolean): PartNames {
  return eachPart((part) => {
    if (plugin.fault !== undefined) return [];
    if (part === "skills") return skills.loaded;
    const own = plugin.declared[part].filter((name) => !plugin.lost[part].includes(name) && !plugin.withheld[part].includes(name));
    if (!isDisabled) return own;
    // A protected hook stays when its plugin is turned off.
    return part === "hooks" ? own.filter((name) => isProtected(plugin, name)) : [];
  });
}

/** What it declares, has not lost to another, and does not have now. */
function missingNames(plugin: Plugin, skills: PluginSkills, registered: PartNames): PartNames {
  return eachPart((part) => {
    if (part === "skills") return skills.off;
    return plugin.declared[part].filter((name) => !registered[part].includes(name) && !plugin.lost[part].includes(name));
  });
}

function eachPart(names: (part: PluginPart) => readonly string[]): PartNames {
  return Object.fromEntries(PLUGIN_PARTS.map((part) => [part, names(part)])) as unknown as PartNames;
}

function isProtected({ manifest }: Plugin, hook: string): boolean {
  return manifest?.hooks.find(({ name }) => name === hook)?.protected === true;
}

const TYPES: Readonly<Partial<Record<PluginPart, PluginType>>> = {
  commands: "command",
  agents: "agent",
  hooks: "hook",
  mcp_servers: "mcp_server",
};

/** What it brings, where its manifest does not say: one kind of thing, or a bundle. */
function typeOf({ manifest, declared }: Plugin): PluginType {
  if (manifest?.type !== undefined) return manifest.type;
  const [only, ...others] = PLUGIN_PARTS.filter(
    (part) => declared[part].length > 0 || (part === "skills" && (manifest?.skills.length ?? 0) > 0),
  );
  return only === undefined || others.length > 0 ? "bundle" : (TYPES[only] ?? "bundle");
}
