import { z } from "zod";
import { PLUGIN_PARTS, PLUGIN_TYPES, type PluginPart, type PluginType } from "../../activation/plugin.ts";
import { hookDeclaration, type HookDeclaration } from "../hooks/declaration.ts";
import { mcpServers, type McpConfig } from "../mcp/config.ts";
import { extensionName } from "../name.ts";
import { problemsOf } from "../problems.ts";

export const MANIFEST_FILE = "plugin.json";

/** A command that a user can call. It is a prompt, or the plugin's code does it. */
export interface PluginCommand {
  readonly name: string;
  readonly description?: string | undefined;
  readonly prompt?: string | undefined;
}

/** A subagent. */
export interface PluginAgent {
  readonly name: string;
  readonly description?: string | undefined;
  readonly prompt?: string | undefined;
  /** The tools that it may use. Default: all. */
  readonly tools?: readonly string[] | undefined;
}

/** A tool that the plugin's code does. */
export interface PluginTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
}

/** A `plugin.json`. */
export interface PluginManifest {
  readonly name: string;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: PluginType | undefined;
  /** The module with its code, in the plugin's folder. */
  readonly main?: string | undefined;
  readonly commands: readonly PluginCommand[];
  readonly agents: readonly PluginAgent[];
  readonly tools: readonly PluginTool[];
  readonly hooks: readonly HookDeclaration[];
  /** Folders to search for skills, in the plugin's folder. */
  readonly skills: readonly string[];
  readonly mcpServers: Readonly<Record<string, McpConfig>>;
}

const text = z.string().max(10_000);

function listOf<T extends { readonly name: string }>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z
    .array(item)
    .max(1000)
    .superRefine((items, context) => {
      const seen = new Set<string>();
      for (const [at, { name }] of items.entries()) {
        if (seen.has(name)) context.addIssue({ code: "custom", message: `${name} is declared twice`, path: [at, "name"] });
        seen.add(name);
      }
    });
}

const commandShape: z.ZodType<PluginCommand> = z.strictObject({
  name: extensionName,
  description: text.optional(),
  prompt: z.string().max(100_000).optional(),
});

const agentShape: z.ZodType<PluginAgent> = z.strictObject({
  name: extensionName,
  description: text.optional(),
  prompt: z.string().max(100_000).optional(),
  tools: z.array(z.string()).optional(),
});

const toolShape: z.ZodType<PluginTool> = z.strictObject({
  name: extensionName.max(64),
  description: text.optional(),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
});

const manifestShape: z.ZodType<PluginManifest> = z.object({
  name: extensionName,
  version: z.string().min(1).max(100).optional(),
  description: text.optional(),
  type: z.enum(PLUGIN_TYPES).optional(),
  main: z.string().min(1).max(1000).optional(),
  commands: listOf(commandShape).default([]),
  agents: listOf(agentShape).default([]),
  tools: listOf(toolShape).default([]),
  hooks: listOf(hookDeclaration).default([]),
  skills: z.array(z.string().min(1).max(1000)).max(100).default([]),
  mcpServers: mcpServers.default({}),
});

/** Names by what they are names of. */
export type PartNames = Readonly<Record<PluginPart, readonly string[]>>;

export type ParsedManifest =
  | { readonly manifest: PluginManifest }
  | {
      /** Every problem. */
      readonly problems: readonly string[];
      /** What it says it is called, where that can be read. */
      readonly name?: string | undefined;
      /** What it declares, as far as that can be read. */
      readonly declared: PartNames;
    };

/** Reads a manifest; runs nothing. */
export function parseManifest(json: unknown): ParsedManifest {
  const parsed = manifestShape.safeParse(json);
  if (parsed.success) return { manifest: parsed.data };
  const fields = typeof json === "object" && json !== null ? (json as Readonly<Record<string, unknown>>) : {};
  const name = extensionName.safeParse(fields["name"]);
  return { problems: problemsOf(parsed.error), name: name.data, declared: readableNames(fields) };
}

/** What a manifest declares, but for its skills: they are known when their folders are read. */
export function declaredNames(manifest: PluginManifest): PartNames {
  const names = (items: readonly { readonly name: string }[]): readonly string[] => items.map(({ name }) => name);
  return {
    commands: names(manifest.commands),
    agents: names(manifest.agents),
    tools: names(manifest.tools),
    hooks: names(manifest.hooks),
    skills: [],
    mcp_servers: Object.keys(manifest.mcpServers),
  };
}

const MOST_READABLE = 100;

function readableNames(fields: Readonly<Record<string, unknown>>): PartNames {
  const names = (part: PluginPart): readonly string[] => {
    const field = fields[part === "mcp_servers" ? "mcpServers" : part];
    if (part === "mcp_servers")
      return typeof field === "object" && field !== null ? Object.keys(field).filter(isName).slice(0, MOST_READABLE) : [];
    if (!Array.isArray(field) || part === "skills") return [];
    return field
      .slice(0, MOST_READABLE)
      .map((item: unknown) => (typeof item === "object" && item !== null ? (item as { readonly name?: unknown }).name : undefined))
      .filter(isName);
  };
  return Object.fromEntries(PLUGIN_PARTS.map((part) => [part, names(part)])) as unknown as PartNames;
}

function isName(name: unknown): name is string {
  return extensionName.safeParse(name).success;
}
