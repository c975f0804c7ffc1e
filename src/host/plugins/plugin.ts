import { readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SourceScope } from "../../activation/common.ts";
import { PLUGIN_PARTS, type PluginPart, type PluginStage } from "../../activation/plugin.ts";
import type { ReasonCode } from "../../activation/reason-code.ts";
import { errorTypeOf, messageOf } from "../host-error.ts";
import { FileRefused, isWithin, readJson } from "../read-file.ts";
import type { SkillDirectory } from "../skills/candidate.ts";
import { mayProtect } from "../workspace-trust.ts";
import type { PluginCode } from "./code.ts";
import { declaredNames, MANIFEST_FILE, parseManifest, type PartNames, type PluginManifest } from "./manifest.ts";

/** A folder that is searched for plugins. */
export interface PluginDirectory {
  readonly path: string;
  readonly scope: SourceScope;
}

/** Why a plugin is not what it wants to be. */
export interface PluginFault {
  readonly status: "failed" | "refused" | "disabled";
  readonly stage?: PluginStage | undefined;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
  readonly errorType?: string | undefined;
}

/** A plugin as it was found, and what became of it so far. */
export interface Plugin {
  readonly name: string;
  /** Its folder, without links. */
  readonly folder: string;
  readonly manifestPath: string;
  readonly scope: SourceScope;
  readonly manifest?: PluginManifest | undefined;
  readonly declared: PartNames;
  /** Names that another had first. */
  readonly lost: Record<PluginPart, string[]>;
  /** Names that need code which this host does not run. */
  readonly withheld: Record<PluginPart, string[]>;
  /** Its folders of skills. */
  readonly skills: SkillDirectory[];
  /** What its status does not say: who has what it lost, and what of it is not followed. */
  readonly notes: string[];
  code?: PluginCode | undefined;
  fault?: PluginFault | undefined;
}

const MOST_PLUGINS = 500;

/** Finds the plugins in a folder: every folder in it that has a `plugin.json`, in the order of their names. Runs nothing. */
export async function findPlugins({ path, scope }: PluginDirectory): Promise<readonly Plugin[]> {
  let names: string[];
  let root: string;
  try {
    names = (await readdir(path)).sort();
    root = await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    return [broken(path, path, scope, { reason: messageOf(error), reasonCode: "unreadable", errorType: errorTypeOf(error) })];
  }
  const plugins: Plugin[] = [];
  for (const name of names) {
    const plugin = await readPlugin(root, join(path, name), scope);
    if (plugin !== undefined) plugins.push(plugin);
    if (plugins.length >= MOST_PLUGINS) {
      const reason = `the folder has more than ${MOST_PLUGINS} plugins; the others are not looked at`;
      return [...plugins, broken(path, path, scope, { reason, reasonCode: "over_limit" })];
    }
  }
  return plugins;
}

/** undefined where the folder is none, or has no manifest. */
async function readPlugin(root: string, folder: string, scope: SourceScope): Promise<Plugin | undefined> {
  const manifestPath = join(folder, MANIFEST_FILE);
  try {
    const real = await realpath(folder);
    if (scope !== "user" && scope !== "managed" && scope !== "builtin" && !isWithin(root, real)) {
      throw new FileRefused("outside", `${folder} leads out of ${root}`);
    }
    const realManifest = await realpath(manifestPath);
    if (!isWithin(real, realManifest)) throw new FileRefused("outside", `${manifestPath} leads out of its folder`);
    const parsed = parseManifest(await readJson(realManifest));
    if ("manifest" in parsed) {
      const { manifest, notes } = withoutProtection(parsed.manifest, scope);
      return { ...empty(manifest.name, real, manifestPath, scope), manifest, notes, declared: declaredNames(manifest) };
    }
    const fault = { reason: parsed.problems.join("; "), reasonCode: "invalid_manifest" };
    return { ...broken(folder, manifestPath, scope, fault, parsed.name), declared: parsed.declared };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const notJson = error instanceof Error && error.cause instanceof SyntaxError;
    const reasonCode = notJson ? "invalid_manifest" : "unreadable";
    return broken(folder, manifestPath, scope, { reason: messageOf(error), reasonCode, errorType: errorTypeOf(error) });
  }
}

/** The manifest without the protection that it has no right to, and a note on it. */
function withoutProtection(manifest: PluginManifest, scope: SourceScope): { readonly manifest: PluginManifest; readonly notes: string[] } {
  const names = manifest.hooks.filter((hook) => hook.protected === true).map(({ name }) => name);
  if (names.length === 0 || mayProtect(scope)) return { manifest, notes: [] };
  const hooks = manifest.hooks.map((hook) => ({ ...hook, protected: undefined }));
  return {
    manifest: { ...manifest, hooks },
    notes: [`${names.join(", ")} not protected: only a managed or built-in plugin protects hooks`],
  };
}

function broken(
  folder: string,
  manifestPath: string,
  scope: SourceScope,
  fault: Pick<PluginFault, "reason" | "reasonCode" | "errorType">,
  name: string = basename(folder),
): Plugin {
  return {
    ...empty(name, folder, manifestPath, scope),
    fault: { status: "failed", stage: "manifest", errorType: "invalid_manifest", ...fault },
  };
}

function empty(name: string, folder: string, manifestPath: string, scope: SourceScope): Plugin {
  return { name, folder, manifestPath, scope, declared: noNames(), lost: noNames(), withheld: noNames(), skills: [], notes: [] };
}

function noNames(): Record<PluginPart, string[]> {
  return Object.fromEntries(PLUGIN_PARTS.map((part) => [part, []])) as unknown as Record<PluginPart, string[]>;
}
