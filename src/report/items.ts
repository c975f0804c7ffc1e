import type { Fact, FactOf } from "./fact.ts";
import { itemKey } from "./statements.ts";

/** The facts that are statements of an item, in force until the item's next. */
export type ItemFact = FactOf<"hook_registration"> | FactOf<"skill"> | FactOf<"plugin"> | FactOf<"mcp_server"> | FactOf<"mcp_tool">;

/** What makes two facts of a kind speak of the same item. */
export function itemOf({ activation: a }: ItemFact): string {
  switch (a.kind) {
    case "hook_registration":
      return itemKey(a.agent, a.name, a.key, a.event, a.matcher, a.command, a.registeredVia, a.plugin, a.sourcePath, withheld(a));
    case "skill":
      return itemKey(a.agent, a.name, a.sourcePath, withheld(a));
    case "plugin":
      return itemKey(a.agent, a.name ?? a.plugin, a.manifestPath ?? a.sourcePath, withheld(a));
    case "mcp_server":
      return itemKey(a.agent, a.server ?? a.name, a.sourcePath, withheld(a));
    case "mcp_tool":
      return itemKey(a.agent, a.server, a.tool ?? a.name ?? a.toolName, withheld(a));
    default:
      return a satisfies never;
  }
}

/** Tells a placeholder from a name that reads the same. */
export function withheld({ nameRedacted }: Fact["activation"] & { readonly nameRedacted?: boolean | undefined }): string | undefined {
  return nameRedacted === true ? "withheld" : undefined;
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
