import type { DisableKind } from "../activation/disable.ts";

/** Something of an agent that can be turned off for a session: a hook, a skill, a plugin, an MCP server or one of its tools. */
export interface Surface {
  readonly kind: DisableKind;
  /** Its name; of an MCP tool the server's own name for it. */
  readonly name: string;
  /** The plugin that registered it. */
  readonly plugin?: string | undefined;
  /** The server of an MCP tool. */
  readonly server?: string | undefined;
  /** No carrier can turn it off; the host can, in the process, where it says so. */
  readonly protected?: boolean | undefined;
}

/** The names under which a disable of the surface's own kind can reach it: `name`, `name@plugin`; `tool`, `server/tool`. */
export function namesOf(surface: Surface): readonly string[] {
  const { kind, name, plugin, server } = surface;
  if (kind === "mcp_tool") return server === undefined ? [name] : [name, `${server}/${name}`];
  if ((kind === "hook" || kind === "skill") && plugin !== undefined) return [name, `${name}@${plugin}`];
  return [name];
}

/** Tells one surface from every other. */
export function surfaceKey(surface: Surface): string {
  return JSON.stringify([surface.kind, surface.name, surface.plugin ?? null, surface.server ?? null]);
}
