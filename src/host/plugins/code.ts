import { pathToFileURL } from "node:url";
import type { HookHandler } from "../hooks/hook.ts";
import { inTime } from "../in-time.ts";
import { resolveWithin } from "../read-file.ts";
import type { ToolFunction } from "../tools.ts";
import type { PluginManifest } from "./manifest.ts";

/** What a command of a plugin does with the words after its name. */
export type CommandFunction = (words: string) => unknown;

/**
 * What a plugin's module has as its default export, or what the function that it has there gives: the code of what
 * the manifest declares, by name.
 */
export interface PluginCode {
  readonly commands?: Readonly<Record<string, CommandFunction>> | undefined;
  readonly tools?: Readonly<Record<string, ToolFunction>> | undefined;
  readonly hooks?: Readonly<Record<string, HookHandler>> | undefined;
}

const CODE_PARTS = ["commands", "tools", "hooks"] as const;
type CodePart = (typeof CODE_PARTS)[number];

/** The code of a plugin is not what its manifest declares. */
export class CodeMismatch extends Error {
  override readonly name = "CodeMismatch";
}

const LOAD_TIMEOUT_MS = 10_000;

/** What of a manifest needs code. */
export function needsCode(manifest: PluginManifest): Readonly<Record<CodePart, readonly string[]>> {
  return {
    commands: manifest.commands.filter(({ prompt }) => prompt === undefined).map(({ name }) => name),
    tools: manifest.tools.map(({ name }) => name),
    hooks: manifest.hooks.filter(({ command, shell }) => command === undefined && shell === undefined).map(({ name }) => name),
  };
}

/**
 * Imports a plugin's module, which runs it, and holds it against the manifest.
 * @throws CodeMismatch, FileRefused, or whatever the module throws
 */
export async function loadCode(folder: string, manifest: PluginManifest): Promise<PluginCode> {
  const needed = needsCode(manifest);
  if (manifest.main === undefined) return {};
  const path = await resolveWithin(folder, `${folder}/${manifest.main}`);
  const code = await inTime(
    LOAD_TIMEOUT_MS,
    runModule(path),
    () => new CodeMismatch(`${manifest.main} was not loaded within ${LOAD_TIMEOUT_MS} ms`),
  );
  for (const part of CODE_PARTS) {
    const given = functionsIn(code, part);
    const missing = needed[part].filter((name) => !given.has(name));
    if (missing.length > 0) throw new CodeMismatch(`${manifest.main} has no code for the ${part} ${missing.join(", ")}`);
    const extra = Array.from(given.keys()).filter((name) => !needed[part].includes(name));
    if (extra.length > 0)
      throw new CodeMismatch(`${manifest.main} brings the ${part} ${extra.join(", ")}, which the manifest does not declare`);
  }
  return Object.fromEntries(CODE_PARTS.map((part) => [part, Object.fromEntries(functionsIn(code, part))])) as PluginCode;
}

async function runModule(path: string): Promise<PluginCode> {
  const { default: exported } = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  const code: unknown = typeof exported === "function" ? await (exported as () => unknown)() : exported;
  if (typeof code !== "object" || code === null)
    throw new CodeMismatch("its default export is neither an object nor a function that gives one");
  return code;
}

function functionsIn(code: PluginCode, part: CodePart): ReadonlyMap<string, unknown> {
  const named: unknown = code[part];
  if (typeof named !== "object" || named === null) return new Map();
  return new Map(Object.entries(named).filter(([, value]) => typeof value === "function"));
}
