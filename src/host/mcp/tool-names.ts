import type { McpTool } from "./server.ts";

/** The names under which the model sees the tools of all servers. Of one name, the first that claims it has it. */
export class ToolNames {
  readonly #owners = new Map<string, McpTool>();

  find(name: string): McpTool | undefined {
    return this.#owners.get(name);
  }

  /** The tools that have a name. */
  tools(): readonly McpTool[] {
    return [...this.#owners.values()];
  }

  /** Gives the tools their names. @returns the tools, those without one with the reason */
  claim(tools: readonly McpTool[]): readonly McpTool[] {
    return tools.map((tool) => {
      if (tool.nameTaken !== undefined) return tool;
      const owner = this.#owners.get(tool.modelName);
      if (owner !== undefined && owner !== tool) return { ...tool, nameTaken: whyTaken(tool, owner) };
      this.#owners.set(tool.modelName, tool);
      return tool;
    });
  }

  /** Takes the names back, so that others can have them. */
  release(tools: readonly McpTool[]): void {
    for (const tool of tools) if (this.#owners.get(tool.modelName) === tool) this.#owners.delete(tool.modelName);
  }

  clear(): void {
    this.#owners.clear();
  }
}

function whyTaken(tool: McpTool, owner: McpTool): NonNullable<McpTool["nameTaken"]> {
  const who = `${owner.server.declared.name}/${owner.definition.name}`;
  return tool.isCut
    ? { reason: `its name, cut to 64 characters, is that of ${who}`, reasonCode: "name_too_long" }
    : { reason: `${who} has the name ${tool.modelName}`, reasonCode: "name_claimed" };
}
