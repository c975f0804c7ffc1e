import type { Fact, FactOf } from "./fact.ts";
import { itemKey } from "./statements.ts";

/** The facts that are statements of an item, in force until the item's next. */
export type ItemFact = FactOf<"hook_registration"> | FactOf<"skill"> | FactOf<"plugin"> | FactOf<"mcp_server"> | FactOf<"mcp_tool">;

/** What makes two facts of a kind speak of the same item. */
export function itemOf({ activation: a }: ItemFact): string {
  switch (a.kind) {
    case "hook_registration":
      return itemKey(a.agent, a.name, a.key, a.event, a.matcher, a.command, a.registeredVia, a.plugin, a.sourcePath);
    case "skill":
      return itemKey(a.agent, a.name, a.sourcePath);
    case "plugin":
      return itemKey(a.agent, a.name ?? a.plugin, a.manifestPath ?? a.sourcePath);
    case "mcp_server":
      return itemKey(a.agent, a.server ?? a.name, a.sourcePath);
    case "mcp_tool":
      return itemKey(a.agent, a.server, a.tool ?? a.name ?? a.toolName);
    default:
      return a satisfies never;
  }
}

const KINDS: ReadonlySet<string> = new Set<ItemFact["activation"]["kind"]>([
  "hook_registration",
  "skill",
  "plugin",
  "mcp_server",
  "mcp_tool",
]);

export function isItem(fact: Fact): fact is ItemFact {
  return KINDS.has(fact.activation.kind);
}
