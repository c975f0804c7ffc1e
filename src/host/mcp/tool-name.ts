import { MCP_PREFIX, type Unavailable } from "../tools.ts";

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

/** Why nobody can say anything of a tool by its name; undefined where one can. */
export function whyUnfit(tool: string): Unavailable | undefined {
  // A trust file is JSON, and this one name is lost when it is read: what was revoked would be offered again.
  if (tool === "__proto__") return { reason: "no trust file can hold its name", reasonCode: "name_reserved" };
  if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(tool)) return undefined;
  return { reason: "its name has characters that nobody sees, with which it would slip through a deny list", reasonCode: "name_reserved" };
}

function plain(name: string): string {
  return name.replaceAll(/[^\w-]/g, "_");
}
