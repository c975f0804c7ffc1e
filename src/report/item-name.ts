import type { ReadActivation } from "../activation/activation.ts";

/** What a fact is about, as `kind:name`; undefined where it has no name, `kind:*` where an exporter withheld it. */
export function itemName(a: ReadActivation): string | undefined {
  const item = itemOfName(a);
  return a.nameRedacted === true ? item?.replace(/:.*$/s, ":*") : item;
}

function itemOfName(a: ReadActivation): string | undefined {
  switch (a.kind) {
    case "hook":
    case "hook_registration":
      return named("hook", a.name ?? a.key);
    case "skill":
    case "skill_use":
      return named("skill", a.name);
    case "plugin":
      return named("plugin", a.name ?? a.plugin);
    case "mcp_server":
      return named("mcp_server", a.server ?? a.name);
    case "mcp_tool":
      return toolItem(a.server, a.tool ?? a.name);
    case "mcp_trust":
      return a.tool === undefined ? named("mcp_server", a.server) : toolItem(a.server, a.tool);
    case "policy":
      return named("policy", a.name ?? a.action);
    case "diagnostic":
      return named("extension", a.name);
    case "disable":
      return a.target === undefined ? undefined : named(a.target, a.targetName);
    case "surface":
      return named("surface", a.phase);
    case "session":
      return named("session", a.sessionId);
    case "run":
      return named("run", a.runId);
    case "unknown":
      return named(a.unknownKind, a.name);
    default:
      return a satisfies never;
  }
}

/** A tool of an MCP server, or, without a server, one of the agent's own. */
function toolItem(server: string | undefined, tool: string | undefined): string | undefined {
  if (tool === undefined) return undefined;
  return server === undefined ? `tool:${tool}` : `mcp_tool:${server}/${tool}`;
}

/** A kind that a stranger wrote and that is no word is an extension like any other. */
function named(kind: string | undefined, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${kind !== undefined && /^[a-z_]+$/.test(kind) ? kind : "extension"}:${name}`;
}
