import type { DisableKind } from "../activation/disable.ts";

/** Something of an agent that can be turned off for a session: a hook, a skill, a plugin, an MCP server or one of its tools. */
export interface Surface {
  readonly kind: DisableKind;
  /** Its name; of an MCP tool the server's own name for it. */
  readonly name: string;
  /** The plugin that registered it. An MCP tool that names none belongs to the plugin of its server. */
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

/** Tells one surface from every other. Of two with one name, the protected one is another: it stays on when the other goes off. */
export function surfaceKey(surface: Surface): string {
  const { kind, name, plugin, server } = surface;
  return JSON.stringify([kind, name, plugin ?? null, server ?? null, surface.protected === true]);
}
