import { MCP_PREFIX } from "../tools.ts";

/** The longest name of a tool that model providers take. */
export const MOST_NAME = 64;

export interface ModelName {
  /** `mcp__server__tool`, cut to 64 characters. */
  readonly name: string;
  readonly isCut: boolean;
}

/** The name under which the model sees a server's tool: letters, digits, `_` and `-`, anything else as `_`. */
export function modelName(server: string, tool: string): ModelName {
  const whole = `${MCP_PREFIX}${plain(server)}__${plain(tool)}`;
  return { name: whole.slice(0, MOST_NAME), isCut: whole.length > MOST_NAME };
}

function plain(name: string): string {
  return name.replaceAll(/[^\w-]/g, "_");
}
