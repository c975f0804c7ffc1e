import { z } from "zod";
import { HostError } from "../host-error.ts";
import { extensionName } from "../name.ts";
import { problemsOf } from "../problems.ts";
import { readJson } from "../read-file.ts";

/** How a server is started, as `mcp.json` and a plugin's manifest have it. */
export interface McpServerConfig {
  readonly type?: "stdio" | undefined;
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  /** Turned off by its owner. */
  readonly disabled?: boolean | undefined;
}

/** A server that this host cannot reach yet: named, so that the report can say so. */
export interface McpRemoteConfig {
  readonly type?: "http" | "sse" | undefined;
  readonly url: string;
  readonly disabled?: boolean | undefined;
}

export type McpConfig = McpServerConfig | McpRemoteConfig;

const stdio: z.ZodType<McpServerConfig> = z.object({
  type: z.literal("stdio").optional(),
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  cwd: z.string().min(1).optional(),
  disabled: z.boolean().optional(),
});

const remote: z.ZodType<McpRemoteConfig> = z.object({
  type: z.enum(["http", "sse"]).optional(),
  url: z.url({ protocol: /^https?$/ }),
  disabled: z.boolean().optional(),
});

export const mcpServers: z.ZodType<Readonly<Record<string, McpConfig>>> = z.record(
  extensionName,
  z.unknown().transform((value, context): McpConfig => {
    // One shape is chosen by what is there, so that the problems are those of that shape alone.
    const shape: z.ZodType<McpConfig> = typeof value === "object" && value !== null && "url" in value ? remote : stdio;
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues) context.addIssue({ code: "custom", message, path: [...path] });
    return z.NEVER;
  }),
);

const mcpFile: z.ZodType<{ readonly mcpServers: Readonly<Record<string, McpConfig>> }> = z.object({ mcpServers });

/**
 * Reads an `mcp.json`.
 * @returns the servers in the order of the file; none where there is no file
 * @throws HostError with every problem of the file
 */
export async function readMcpConfig(path: string): Promise<ReadonlyMap<string, McpConfig>> {
  const json = await readJson(path);
  if (json === undefined) return new Map();
  const parsed = mcpFile.safeParse(json);
  if (!parsed.success) throw new HostError(`${path} cannot be used: ${problemsOf(parsed.error).join("; ")}`);
  return new Map(Object.entries(parsed.data.mcpServers));
}
