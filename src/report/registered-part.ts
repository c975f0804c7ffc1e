import { PLUGIN_PARTS, type PluginPart } from "../activation/plugin.ts";
import type { PluginRow } from "./report.ts";

/** What a plugin registered under a name, the first part that has it: what was renamed is found under its new name. */
export function registeredPart({ registered }: PluginRow): (name: string | null) => PluginPart | undefined {
  const parts = new Map<string | null, PluginPart>();
  for (const part of PLUGIN_PARTS) for (const name of registered[part] ?? []) if (!parts.has(name)) parts.set(name, part);
  return (name) => parts.get(name);
}
